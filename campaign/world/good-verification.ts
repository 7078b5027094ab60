/** Right arguments for the functions of documents, by moderators who are made for them and have opened what they decide. */
import { ids } from "../../server/platform/ids.ts";
import { aPerson } from "../../server/testing/index.ts";
import { type Good, type Ground, prove } from "./ground.ts";

const WHY = "as it was submitted";
const SEALED = Buffer.from("sealed as the web would");

export function verificationCalls(ground: Ground): Record<string, Good[]> {
  const { owner } = ground.app;
  const somebody = async () => (await aPerson(ground.app)).id;
  const aModerator = async () => {
    const id = await somebody();
    await owner.query("insert into user_roles values ($1, 'moderator', market_now())", [id]);
    return id;
  };
  const start = async (now: string, kind: "id" | "address" = "id") => {
    const [person, reference] = [await somebody(), ids.hash()];
    return { person, reference, asked: [reference, person, kind, "NGA", "passport", SEALED, null, now] };
  };
  const aStarted = async (now: string) => {
    const { person, reference, asked } = await start(now);
    await owner.query("select start_verification($1, $2, $3, $4, $5, $6, $7, $8)", asked);
    return { person, reference };
  };
  const pictureOf = (one: { person: bigint; reference: string }, side: string, now: string) => [
    ...[one.reference, one.person, side, ids.hash(), SEALED, now],
  ];
  const aComplete = async (now: string) => {
    const one = await aStarted(now);
    for (const side of ["front", "selfie"])
      await owner.query("select add_verification_picture($1, $2, $3, $4, $5, $6)", pictureOf(one, side, now));
    return one;
  };
  const aPending = async (now: string) => {
    const one = await aComplete(now);
    await owner.query("select submit_verification($1, $2, $3)", [one.reference, one.person, now]);
    return one;
  };
  const anOpened = async (now: string) => {
    const [{ reference }, staff] = [await aPending(now), await aModerator()];
    await owner.query("select look_at_verification($1, $2, $3, $4)", [reference, staff, WHY, now]);
    return { reference, staff };
  };
  return {
    verification_sides: [async () => ["id", "passport"]],
    verification_tries_left: [async () => [await somebody(), "id"]],
    looks_at_verification: [async () => [1, await somebody()]],
    start_verification: [async (now) => (await start(now)).asked],
    add_verification_picture: [async (now) => pictureOf(await aStarted(now), "front", now)],
    submit_verification: [
      async (now) => {
        const { person, reference } = await aComplete(now);
        return [reference, person, now];
      },
    ],
    look_at_verification: [async (now) => [(await aPending(now)).reference, await aModerator(), WHY, now]],
    decide_verification: [
      async (now) => {
        const { reference, staff } = await anOpened(now);
        await prove(ground, `staff_approve_verification:${reference}`, staff);
        return [reference, staff, [], null, now];
      },
      async (now) => {
        const { reference, staff } = await anOpened(now);
        return [reference, staff, ["unreadable"], null, now];
      },
    ],
    demand_verification: [async (now) => [await somebody(), "id", await aModerator(), WHY, now]],
    end_expired_verifications: [async () => []],
    erase_verifications: [async () => []],
    export_verifications: [async () => [1, 0, 10]],
  };
}

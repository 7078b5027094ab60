/** Right arguments for the functions of documents, by moderators who are made for them and have opened what they decide. */
import { ids } from "../../../server/platform/ids.ts";
import { aPerson } from "../../../server/testing/index.ts";
import { type Good, type Ground, one, prove } from "../ground.ts";
import { tradingNameCalls } from "./trading-names.ts";

const WHY = "as it was submitted";
const SEALED = Buffer.from("sealed as the web would");

export const verificationCalls = (ground: Ground): Record<string, Good[]> => ({
  ...documentCalls(ground),
  ...pictureCalls(ground),
  ...companyCalls(ground),
  ...tradingNameCalls(ground),
});

function companyCalls(ground: Ground): Record<string, Good[]> {
  const { aNamedUser, aCorporate, aPending } = worldOf(ground);
  const aNewcomer = async () => {
    const id = await aNamedUser();
    await ground.app.owner.query("update users set named_at = null where id = $1", [id]);
    return id;
  };
  return {
    talk_is_over: [async (now) => [now]],
    wallet_blocks_of: [async () => [[await aNamedUser()]]],
    may_name: [async () => [await aNamedUser()]],
    name_user: [async () => [await aNewcomer(), SEALED, SEALED, SEALED, "DE"]],
    "convert_to_corporate converted": [async (now) => [await aNamedUser(), now]],
    "convert_to_personal converted": [async (now) => [await aCorporate(), now]],
    postpone_company_verification: [async (now) => [await aCorporate(), now]],
    show_company_name: [
      async (now) => {
        const { person, reference } = await aPending(now);
        await ground.app.owner.query("update users set corporate_since = market_now() where id = $1", [person]);
        await ground.app.owner.query(
          "update verifications set kind = 'company', status = 'approved', decided_at = $2 where reference = $1",
          [reference, now],
        );
        return [reference, SEALED, now];
      },
    ],
  };
}

function documentCalls(ground: Ground): Record<string, Good[]> {
  const { aNamedUser, aModerator, start, aStarted, pictureOf, aComplete, aPending, anOpened } = worldOf(ground);
  return {
    has_confirmed_phone: [async () => [await aNamedUser()]],
    "start_verification started": [async (now) => (await start(now)).asked],
    "add_verification_picture added": [async (now) => pictureOf(await aStarted(now), "front", now)],
    "submit_verification submitted": [
      async (now) => {
        const { person, reference } = await aComplete(now);
        return [reference, person, now];
      },
    ],
    "look_at_verification noted": [async (now) => [(await aPending(now)).reference, await aModerator(), WHY, now]],
    "decide_verification done": [
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
    "decide_screening done": [
      async (now) => {
        const { person, reference, staff } = await anOpened(now);
        await ground.app.owner.query(
          `insert into screening_hits (reference, user_id, listed_name, percent, found_at)
           values ('hit ' || $1, $2, 'Listed Person', 95, market_now())`,
          [reference, person],
        );
        await prove(ground, `staff_approve_verification:hit ${reference}`, staff);
        return [`hit ${reference}`, staff, "somebody_else", WHY, now];
      },
    ],
    "decide_by_provider done": [
      async (now) => {
        const { reference } = await aPending(now);
        const sent = await one<{ id: string }>(
          ground,
          `insert into provider_cases (verification_id, applicant_id, sent_at)
           select id, reference, market_now() from verifications where reference = $1 returning verification_id as id`,
          [reference],
        );
        return [sent.id, ["unreadable"], now];
      },
    ],
    "demand_verification done": [
      async (now) => {
        const [person, staff] = [await aNamedUser(), await aModerator()];
        await prove(ground, `staff_demand_verification:${person}:id`, staff);
        return [person, "id", staff, WHY, now];
      },
    ],
  };
}

function pictureCalls(ground: Ground): Record<string, Good[]> {
  const { anOpened } = worldOf(ground);
  return {
    counted_approvals: [
      async (now) => {
        const { reference, staff } = await anOpened(now);
        const { id } = await one<{ id: string }>(
          ground,
          `insert into verification_approvals (verification_id, staff_id, at)
           select id, $2, market_now() from verifications where reference = $1 returning verification_id as id`,
          [reference, staff],
        );
        return [id];
      },
    ],
    "mark_picture_corrupted marked": [
      async (now) => {
        const { reference, staff } = await anOpened(now);
        const { file_key: key } = await one<{ file_key: string }>(
          ground,
          `select picture.file_key from verification_pictures picture
           join verifications shown on shown.id = picture.verification_id
           where shown.reference = $1 and picture.side = 'front'`,
          [reference],
        );
        return [reference, "front", key, staff, true, now];
      },
    ],
  };
}

/** People, their documents, and staff that have opened them. */
function worldOf(ground: Pick<Ground, "app">) {
  const { owner } = ground.app;
  const aNamedUser = async () => (await aPerson(ground.app)).id;
  const aModerator = async () => {
    const id = await aNamedUser();
    await owner.query("insert into user_roles values ($1, 'supermoderator', market_now())", [id]);
    return id;
  };
  const aCorporate = async () => {
    const id = await aNamedUser();
    await owner.query("update users set corporate_since = market_now() where id = $1", [id]);
    return id;
  };
  const start = async (now: string, kind: "id" | "address" = "id") => {
    const [person, reference] = [await aNamedUser(), ids.hash()];
    return { person, reference, asked: [reference, person, kind, "NGA", "passport", SEALED, null, now] };
  };
  const aStarted = async (now: string) => {
    const { person, reference, asked } = await start(now);
    await owner.query("select start_verification($1, $2, $3, $4, $5, $6, $7, $8)", asked);
    return { person, reference };
  };
  const pictureOf = (shown: { person: bigint; reference: string }, side: string, now: string) => [
    ...[shown.reference, shown.person, side, ids.hash(), SEALED, null, now],
  ];
  const aComplete = async (now: string) => {
    const started = await aStarted(now);
    for (const side of ["front", "selfie"])
      await owner.query("select add_verification_picture($1, $2, $3, $4, $5, $6, $7)", pictureOf(started, side, now));
    return started;
  };
  const aPending = async (now: string) => {
    const complete = await aComplete(now);
    await owner.query("select submit_verification($1, $2, $3)", [complete.reference, complete.person, now]);
    return complete;
  };
  const anOpened = async (now: string) => {
    const [{ person, reference }, staff] = [await aPending(now), await aModerator()];
    await owner.query("select look_at_verification($1, $2, $3, $4)", [reference, staff, WHY, now]);
    return { person, reference, staff };
  };
  return { aNamedUser, aModerator, aCorporate, start, aStarted, pictureOf, aComplete, aPending, anOpened };
}

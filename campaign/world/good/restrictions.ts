/** Right arguments for the functions of restrictions, by supermoderators who are made for them. */
import { ids } from "../../../server/platform/ids.ts";
import { aPerson } from "../../../server/testing/index.ts";
import { type Good, type Ground, prove } from "../ground.ts";

const WHY = "as they asked";

export function restrictionCalls(ground: Ground): Record<string, Good[]> {
  const { owner } = ground.app;
  const aNamedUser = async () => (await aPerson(ground.app)).id;
  const aSupermoderator = async () => {
    const id = await aNamedUser();
    await owner.query("insert into user_roles values ($1, 'supermoderator', market_now())", [id]);
    return id;
  };
  const aRestriction = async (now: string) => {
    const [person, staff, caseNumber] = [await aNamedUser(), await aSupermoderator(), ids.hash()];
    await prove(ground, `staff_restrict:${person}:frozen`, staff);
    return { person, caseNumber, asked: [caseNumber, person, "frozen", "chargeback", WHY, 14, staff, now] };
  };
  /** Set by an administrator, with an open appeal. */
  const aStanding = async (now: string) => {
    const { person, caseNumber, asked } = await aRestriction(now);
    await owner.query("select restrict_user($1, $2, $3, $4, $5, $6, $7, $8)", asked);
    return { person, caseNumber };
  };
  const anAppealed = async (now: string) => {
    const { person, caseNumber } = await aStanding(now);
    await owner.query("select appeal_restriction($1, $2, $3, $4)", [caseNumber, person, WHY.repeat(3), now]);
    return caseNumber;
  };
  const decided = async (kind: string, caseNumber: string) => {
    const staff = await aSupermoderator();
    await prove(ground, `staff_${kind}:${caseNumber}`, staff);
    return staff;
  };
  return {
    "restrict_user done": [async (now) => (await aRestriction(now)).asked],
    "lift_restriction done": [
      async (now) => {
        const caseNumber = await anAppealed(now);
        return [caseNumber, WHY, await decided("lift_restriction", caseNumber), now];
      },
    ],
    "keep_restriction done": [
      async (now) => {
        const caseNumber = await anAppealed(now);
        return [caseNumber, WHY, 30, await decided("keep_restriction", caseNumber), now];
      },
    ],
    "appeal_restriction done": [
      async (now) => {
        const { person, caseNumber } = await aStanding(now);
        return [caseNumber, person, WHY.repeat(3), now];
      },
    ],
    "allow_last_send_out done": [
      async (now) => {
        const [person, admin, caseNumber] = [await aNamedUser(), await aNamedUser(), ids.hash()];
        await owner.query("insert into user_roles values ($1, 'admin', market_now())", [admin]);
        await owner.query(
          `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
           values ($1, 'banned', 'test', $2, market_now(), market_now())`,
          [person, caseNumber],
        );
        await prove(ground, `staff_allow_last_send_out:${caseNumber}`, admin);
        return [caseNumber, WHY, admin, now];
      },
    ],
    "note_look_up noted": [async (now) => [await aSupermoderator(), await aNamedUser(), WHY, now]],
    "block_trade_view done": [async (now) => [await aNamedUser(), true, WHY, await aSupermoderator(), now]],
    "note_missed_look noted": [async (now) => [await aSupermoderator(), "n…@example.test", WHY, now]],
  };
}

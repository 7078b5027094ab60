/** Right calls about restrictions, by an administrator and by somebody who is restricted for it. */
import type { RestrictionState } from "#contract/restriction-names.ts";
import { ids } from "../../server/platform/ids.ts";
import { aUser, signIn } from "../../server/testing/index.ts";
import type { World } from "./open-world.ts";

const reason = "as they asked";

export function restrictionAsks({ app, tokens }: World) {
  const somebody = async () => {
    const id = await app.db.tx((tx) => aUser(tx));
    const { rows } = await app.owner.query("select username from users where id = $1", [id]);
    return { id, username: rows[0].username as string };
  };
  /** Set by the operator. */
  const aCase = async (state: RestrictionState) => {
    const { id } = await somebody();
    const case_number = ids.hash();
    await app.owner.query(
      `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
       values ($1, $2, 'test', $3, market_now(), market_now())`,
      [id, state, case_number],
    );
    return { id, case_number };
  };
  const decided = async (
    kind: "lift_restriction" | "keep_restriction" | "allow_last_send_out",
    { state = "frozen", more = {} }: { state?: RestrictionState; more?: object } = {},
  ) => {
    const { case_number } = await aCase(state);
    await app.prove(tokens.admin, { kind, id: case_number });
    return { by: tokens.admin, other: tokens.moderator, body: { case_number, reason, ...more } };
  };
  return {
    appealRestriction: async () => {
      const { id, case_number } = await aCase("frozen");
      return { by: await app.db.tx((tx) => signIn(tx, id)), body: { case_number, text: reason.repeat(3) } };
    },
    restrictUser: async () => {
      const { username } = await somebody();
      await app.prove(tokens.admin, { kind: "restrict", id: username, state: "frozen" });
      const body = { username, state: "frozen", reason_code: "chargeback", note: reason, review_days: 14 };
      return { by: tokens.admin, other: tokens.moderator, body };
    },
    liftRestriction: () => decided("lift_restriction"),
    keepRestriction: () => decided("keep_restriction", { more: { review_days: 14 } }),
    allowLastSendOut: () => decided("allow_last_send_out", { state: "banned" }),
  };
}

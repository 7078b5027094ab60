/** Right calls about restrictions: of people who are made for them, by an administrator who has proved just that. */
import type { RestrictionState } from "#contract/compliance/restriction-names.ts";
import { ids } from "../../../../server/platform/ids.ts";
import { aPerson } from "../../../../server/testing/index.ts";
import type { World } from "../../open-world.ts";

const REASON = "reported by the bank";

export function restrictionAsks({ app, tokens }: Pick<World, "app" | "tokens">) {
  const aNamedUser = async () => {
    const { id, client } = await aPerson(app);
    const { rows } = await app.owner.query("select username from users where id = $1", [id]);
    return { id, token: client.token, username: rows[0].username as string };
  };
  /** Set by the operator, so any member of staff with the right can decide about it. */
  const aCase = async (state: RestrictionState) => {
    const [person, case_number] = [await aNamedUser(), ids.hash()];
    await app.owner.query(
      `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
       values ($1, $2, 'chargeback', $3, market_now(), market_now())`,
      [person.id, state, case_number],
    );
    return { token: person.token, case_number };
  };
  const by = { by: tokens.admin, other: tokens.stranger };
  return {
    appealRestriction: async () => {
      const { token, case_number } = await aCase("frozen");
      return { by: token, other: tokens.stranger, body: { case_number, text: REASON.repeat(3) } };
    },
    lookUpPerson: async () => ({ ...by, body: { by: "username", who: (await aNamedUser()).username, reason: REASON } }),
    blockTradeView: async () => ({
      ...by,
      body: { username: (await aNamedUser()).username, is_blocked: true, reason: REASON },
    }),
    restrictUser: async () => {
      const { username } = await aNamedUser();
      await app.prove(tokens.admin, { kind: "restrict", id: username, state: "suspended" });
      const body = { username, state: "suspended", reason_code: "chargeback", note: REASON, review_days: 14 };
      return { ...by, body };
    },
    liftRestriction: async () => {
      const { case_number } = await aCase("frozen");
      await app.prove(tokens.admin, { kind: "lift_restriction", id: case_number });
      return { ...by, body: { case_number, reason: REASON } };
    },
    keepRestriction: async () => {
      const { case_number } = await aCase("frozen");
      await app.prove(tokens.admin, { kind: "keep_restriction", id: case_number });
      return { ...by, body: { case_number, reason: REASON, review_days: 30 } };
    },
    allowLastSendOut: async () => {
      const { case_number } = await aCase("banned");
      await app.prove(tokens.admin, { kind: "allow_last_send_out", id: case_number });
      return { ...by, body: { case_number, reason: REASON } };
    },
  };
}

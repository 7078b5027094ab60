/** Staff look at somebody for a reason that is written down, so many people a day. */
import { Refusal } from "#contract/refusals.ts";
import type { LookUpBy } from "#contract/restriction-names.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { sidesOfCase } from "../../market/disputes/index.ts";
import { findUserIdByUsername, findUsersByEmail } from "../../people/accounts/index.ts";
import { isLookBudgetSpent, noteLookUp, restrictionByCase } from "./restriction-rows.ts";

/** `who` is what `by` says: a username, an email, or the number of a case. */
export type LookUp = {
  readonly staffId: bigint;
  readonly by: LookUpBy;
  readonly who: string;
  readonly reason: string;
};

/**
 * Writes who looks and why before anything is shown, and says whom. Refuses account.not_found, auth.forbidden, staff.look_ups:
 * the last also of nobody, so that a spent budget tells of no email whether there is such an account.
 */
export async function beginLookUp(tx: Tx, { staffId, by, who, reason }: LookUp): Promise<bigint> {
  if (await isLookBudgetSpent(tx, staffId)) throw new Refusal("staff.look_ups");
  const userId = await findBy[by](tx, who.trim());
  if (userId === undefined) throw new Refusal("account.not_found");
  const outcome = await noteLookUp(tx, { staffId, userId, reason });
  if (outcome !== "noted") throw new Refusal(outcome === "budget" ? "staff.look_ups" : "auth.forbidden");
  return userId;
}

const findBy: Readonly<Record<LookUpBy, (tx: ReadTx, who: string) => Promise<bigint | undefined>>> = {
  username: findUserIdByUsername,
  /** Whose address it is, before who typed it in and has not confirmed it. */
  email: async (tx, email) => {
    const { confirmed, unconfirmed } = await findUsersByEmail(tx, email);
    return confirmed ?? unconfirmed;
  },
  case: async (tx, number) => (await restrictionByCase(tx, number))?.user_id,
  buyer: async (tx, number) => (await sidesOfCase(tx, number))?.buyer_id,
  seller: async (tx, number) => (await sidesOfCase(tx, number))?.seller_id,
};

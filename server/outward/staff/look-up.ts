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
 * Whom they mean. Refuses account.not_found, staff.look_ups: the last also of nobody, so that a spent budget tells of no email
 * whether there is such an account.
 */
export async function findLookedUp(tx: ReadTx, { staffId, by, who }: Omit<LookUp, "reason">): Promise<bigint> {
  if (await isLookBudgetSpent(tx, staffId)) throw new Refusal("staff.look_ups");
  const userId = await findBy[by](tx, who.trim());
  if (userId === undefined) throw new Refusal("account.not_found");
  return userId;
}

type Look = Pick<LookUp, "staffId" | "reason"> & { readonly userId: bigint };

/**
 * Writes who looked and why, after everything was read: from here to the commit nobody else's act can join the chain. Nothing is
 * answered of what was read unless this is committed. Refuses auth.forbidden, staff.look_ups.
 */
export async function noteLook(tx: Tx, { staffId, userId, reason }: Look): Promise<void> {
  const outcome = await noteLookUp(tx, { staffId, userId, reason });
  if (outcome !== "noted") throw new Refusal(outcome === "budget" ? "staff.look_ups" : "auth.forbidden");
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

/** Staff look up a user for a recorded reason, so many users a day. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { LookUpBy } from "#contract/compliance/restriction-names.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { sidesOfCase } from "../../../market/disputes/index.ts";
import { findUserIdByUsername, findUsersByEmail } from "../../../people/accounts/index.ts";
import { restrictionByCase } from "../../../compliance/restrictions/index.ts";
import { isLookBudgetSpent, noteLookUp, noteMissedLook } from "./person-rows.ts";

/** `who` is what `by` says: a username, an email, or the number of a case. */
export type LookUp = {
  readonly staffId: bigint;
  readonly by: LookUpBy;
  readonly who: string;
  readonly reason: string;
};

/**
 * The user they mean, or the refusal account.not_found: returned, because a look that found nobody is recorded too. Refuses
 * staff.look_ups before anybody is looked for, so that a spent budget does not reveal whether an email has an account.
 */
export async function findLookedUp(tx: Tx, { staffId, by, who, reason }: LookUp): Promise<bigint | Refusal> {
  if (await isLookBudgetSpent(tx, staffId)) throw new Refusal("staff.look_ups");
  const named = trimmed(who);
  const userId = await findBy[by](tx, named);
  if (userId !== undefined) return userId;
  await noteMiss(tx, { staffId, by, named, reason });
  return new Refusal("account.not_found");
}

type Miss = Pick<LookUp, "staffId" | "reason"> & { readonly by: LookUpBy | "transfer"; readonly named: string };

/** Of an email that nobody here has its first letter and its domain are kept. Refuses auth.forbidden, staff.look_ups. */
export async function noteMiss(tx: Tx, { staffId, by, named, reason }: Miss): Promise<void> {
  const shown = (by === "email" ? named.replace(/^(.)[^@]*/su, "$1…") : named).replace(/\s+/g, " ");
  const lookedFor = `${[...shown].slice(0, 80).join("")} (${by})`;
  refuseUnlessNoted(await noteMissedLook(tx, { staffId, lookedFor, reason }));
}

function refuseUnlessNoted(outcome: string): void {
  if (outcome !== "noted") throw new Refusal(outcome === "budget" ? "staff.look_ups" : "auth.forbidden");
}

type Look = Pick<LookUp, "staffId" | "reason"> & { readonly userId: bigint };

/**
 * Writes who looked and why, after everything was read: from here to the commit nobody else's act can join the chain. Nothing is
 * answered of what was read unless this is committed. Refuses auth.forbidden, staff.look_ups.
 */
export async function noteLook(tx: Tx, { staffId, userId, reason }: Look): Promise<void> {
  refuseUnlessNoted(await noteLookUp(tx, { staffId, userId, reason }));
}

const findBy: Readonly<Record<LookUpBy, (tx: ReadTx, who: string) => Promise<bigint | undefined>>> = {
  username: findUserIdByUsername,
  /** The confirmed owner of the address, before a user who typed it in without confirming it. */
  email: async (tx, email) => {
    const { confirmed, unconfirmed } = await findUsersByEmail(tx, email);
    return confirmed ?? unconfirmed;
  },
  case: async (tx, number) => (await restrictionByCase(tx, number))?.user_id,
  buyer: async (tx, number) => (await sidesOfCase(tx, number))?.buyer_id,
  seller: async (tx, number) => (await sidesOfCase(tx, number))?.seller_id,
};

/** Staff look at somebody for a reason that is written down, so many people a day. */
import { Refusal } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import { findUserIdByUsername } from "../../people/accounts/index.ts";
import { noteLookUp } from "./restriction-rows.ts";

export type LookUp = { readonly staffId: bigint; readonly username: string; readonly reason: string };

/** Writes who looks and why before anything is shown, and says whom. Refuses account.not_found, auth.forbidden, staff.look_ups. */
export async function beginLookUp(tx: Tx, { staffId, username, reason }: LookUp): Promise<bigint> {
  const userId = await findUserIdByUsername(tx, username);
  if (userId === undefined) throw new Refusal("account.not_found");
  const outcome = await noteLookUp(tx, { staffId, userId, reason });
  if (outcome !== "noted") throw new Refusal(outcome === "budget" ? "staff.look_ups" : "auth.forbidden");
  return userId;
}

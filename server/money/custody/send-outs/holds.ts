/** Holds: a user's money stays in while a reversed deposit of theirs is looked at. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { hasHold } from "../deposits/deposit-rows.ts";

/** Refuses wallet.on_hold. */
export async function refuseOnHold(tx: ReadTx, userId: bigint): Promise<void> {
  if (await hasHold(tx, userId)) throw new Refusal("wallet.on_hold");
}

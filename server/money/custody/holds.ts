/** Holds: a user's money stays in while a reversed deposit of his is looked at. */
import { Refusal } from "#contract/refusals.ts";
import type { ReadTx } from "../../platform/db.ts";

/** Refuses wallet.on_hold. */
export async function refuseOnHold(tx: ReadTx, userId: bigint): Promise<void> {
  const [hold] = await tx.rows<{ id: bigint }>`
    select id
    from wallet_holds
    where user_id = ${userId} and lifted_at is null
    limit 1`;
  if (hold) throw new Refusal("wallet.on_hold");
}

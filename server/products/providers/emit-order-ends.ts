/** Tells the owners of orders that these were delivered, or that their coins are back. */
import type { Tx } from "../../platform/postgres/db.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { endedOrders, endOf } from "./order-rows.ts";

export async function emitOrderEnds(tx: Tx, orderIds: readonly bigint[], ended: "settled" | "returned"): Promise<void> {
  for (const { hash, user_id: userId, currency, units } of await endedOrders(tx, orderIds))
    emitWalletEvent(tx, { userId, currency, reason: `order_${ended}`, subject: hash, units, txid: null });
}

export async function emitOrderEnd(tx: Tx, hash: string): Promise<void> {
  const ended = await endOf(tx, hash);
  if (ended) await emitOrderEnds(tx, [ended.id], ended.status);
}

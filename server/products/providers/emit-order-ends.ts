/** Tells the owners of orders that these were delivered, that their coins are back, or where the money is that they paid. */
import type { Tx } from "../../platform/postgres/db.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { endedOrders, type EndedOrder, endOf } from "./order-rows.ts";

type Ended = "settled" | "returned" | "mismatch";

export async function emitOrderEnds(tx: Tx, orderIds: readonly bigint[], ended: Ended): Promise<void> {
  for (const order of await endedOrders(tx, orderIds)) {
    const reason = reasonOf(order, ended);
    const { hash, user_id: userId, currency, units } = order;
    if (reason) emitWalletEvent(tx, { userId, currency, reason, subject: hash, units, txid: null });
  }
}

function reasonOf(order: EndedOrder, ended: Ended) {
  if (order.product === "on_ramp") return ofPurchase(order, ended);
  if (ended === "mismatch") return undefined;
  if (order.product === "off_ramp") return ended === "settled" ? "ramp_sold" : "ramp_returned";
  return `order_${ended}` as const;
}

/** Of a held one once: afterwards its refund is asked about. */
function ofPurchase({ end_reason, is_watched }: EndedOrder, ended: Ended) {
  if (ended === "settled") return "ramp_bought";
  if (ended === "mismatch") return is_watched ? undefined : "ramp_held";
  return end_reason === "refunded" ? "ramp_refunded" : undefined;
}

export async function emitOrderEnd(tx: Tx, hash: string): Promise<void> {
  const ended = await endOf(tx, hash);
  if (ended) await emitOrderEnds(tx, [ended.id], ended.status);
}

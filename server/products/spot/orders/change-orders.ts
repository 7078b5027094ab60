/** Cancels and amends: requests to the market process, which decides by the order in which it reads them. */
import type { SpotOrder } from "#contract/products/spot/spot.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { wordRefusal } from "../../../platform/postgres/outcomes.ts";
import { getMarket } from "../market-rows.ts";
import { REFUSES } from "../refusals.ts";
import { lotsOf } from "../sizes.ts";
import { cancelAllRows, changeRows, findOrder } from "./order-rows.ts";
import { viewOrder } from "./view-orders.ts";

type One = { readonly userId: bigint; readonly hash: string };

/** Refuses spot.order_unknown and spot.order_ended. */
export async function cancelOrder(tx: Tx, one: One): Promise<SpotOrder> {
  return changeOrder(tx, one, undefined);
}

/** Refuses spot.order_unknown, spot.order_ended, spot.amount_step, and spot.amend_lower unless it is less than now. */
export async function amendOrder(tx: Tx, one: One, amount: string): Promise<SpotOrder> {
  return changeOrder(tx, one, amount);
}

async function changeOrder(tx: Tx, one: One, amount: string | undefined): Promise<SpotOrder> {
  const order = await findOrder(tx, one);
  if (!order) throw new Refusal("spot.order_unknown");
  const market = await getMarket(tx, order.market);
  const lots = amount === undefined ? null : lotsOf(market, amount);

  const [outcome = "unknown"] = await changeRows(tx, [{ ...one, lots }], await tx.readClock());
  if (outcome !== "asked") throw wordRefusal(outcome, REFUSES);

  return viewOrder(market, order);
}

export async function cancelAllOrders(
  tx: Tx,
  { userId, market }: { userId: bigint; market: string | undefined },
): Promise<{ markets: number }> {
  return { markets: await cancelAllRows(tx, { userId, market: market ?? null, at: await tx.readClock() }) };
}

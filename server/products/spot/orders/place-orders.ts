/** Places an order: what it can cost at most is held, and the order waits for the market process. */
import { fieldRefusal } from "#contract/platform/refusals.ts";
import type { placeSpotOrder, SpotOrder } from "#contract/products/spot.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { ids } from "../../../platform/ids.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { outcomeRefusal } from "../../../money/ledger/index.ts";
import { getMarket, type MarketRow } from "../market-rows.ts";
import { REFUSES } from "../refusals.ts";
import { lotsOf, quoteUnitsOf, ticksOf } from "../sizes.ts";
import { findOrder, type NewOrderRow, placeRows } from "./order-rows.ts";
import { viewOrder } from "./view-orders.ts";

type Body = BodyOf<typeof placeSpotOrder>;

/**
 * Refuses spot.order_shape for fields that do not belong together, spot.price_step, spot.amount_step, and what the database
 * refuses: place_spot_orders has the words.
 */
export async function placeOrder(tx: Tx, { userId, body }: { userId: bigint; body: Body }): Promise<SpotOrder> {
  const market = await getMarket(tx, body.market);
  const row = newOrderRow(market, { userId, body });

  const [outcome] = await placeRows(tx, [row], await tx.readClock());
  if (outcome !== "placed") throw outcomeRefusal(outcome, REFUSES);

  const placed = await findOrder(tx, { userId, hash: row.hash });
  return viewOrder(market, onlyRow(placed ? [placed] : []));
}

export function newOrderRow(market: MarketRow, { userId, body }: { userId: bigint; body: Body }): NewOrderRow {
  refuseShape(body);
  const { type, side, price, stop_price: stop, amount, quote_amount: sum, client_id: clientId } = body;
  return {
    user_id: String(userId),
    hash: ids.hash(),
    client_id: clientId ?? null,
    market: body.market,
    side,
    type,
    tif: body.time_in_force ?? (type === "market" ? "ioc" : "gtc"),
    price_ticks: price === undefined ? null : String(ticksOf(market, price)),
    stop_ticks: stop === undefined ? null : String(ticksOf(market, stop, "stop_price")),
    lots: amount === undefined ? null : String(lotsOf(market, amount)),
    quote_limit_units: sum === undefined ? null : String(quoteUnitsOf(market, sum)),
  };
}

/** Which fields an order of each type has. */
function refuseShape({ type, price, stop_price: stop, amount, quote_amount: sum, time_in_force: tif }: Body): void {
  const isMarket = type === "market";
  if ((price === undefined) !== isMarket) throw fieldRefusal("spot.order_shape", "price");
  if ((stop !== undefined) !== (type === "stop_limit")) throw fieldRefusal("spot.order_shape", "stop_price");
  if ((amount === undefined) === (sum === undefined)) throw fieldRefusal("spot.order_shape", "amount");
  if (sum !== undefined && !isMarket) throw fieldRefusal("spot.order_shape", "quote_amount");
  if (isMarket && tif !== undefined && tif !== "ioc") throw fieldRefusal("spot.order_shape", "time_in_force");
}

/** Places an order: what it can cost at most is held, and the order waits for the market process. */
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { placeSpotOrder, SpotOrder } from "#contract/products/spot/spot.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { ids } from "../../../platform/ids.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { outcomeRefusal } from "../../../money/ledger/index.ts";
import { listMarkets, type MarketRow } from "../market-rows.ts";
import { REFUSES } from "../refusals.ts";
import { lotsOf, quoteUnitsOf, ticksOf } from "../sizes.ts";
import { type NewOrderRow, type OrderRow, ordersByHash, placeRows } from "./order-rows.ts";
import { viewOrder } from "./view-orders.ts";

type Body = BodyOf<typeof placeSpotOrder>;

/** Refuses as placeOrders does, by throwing. */
export async function placeOrder(tx: Tx, placing: Placing): Promise<SpotOrder> {
  const [result] = await placeOrders(tx, [placing]);
  if (result === undefined || result instanceof Error) throw result ?? new Error("no order was placed");
  return result;
}

/**
 * Places them in their order. Each result is the order or why not: spot.order_shape for fields that do not belong together,
 * spot.price_step, spot.amount_step, spot.oco_prices, and what the database refuses: place_spot_orders has the words.
 */
export async function placeOrders(tx: Tx, placings: readonly Placing[]): Promise<(SpotOrder | Refusal)[]> {
  const results = await placeRowsOf(tx, placings);
  return results.map((one) => (one instanceof Refusal ? one : viewOrder(one.market, one.row)));
}

/** The same, as rows. */
export async function placeRowsOf(
  tx: Tx,
  placings: readonly Placing[],
): Promise<({ market: MarketRow; row: OrderRow } | Refusal)[]> {
  const [listed, at] = await Promise.all([listMarkets(tx), tx.readClock()]);
  const markets = new Map(listed.map((market) => [market.symbol, market]));
  const rows = placings.map((placing) => rowOrRefusal(markets.get(placing.body.market), placing));
  const right = rows.flatMap((row) => (row instanceof Refusal ? [] : [row]));
  const hashes = right.map(({ hash }) => hash);
  // In one packet: what was not placed is not found.
  const [outcomes, placed] =
    right.length === 0
      ? [[], new Map<string, OrderRow>()]
      : await Promise.all([placeRows(tx, right, at), ordersByHash(tx, hashes)]);
  const byHash = new Map(hashes.map((hash, place) => [hash, outcomes[place]]));
  return rows.map((asked) => {
    if (asked instanceof Refusal) return asked;
    const row = placed.get(asked.hash);
    const market = row && markets.get(row.market);
    return market ? { market, row } : outcomeRefusal(byHash.get(asked.hash), REFUSES);
  });
}

function rowOrRefusal(market: MarketRow | undefined, placing: Placing): NewOrderRow | Refusal {
  try {
    if (!market) throw new Error(`no market ${placing.body.market}`);
    return newOrderRow(market, placing);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

export type Placing = {
  readonly userId: bigint;
  readonly body: Body;
  /** Of the API key that places it; without one it counts against the user's trading session. */
  readonly keyId?: bigint;
};

function newOrderRow(market: MarketRow, { userId, body, keyId }: Placing): NewOrderRow {
  refuseShape(body);
  const {
    type,
    side,
    price,
    stop_price: stop,
    stop_limit_price: oco,
    amount,
    quote_amount: sum,
    client_id: clientId,
  } = body;
  const [priceTicks, stopTicks, ocoTicks] = [
    price === undefined ? null : ticksOf(market, price),
    stop === undefined ? null : ticksOf(market, stop, "stop_price"),
    oco === undefined ? null : ticksOf(market, oco, "stop_limit_price"),
  ];
  if (type === "oco" && !areApart({ side, priceTicks, stopTicks, ocoTicks }))
    throw fieldRefusal("spot.oco_prices", "price");
  return {
    user_id: String(userId),
    key_id: keyId === undefined ? null : String(keyId),
    hash: ids.hash(),
    client_id: clientId ?? null,
    market: body.market,
    side,
    type,
    tif: body.time_in_force ?? (type === "market" ? "ioc" : "gtc"),
    price_ticks: textOf(priceTicks),
    stop_ticks: textOf(stopTicks),
    oco_ticks: textOf(ocoTicks),
    lots: amount === undefined ? null : String(lotsOf(market, amount)),
    quote_limit_units: sum === undefined ? null : String(quoteUnitsOf(market, sum)),
  };
}

const textOf = (ticks: bigint | null) => (ticks === null ? null : String(ticks));

type OcoPrices = { side: Body["side"]; priceTicks: bigint | null; stopTicks: bigint | null; ocoTicks: bigint | null };

/** The limit of a sale is above the prices of its stop, that of a purchase below them. */
function areApart({ side, priceTicks, stopTicks, ocoTicks }: OcoPrices): boolean {
  const [limit, stops] = [priceTicks ?? 0n, [stopTicks ?? 0n, ocoTicks ?? 0n]];
  return stops.every((one) => (side === "sell" ? limit > one : limit < one));
}

/** Which fields an order of each type has. */
function refuseShape(body: Body): void {
  const { type, price, stop_price: stop, stop_limit_price: oco, amount, quote_amount: sum, time_in_force: tif } = body;
  const isMarket = type === "market";
  if ((price === undefined) !== isMarket) throw fieldRefusal("spot.order_shape", "price");
  if ((stop !== undefined) !== (type === "stop_limit" || type === "oco"))
    throw fieldRefusal("spot.order_shape", "stop_price");
  if ((oco !== undefined) !== (type === "oco")) throw fieldRefusal("spot.order_shape", "stop_limit_price");
  if ((amount === undefined) === (sum === undefined)) throw fieldRefusal("spot.order_shape", "amount");
  if (sum !== undefined && !isMarket) throw fieldRefusal("spot.order_shape", "quote_amount");
  if (type === "oco" && tif !== undefined && tif !== "gtc") throw fieldRefusal("spot.order_shape", "time_in_force");
  if (isMarket && tif !== undefined && tif !== "ioc") throw fieldRefusal("spot.order_shape", "time_in_force");
}

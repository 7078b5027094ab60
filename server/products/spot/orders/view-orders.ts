/** Orders and fills as their owner reads them. */
import { displayFromUnits, CRYPTO } from "#contract/money/money.ts";
import type { SpotFill, SpotOrder } from "#contract/products/spot/spot.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { listMarkets, type MarketRow } from "../market-rows.ts";
import { amountText, baseText, priceText, quoteText } from "../sizes.ts";
import { type Asked, type FillRow, fillsOf, type OrderRow, ordersOf } from "./order-rows.ts";

const PAGE = 50;
const FILLS = 100;

export async function viewOrders(tx: ReadTx, asked: Asked): Promise<{ orders: SpotOrder[]; next: string | null }> {
  // All open ones are few: a market has a limit of them.
  const limit = asked.isOpen ? 600 : PAGE;
  const [markets, rows] = await Promise.all([listMarkets(tx), ordersOf(tx, asked, limit + 1)]);
  const shown = rows.slice(0, limit);
  return {
    orders: shown.map((row) => viewOrder(marketOf(markets, row.market), row)),
    next: rows.length > limit ? String(shown.at(-1)?.id ?? "") : null,
  };
}

export async function viewFills(
  tx: ReadTx,
  asked: { userId: bigint; market: string | undefined },
): Promise<SpotFill[]> {
  const [markets, rows] = await Promise.all([listMarkets(tx), fillsOf(tx, asked, FILLS)]);
  return rows.map((row) => viewFill(marketOf(markets, row.market), row));
}

function marketOf(markets: readonly MarketRow[], symbol: string): MarketRow {
  const market = markets.find((one) => one.symbol === symbol);
  if (!market) throw new Error(`no market ${symbol}`);
  return market;
}

export function viewOrder(market: MarketRow, row: OrderRow): SpotOrder {
  const isBuy = row.side === "buy";
  const [limitTicks, afterStopTicks] =
    row.was_set_off && row.oco_ticks !== null ? [row.oco_ticks, row.price_ticks] : [row.price_ticks, row.oco_ticks];
  return {
    id: row.hash,
    clientId: row.client_id,
    market: row.market,
    side: row.side,
    type: row.type,
    timeInForce: row.tif,
    price: priceText(market, limitTicks),
    stopPrice: row.stop_ticks === null ? null : priceText(market, row.stop_ticks),
    stopLimitPrice: afterStopTicks === null ? null : priceText(market, afterStopTicks),
    wasSetOff: row.was_set_off,
    amount: row.quote_limit_units === null ? amountText(market, row.lots) : null,
    quoteAmount: row.quote_limit_units === null ? null : quoteText(market, row.quote_limit_units),
    filled: amountText(market, row.filled_lots),
    filledValue: quoteText(market, row.filled_quote_units),
    averagePrice: row.filled_lots === 0n ? null : averageText(market, row),
    fee: isBuy ? baseText(market, row.fee_units) : quoteText(market, row.fee_units),
    feeCurrency: isBuy ? market.base : market.quote,
    held: isBuy ? quoteText(market, row.held_units) : baseText(market, row.held_units),
    status: row.status,
    why: row.why,
    at: row.at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

/** To the whole unit of the quote currency. */
function averageText({ quote, tick_units }: MarketRow, { filled_lots, filled_quote_units }: OrderRow): string {
  return displayFromUnits((filled_quote_units * tick_units) / filled_lots, CRYPTO[quote].digits);
}

function viewFill(market: MarketRow, row: FillRow): SpotFill {
  const isBuy = row.side === "buy";
  return {
    market: row.market,
    n: String(row.n),
    orderId: row.order_hash,
    side: row.side,
    role: row.is_maker ? "maker" : "taker",
    price: priceText(market, row.price_ticks),
    amount: amountText(market, row.lots),
    value: quoteText(market, row.lots * row.price_ticks),
    fee: isBuy ? baseText(market, row.fee_units) : quoteText(market, row.fee_units),
    feeCurrency: isBuy ? market.base : market.quote,
    at: row.at.toISOString(),
  };
}

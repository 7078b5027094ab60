/** Markets, trades and candles as Binance writes them. */
import { CRYPTO } from "#contract/money/money.ts";
import type { SpotStatus } from "#contract/products/spot/names.ts";
import type { DayRow, MarketRow } from "../market-rows.ts";
import { amountText, priceText, quoteText } from "../sizes.ts";
import type { LevelRow, TradeRow } from "../views/book-rows.ts";
import type { DayTradesRow, KlineRow } from "./facade-rows.ts";
import { nameOf } from "./params.ts";

const STATUS: Readonly<Record<SpotStatus, string>> = { trading: "TRADING", cancel_only: "CANCEL_ONLY", halted: "HALT" };
/** The largest number of steps of a price and of an amount; see sizes.ts. */
const MOST = 10n ** 12n;
const A_DAY_MS = 86_400_000;

export function symbolShape(market: MarketRow) {
  const { base, quote } = market;
  return {
    symbol: nameOf(market.symbol),
    status: STATUS[market.status],
    baseAsset: base,
    baseAssetPrecision: CRYPTO[base].digits,
    quoteAsset: quote,
    quotePrecision: CRYPTO[quote].digits,
    quoteAssetPrecision: CRYPTO[quote].digits,
    baseCommissionPrecision: CRYPTO[base].digits,
    quoteCommissionPrecision: CRYPTO[quote].digits,
    orderTypes: ["LIMIT", "LIMIT_MAKER", "MARKET", "STOP_LOSS_LIMIT"],
    icebergAllowed: false,
    ocoAllowed: true,
    otoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: false,
    cancelReplaceAllowed: false,
    amendAllowed: false,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: filtersOf(market),
    permissions: [],
    permissionSets: [["SPOT"]],
    defaultSelfTradePreventionMode: "EXPIRE_TAKER",
    allowedSelfTradePreventionModes: ["EXPIRE_TAKER"],
  };
}

function filtersOf(market: MarketRow) {
  // New orders are within twice the band around the reference price.
  const share = (bp: number) => String(bp / 10_000);
  return [
    {
      filterType: "PRICE_FILTER",
      minPrice: priceText(market, 1n),
      maxPrice: priceText(market, MOST),
      tickSize: priceText(market, 1n),
    },
    {
      filterType: "LOT_SIZE",
      minQty: amountText(market, 1n),
      maxQty: amountText(market, MOST),
      stepSize: amountText(market, 1n),
    },
    {
      filterType: "NOTIONAL",
      minNotional: quoteText(market, market.min_quote_units),
      applyMinToMarket: true,
      maxNotional: quoteText(market, MOST * 1000n),
      applyMaxToMarket: false,
      avgPriceMins: 0,
    },
    {
      filterType: "PERCENT_PRICE",
      multiplierUp: share(10_000 + 2 * market.band_bp),
      multiplierDown: share(10_000 - 2 * market.band_bp),
      avgPriceMins: 0,
    },
    { filterType: "MAX_NUM_ORDERS", maxNumOrders: market.max_orders },
  ];
}

export function depthShape(market: MarketRow, levels: readonly LevelRow[]) {
  const side = (wanted: string) =>
    levels
      .filter((one) => one.side === wanted)
      .map((one) => [priceText(market, one.price_ticks), amountText(market, one.lots)]);
  return { lastUpdateId: Number(market.applied_seq), bids: side("buy"), asks: side("sell") };
}

export function tradeShape(market: MarketRow, row: TradeRow) {
  return {
    id: Number(row.n),
    price: priceText(market, row.price_ticks),
    qty: amountText(market, row.lots),
    quoteQty: quoteText(market, row.lots * row.price_ticks),
    time: row.at.getTime(),
    isBuyerMaker: row.taker_side === "sell",
    isBestMatch: true,
  };
}

/** Each trade by itself. */
export function aggregateShape(market: MarketRow, row: TradeRow) {
  const n = Number(row.n);
  return {
    ...{ a: n, p: priceText(market, row.price_ticks), q: amountText(market, row.lots), f: n, l: n },
    ...{ T: row.at.getTime(), m: row.taker_side === "sell", M: true },
  };
}

export function klineShape(market: MarketRow, row: KlineRow, stepMs: number) {
  return [
    row.start.getTime(),
    priceText(market, row.open_ticks),
    priceText(market, row.high_ticks),
    priceText(market, row.low_ticks),
    priceText(market, row.close_ticks),
    amountText(market, row.lots),
    row.start.getTime() + stepMs - 1,
    quoteText(market, row.quote_units),
    row.trades,
    amountText(market, row.bought_lots),
    quoteText(market, row.bought_quote_units),
    "0",
  ];
}

export type OfMarket = {
  readonly market: MarketRow;
  readonly day: DayRow | undefined;
  readonly trades: DayTradesRow | undefined;
  readonly bid: LevelRow | undefined;
  readonly ask: LevelRow | undefined;
};

export function bookTickerShape({ market, bid, ask }: Pick<OfMarket, "market" | "bid" | "ask">) {
  return {
    symbol: nameOf(market.symbol),
    bidPrice: priceText(market, bid?.price_ticks ?? 0n),
    bidQty: amountText(market, bid?.lots ?? 0n),
    askPrice: priceText(market, ask?.price_ticks ?? 0n),
    askQty: amountText(market, ask?.lots ?? 0n),
  };
}

/** Of a market without a trade in the last 24 hours everything stands at its last price. */
export function dayShape(of: OfMarket, nowMs: number) {
  const { market, day, trades } = of;
  const last = market.last_ticks ?? 0n;
  const [open, close] = [day?.open_ticks ?? last, day?.close_ticks ?? last];
  const count = trades?.trades ?? 0;
  const lastN = Number(trades?.last_n ?? -1n);
  return {
    ...bookTickerShape(of),
    priceChange: signedPrice(market, close - open),
    priceChangePercent: open === 0n ? "0" : (Number(((close - open) * 1_000_000n) / open) / 10_000).toFixed(3),
    weightedAvgPrice: priceText(market, day && day.lots > 0n ? day.quote_units / day.lots : last),
    prevClosePrice: priceText(market, open),
    lastPrice: priceText(market, close),
    lastQty: amountText(market, trades?.last_lots ?? 0n),
    openPrice: priceText(market, open),
    highPrice: priceText(market, day?.high_ticks ?? last),
    lowPrice: priceText(market, day?.low_ticks ?? last),
    volume: amountText(market, day?.lots ?? 0n),
    quoteVolume: quoteText(market, day?.quote_units ?? 0n),
    openTime: nowMs - A_DAY_MS,
    closeTime: nowMs,
    // Trades are numbered without a gap.
    firstId: count === 0 ? -1 : lastN - count + 1,
    lastId: lastN,
    count,
  };
}

const signedPrice = (market: MarketRow, ticks: bigint) =>
  ticks < 0n ? `-${priceText(market, -ticks)}` : priceText(market, ticks);

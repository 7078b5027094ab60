/** What everybody may read: markets, books, trades, candles and figures of the day. */
import type { SpotSymbol } from "#contract/products/spot/names.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { dayFigures, getMarket, listMarkets, type MarketRow } from "../market-rows.ts";
import { priceText } from "../sizes.ts";
import { closeBefore, levelsOf } from "../views/book-rows.ts";
import type { OpenCall } from "./call.ts";
import { badSymbol, FacadeError } from "./facade-error.ts";
import { dayTrades, type KlineRow, klinesOf, tradesPage } from "./facade-rows.ts";
import {
  aggregateShape,
  bookTickerShape,
  dayShape,
  depthShape,
  klineShape,
  type OfMarket,
  symbolShape,
  tradeShape,
} from "./market-shapes.ts";
import { nameOf, type Params, symbolOf } from "./params.ts";
import { RATE_LIMITS } from "./weights.ts";

const MINUTES = {
  ...{ "1m": 1, "3m": 3, "5m": 5, "15m": 15, "30m": 30, "1h": 60, "2h": 120, "4h": 240, "6h": 360, "8h": 480 },
  ...{ "12h": 720, "1d": 1440, "1w": 10_080 },
} as const;
const INTERVALS = Object.keys(MINUTES) as (keyof typeof MINUTES)[];
/** Weeks begin on a Monday. */
const FIRST_MONDAY_MS = 4 * 86_400_000;

const open = (path: string, weight: number, params: readonly string[], run: OpenCall["run"]): OpenCall => ({
  ...{ method: "GET", security: "none", path, weight, params, run },
});

export const MARKET_CALLS: readonly OpenCall[] = [
  open("/api/v3/ping", 1, [], async () => ({})),
  open("/api/v3/time", 1, [], ({ db }) => db.read(async (tx) => ({ serverTime: tx.now.getTime() }))),
  open(
    "/api/v3/exchangeInfo",
    20,
    ["symbol", "symbols", "permissions", "showPermissionSets", "symbolStatus"],
    (asked) =>
      asked.db.read(async (tx) => ({
        timezone: "UTC",
        serverTime: tx.now.getTime(),
        rateLimits: RATE_LIMITS,
        exchangeFilters: [],
        symbols: (await marketsOf(tx, asked.params)).map(symbolShape),
      })),
  ),
  open("/api/v3/depth", 5, ["symbol", "limit"], ({ db, params }) => {
    const [symbol, limit] = [params.mustSymbol(), params.limit(100, 5000)];
    return db.read(async (tx) => depthShape(await getMarket(tx, symbol), await levelsOf(tx, symbol, limit)));
  }),
  open("/api/v3/trades", 25, ["symbol", "limit"], tradesBy(tradeShape)),
  open("/api/v3/historicalTrades", 25, ["symbol", "limit", "fromId"], tradesBy(tradeShape)),
  open("/api/v3/aggTrades", 4, ["symbol", "limit", "fromId", "startTime", "endTime"], tradesBy(aggregateShape)),
  open("/api/v3/klines", 2, ["symbol", "interval", "startTime", "endTime", "timeZone", "limit"], ({ db, params }) =>
    db.read((tx) => klines(tx, params)),
  ),
  open("/api/v3/ticker/24hr", 80, ["symbol", "symbols", "type"], ({ db, params }) =>
    db.read(async (tx) =>
      oneOrAll(
        params,
        (await figures(tx, params)).map((one) => dayShape(one, tx.now.getTime())),
      ),
    ),
  ),
  open("/api/v3/ticker/price", 4, ["symbol", "symbols"], ({ db, params }) =>
    db.read(async (tx) =>
      oneOrAll(
        params,
        (await marketsOf(tx, params)).map((market) => ({
          symbol: nameOf(market.symbol),
          price: priceText(market, market.last_ticks ?? market.reference_ticks ?? 0n),
        })),
      ),
    ),
  ),
  open("/api/v3/ticker/bookTicker", 4, ["symbol", "symbols"], ({ db, params }) =>
    db.read(async (tx) => oneOrAll(params, (await figures(tx, params)).map(bookTickerShape))),
  ),
];

function tradesBy(
  shape: (market: MarketRow, row: Awaited<ReturnType<typeof tradesPage>>[number]) => object,
): OpenCall["run"] {
  return ({ db, params }) => {
    const symbol = params.mustSymbol();
    const fromId = params.whole("fromId");
    const page = {
      ...{ fromId: fromId === undefined ? undefined : BigInt(fromId), limit: params.limit(500, 1000) },
      ...{ from: params.time("startTime"), to: params.time("endTime") },
    };
    return db.read(async (tx) => {
      const market = await getMarket(tx, symbol);
      return (await tradesPage(tx, symbol, page)).map((row) => shape(market, row));
    });
  };
}

/** Refuses -1121. `symbols` is a list in JSON. */
async function marketsOf(tx: ReadTx, params: Params): Promise<MarketRow[]> {
  const [one, several] = [params.symbol(), params.text("symbols")];
  if (several !== undefined) params.none("symbol");
  const wanted = one ? [one] : several === undefined ? undefined : symbolsIn(several);
  return (await listMarkets(tx)).filter(({ symbol }) => wanted === undefined || wanted.includes(symbol));
}

function symbolsIn(text: string): SpotSymbol[] {
  if (!/^\["[A-Z]+"(,"[A-Z]+")*\]$/.test(text))
    throw new FacadeError(-1100, "Illegal characters found in parameter 'symbols'.");
  const names = JSON.parse(text) as string[];
  if (names.length > 20) throw badSymbol();
  return names.map(symbolOf);
}

function oneOrAll<T>(params: Params, all: readonly T[]): T | readonly T[] {
  const [first] = all;
  return params.symbol() === undefined || first === undefined ? all : first;
}

async function figures(tx: ReadTx, params: Params): Promise<OfMarket[]> {
  const markets = await marketsOf(tx, params);
  const [days, trades] = await Promise.all([
    dayFigures(
      tx,
      markets.map(({ symbol }) => symbol),
    ),
    dayTrades(tx),
  ]);
  return Promise.all(
    markets.map(async (market) => {
      const levels = await levelsOf(tx, market.symbol, 1);
      return {
        market,
        day: days.find((one) => one.market === market.symbol),
        trades: trades.find((one) => one.market === market.symbol),
        bid: levels.find(({ side }) => side === "buy"),
        ask: levels.find(({ side }) => side === "sell"),
      };
    }),
  );
}

/** Those of an interval, oldest first, without a hole: one without a trade is flat at the price before it. */
async function klines(tx: ReadTx, params: Params) {
  const symbol = params.mustSymbol();
  const minutes = MINUTES[params.must("interval", params.oneOf("interval", INTERVALS, -1120))];
  const limit = params.limit(500, 1000);
  if ((params.text("timeZone") ?? "0") !== "0")
    throw new FacadeError(-1130, "Data sent for parameter 'timeZone' is not valid.");
  const stepMs = minutes * 60_000;
  const down = (ms: number) => Math.floor((ms - FIRST_MONDAY_MS) / stepMs) * stepMs + FIRST_MONDAY_MS;
  const [from, to] = [params.time("startTime"), params.time("endTime")];
  const lastMs = down(Math.min(to?.getTime() ?? Infinity, tx.now.getTime()));
  const firstMs = from ? down(from.getTime() + stepMs - 1) : lastMs - (limit - 1) * stepMs;
  const endMs = Math.min(lastMs, firstMs + (limit - 1) * stepMs);
  if (firstMs < 0 || endMs < firstMs) return [];

  const [market, rows, before] = await Promise.all([
    getMarket(tx, symbol),
    klinesOf(tx, { market: symbol, minutes, from: new Date(firstMs), to: new Date(endMs + stepMs) }),
    closeBefore(tx, symbol, new Date(firstMs)),
  ]);
  const byStart = new Map(rows.map((row) => [row.start.getTime(), row]));
  const found: unknown[] = [];
  let close = before;
  for (let startMs = firstMs; startMs <= endMs; startMs += stepMs) {
    const row = byStart.get(startMs);
    if (row) close = row.close_ticks;
    if (close !== undefined) found.push(klineShape(market, row ?? flat(new Date(startMs), close), stepMs));
  }
  return found;
}

const flat = (start: Date, ticks: bigint): KlineRow => ({
  ...{ start, open_ticks: ticks, high_ticks: ticks, low_ticks: ticks, close_ticks: ticks },
  ...{ lots: 0n, quote_units: 0n, trades: 0, bought_lots: 0n, bought_quote_units: 0n },
});

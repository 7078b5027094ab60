/** Changes of the orders of a user since the last look, as Binance reports it: in the order in which it happened to each of them. */
import { CRYPTO, type CryptoCode, displayFromUnits } from "#contract/money/money.ts";
import { balancesOf } from "../../../../money/ledger/index.ts";
import type { ReadTx } from "../../../../platform/postgres/db.ts";
import { listMarkets, type MarketRow } from "../../market-rows.ts";
import type { OrderRow } from "../../orders/order-rows.ts";
import { openOrdersOf } from "../facade-rows.ts";
import { endReport, fillReport, newReports, replacedReport, setOffReports } from "./reports.ts";
import { type Ends, endsOf, fillsSince, ordersSince, type StreamFill } from "./stream-rows.ts";

/** The state that a reader knows. */
export type Seen = { readonly open: ReadonlyMap<bigint, OrderRow>; readonly ends: Ends };

/** A reader who enters gets nothing that was before. */
export async function seenNow(tx: ReadTx, userId: bigint): Promise<Seen> {
  const [rows, ends] = await Promise.all([openOrdersOf(tx, userId, undefined), endsOf(tx, userId)]);
  return { open: new Map(rows.map((row) => [row.id, row])), ends };
}

/** Reads all of it on one snapshot. */
export async function changesOf(
  tx: ReadTx,
  userId: bigint,
  seen: Seen,
): Promise<{ readonly reports: readonly object[]; readonly seen: Seen }> {
  const [rows, ends, markets] = await Promise.all([
    ordersSince(tx, { userId, openIds: [...seen.open.keys()], ends: seen.ends }),
    endsOf(tx, userId),
    listMarkets(tx),
  ]);
  const touched = rows.filter((row) => isOther(seen.open.get(row.id), row));
  const now = { open: new Map(rows.flatMap((row) => (row.ended_at ? [] : [[row.id, row] as const]))), ends };
  if (touched.length === 0) return { reports: [], seen: now };

  const orderIds = touched.flatMap((row) =>
    row.filled_lots > (seen.open.get(row.id)?.filled_lots ?? 0n) ? [row.id] : [],
  );
  const fills = orderIds.length === 0 ? [] : await fillsSince(tx, { orderIds, ends: seen.ends });
  const nowMs = tx.now.getTime();
  const reports = touched.flatMap((row) => {
    const market = markets.find(({ symbol }) => symbol === row.market);
    if (!market) throw new Error(`no market ${row.market}`);
    const own = fills.filter(({ order_id: id }) => id === row.id);
    return reportsOf({ market, row, before: seen.open.get(row.id), fills: own, nowMs });
  });
  const position = await positionOf(tx, { userId, touched, markets, nowMs });
  return { reports: reports.length === 0 ? [] : [...reports, position], seen: now };
}

function isOther(before: OrderRow | undefined, { status, lots, filled_lots: filled, was_set_off: setOff }: OrderRow) {
  // Until the market process has read it, there is nothing to tell.
  if (status === "accepted") return false;
  if (!before) return true;
  return (
    before.status !== status || before.lots !== lots || before.filled_lots !== filled || before.was_set_off !== setOff
  );
}

type Change = {
  readonly market: MarketRow;
  readonly row: OrderRow;
  readonly before: OrderRow | undefined;
  readonly fills: readonly StreamFill[];
  readonly nowMs: number;
};

function reportsOf({ market, row, before, fills, nowMs }: Change): object[] {
  const isNew = before === undefined || before.status === "accepted";
  const [filledBefore, quoteBefore] = [before?.filled_lots ?? 0n, before?.filled_quote_units ?? 0n];
  const reports: object[] = [];
  if (isNew && row.status !== "rejected") reports.push(...newReports(market, row, nowMs));
  const wasWaiting = isNew ? row.type === "stop_limit" && row.status !== "waiting" : before.status === "waiting";
  if (row.status !== "rejected" && ((row.was_set_off && !before?.was_set_off) || (wasWaiting && hasWorked(row))))
    reports.push(...setOffReports(market, row, nowMs));
  let [filled, quote] = [filledBefore, quoteBefore];
  for (const fill of fills) {
    filled += fill.lots;
    quote += fill.lots * fill.price_ticks;
    reports.push(fillReport(market, row, { fill, filled, quote, nowMs }));
  }
  if (!isNew && row.ended_at === null && row.lots < before.lots) reports.push(replacedReport(market, row, nowMs));
  if (row.ended_at !== null) reports.push(...endReport(market, row, nowMs));
  return reports;
}

/** A stop that was cancelled while it waited was never set off. */
const hasWorked = ({ status, filled_lots: filled }: OrderRow) =>
  status === "open" || status === "filled" || status === "expired" || filled > 0n;

type Position = {
  readonly userId: bigint;
  readonly touched: readonly OrderRow[];
  readonly markets: readonly MarketRow[];
  readonly nowMs: number;
};

async function positionOf(tx: ReadTx, { userId, touched, markets, nowMs }: Position): Promise<object> {
  const balances = await balancesOf(tx, userId);
  const codes = new Set<CryptoCode>(
    markets.flatMap(({ symbol, base, quote }) =>
      touched.some(({ market }) => market === symbol) ? [base, quote] : [],
    ),
  );
  return {
    ...{ e: "outboundAccountPosition", E: nowMs, u: nowMs },
    B: [...codes].map((code) => ({
      a: code,
      f: displayFromUnits(balances[code].availableUnits, CRYPTO[code].digits),
      l: displayFromUnits(balances[code].spotUnits, CRYPTO[code].digits),
    })),
  };
}

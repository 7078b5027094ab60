/** The event `executionReport`, as Binance writes it. */
import type { MarketRow } from "../../market-rows.ts";
import type { OrderRow } from "../../orders/order-rows.ts";
import { amountText, baseText, priceText, quoteText } from "../../sizes.ts";
import { type Leg, legsOf, orderParts } from "../order-shapes.ts";
import type { StreamFill } from "./stream-rows.ts";

type Happened = {
  /** The type of execution. */
  readonly x: "NEW" | "TRADE" | "CANCELED" | "REPLACED" | "REJECTED" | "EXPIRED";
  readonly X: string;
  readonly atMs: number;
  readonly nowMs: number;
  /** Its sums after this. */
  readonly filled: bigint;
  readonly quote: bigint;
  readonly isOnBook: boolean;
  readonly fill?: StreamFill;
};

function reportOf(market: MarketRow, row: OrderRow, leg: Leg, happened: Happened): object {
  const parts = orderParts(market, row, leg);
  const { x, X, atMs, nowMs, filled, quote, isOnBook, fill } = happened;
  const isMarket = row.type === "market";
  return {
    ...{ e: "executionReport", E: nowMs, s: parts.symbol, c: parts.clientOrderId, S: parts.side, o: parts.type },
    ...{ f: parts.timeInForce, p: parts.price, P: parts.stopPrice ?? "0", F: "0", g: parts.orderListId, C: "" },
    q: row.quote_limit_units === null ? amountText(market, row.lots) : "0",
    ...{ x, X, r: "NONE", i: parts.orderId },
    ...{ l: amountText(market, fill?.lots ?? 0n), z: amountText(market, filled) },
    L: fill ? priceText(market, fill.price_ticks) : "0",
    ...{ n: fill ? feeOf(market, fill) : "0", N: fill ? (fill.side === "buy" ? market.base : market.quote) : null },
    ...{
      T: atMs,
      t: fill ? Number(fill.n) : -1,
      I: Number(row.id),
      w: isOnBook && !isMarket,
      m: fill?.is_maker ?? false,
    },
    ...{ M: false, O: row.at.getTime(), Z: quoteText(market, quote) },
    Y: quoteText(market, fill ? fill.lots * fill.price_ticks : 0n),
    ...{ Q: quoteText(market, row.quote_limit_units ?? 0n), W: row.at.getTime(), V: "EXPIRE_TAKER" },
  };
}

const feeOf = (market: MarketRow, { side, fee_units: units }: StreamFill) =>
  side === "buy" ? baseText(market, units) : quoteText(market, units);

/** An order with two prices is two orders there. */
export function newReports(market: MarketRow, row: OrderRow, nowMs: number): object[] {
  return legsOf(row).map((leg) =>
    reportOf(market, row, leg, {
      ...{ x: "NEW", X: "NEW", atMs: row.at.getTime(), nowMs, filled: 0n, quote: 0n },
      isOnBook: leg === "limit" || (leg === "whole" && row.type !== "stop_limit"),
    }),
  );
}

/** Its stop was reached: from here on it is an order as others, and of two prices the limit is over. */
export function setOffReports(market: MarketRow, row: OrderRow, nowMs: number): object[] {
  const common = { atMs: nowMs, nowMs, filled: 0n, quote: 0n };
  const working = { x: "NEW", X: "NEW", isOnBook: true, ...common } as const;
  if (row.type !== "oco") return [reportOf(market, row, "whole", working)];
  const over = { x: "EXPIRED", X: "EXPIRED", isOnBook: false, ...common } as const;
  return [reportOf(market, row, "limit", over), reportOf(market, row, "stop", working)];
}

export function fillReport(
  market: MarketRow,
  row: OrderRow,
  { fill, filled, quote, nowMs }: { fill: StreamFill; filled: bigint; quote: bigint; nowMs: number },
): object {
  const isAll = row.status === "filled" && filled === row.filled_lots;
  return reportOf(market, row, legOf(row), {
    ...{ x: "TRADE", X: isAll ? "FILLED" : "PARTIALLY_FILLED", atMs: fill.at.getTime(), nowMs, filled, quote, fill },
    isOnBook: !isAll,
  });
}

export function replacedReport(market: MarketRow, row: OrderRow, nowMs: number): object {
  const { filled_lots: filled, filled_quote_units: quote } = row;
  const X = filled > 0n ? "PARTIALLY_FILLED" : "NEW";
  return reportOf(market, row, legOf(row), { x: "REPLACED", X, atMs: nowMs, nowMs, filled, quote, isOnBook: true });
}

/** A filled order has had its report with its last trade; of two prices the other one is over then. */
export function endReport(market: MarketRow, row: OrderRow, nowMs: number): object[] {
  const atMs = (row.ended_at ?? row.at).getTime();
  return legsOf(row).flatMap((leg) => {
    const isOther = row.type === "oco" && leg !== legOf(row);
    if (isOther && row.was_set_off) return [];
    const X = row.status === "filled" ? (isOther ? "EXPIRED" : "FILLED") : orderParts(market, row, leg).status;
    if (X === "FILLED") return [];
    const x = X === "CANCELED" || X === "REJECTED" ? X : "EXPIRED";
    const [filled, quote] = isOther ? [0n, 0n] : [row.filled_lots, row.filled_quote_units];
    return [reportOf(market, row, leg, { x, X, atMs, nowMs, filled, quote, isOnBook: false })];
  });
}

/** The one that trades. */
const legOf = (row: OrderRow): Leg => (row.type !== "oco" ? "whole" : row.was_set_off ? "stop" : "limit");

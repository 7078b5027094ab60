/**
 * Orders as Binance writes them. Its order with two prices is a list of two orders, ours is one: the even number is the order or
 * its limit, the odd number its stop.
 */
import type { SpotSymbol } from "#contract/products/spot/names.ts";
import type { MarketRow } from "../market-rows.ts";
import type { OrderRow } from "../orders/order-rows.ts";
import { amountText, baseText, priceText, quoteText } from "../sizes.ts";
import type { OwnTradeRow } from "./facade-rows.ts";
import { nameOf } from "./params.ts";

export const numberOf = (id: bigint, isStop = false): number => Number(id * 2n) + (isStop ? 1 : 0);
export const idOf = (number: number): bigint => BigInt(Math.floor(number / 2));

export type Leg = "whole" | "limit" | "stop";

export const legsOf = ({ type }: Pick<OrderRow, "type">): readonly Leg[] =>
  type === "oco" ? ["limit", "stop"] : ["whole"];

const STATUS: Readonly<Record<OrderRow["status"], string>> = {
  accepted: "PENDING_NEW",
  waiting: "NEW",
  open: "NEW",
  filled: "FILLED",
  cancelled: "CANCELED",
  expired: "EXPIRED",
  rejected: "REJECTED",
};

function statusOf(row: OrderRow, leg: Leg): string {
  // What came first ended the other.
  const isOther = leg === "limit" ? row.was_set_off : leg === "stop" && !row.was_set_off && row.filled_lots > 0n;
  if (isOther || (leg === "stop" && row.status === "filled" && !row.was_set_off)) return "EXPIRED";
  if (row.why === "self_trade") return "EXPIRED_IN_MATCH";
  return row.status === "open" && row.filled_lots > 0n ? "PARTIALLY_FILLED" : STATUS[row.status];
}

function typeOf(row: OrderRow, leg: Leg): string {
  if (leg === "limit") return "LIMIT_MAKER";
  if (leg === "stop" || row.type === "stop_limit") return "STOP_LOSS_LIMIT";
  if (row.type === "market") return "MARKET";
  return row.tif === "post_only" ? "LIMIT_MAKER" : "LIMIT";
}

const nameOfLeg = ({ client_id: given, hash }: OrderRow, leg: Leg): string =>
  leg === "whole" ? (given ?? hash) : `${hash}-${leg}`;

/** The parts that all answers about an order share. */
export function orderParts(market: MarketRow, row: OrderRow, leg: Leg) {
  const isActive = leg === "whole" || (leg === "stop") === row.was_set_off;
  // The two prices of an order change places when its stop is set off.
  const ticks = leg === "whole" || isActive ? row.price_ticks : (row.oco_ticks ?? row.price_ticks);
  return {
    symbol: nameOf(row.market),
    orderId: numberOf(row.id, leg === "stop"),
    orderListId: leg === "whole" ? -1 : Number(row.id),
    clientOrderId: nameOfLeg(row, leg),
    price: row.type === "market" ? "0" : priceText(market, ticks),
    origQty: row.quote_limit_units === null ? amountText(market, row.lots) : amountText(market, row.filled_lots),
    executedQty: amountText(market, isActive ? row.filled_lots : 0n),
    origQuoteOrderQty: quoteText(market, row.quote_limit_units ?? 0n),
    cummulativeQuoteQty: quoteText(market, isActive ? row.filled_quote_units : 0n),
    status: statusOf(row, leg),
    timeInForce: row.tif === "post_only" ? "GTC" : row.tif.toUpperCase(),
    type: typeOf(row, leg),
    side: row.side.toUpperCase(),
    ...(row.stop_ticks !== null && leg !== "limit" ? { stopPrice: priceText(market, row.stop_ticks) } : {}),
    selfTradePreventionMode: "EXPIRE_TAKER",
  };
}

export function orderShape(market: MarketRow, row: OrderRow, leg: Leg) {
  return {
    ...orderParts(market, row, leg),
    icebergQty: "0",
    time: row.at.getTime(),
    updateTime: (row.ended_at ?? row.at).getTime(),
    isWorking: row.status !== "accepted" && row.status !== "waiting" && (leg !== "stop" || row.was_set_off),
    workingTime: row.at.getTime(),
  };
}

/** The answer to a new order, with what it traded at once. */
export function placedShape(market: MarketRow, row: OrderRow, fills: readonly OwnTradeRow[]) {
  return {
    ...orderParts(market, row, "whole"),
    transactTime: row.at.getTime(),
    workingTime: row.at.getTime(),
    fills: fills.map((fill) => ({
      price: priceText(market, fill.price_ticks),
      qty: amountText(market, fill.lots),
      commission: feeText(market, fill),
      commissionAsset: fill.side === "buy" ? market.base : market.quote,
      tradeId: Number(fill.n),
    })),
  };
}

export function cancelledShape(
  market: MarketRow,
  row: OrderRow,
  { leg, atMs, clientId }: { leg: Leg; atMs: number; clientId?: string },
) {
  const shown = orderParts(market, row, leg);
  return {
    ...shown,
    origClientOrderId: shown.clientOrderId,
    clientOrderId: clientId ?? shown.clientOrderId,
    transactTime: atMs,
  };
}

export function listShape(market: MarketRow, row: OrderRow) {
  const legs = legsOf(row).map((leg) => orderParts(market, row, leg));
  return {
    orderListId: Number(row.id),
    contingencyType: "OCO",
    listStatusType: row.ended_at === null ? "EXEC_STARTED" : "ALL_DONE",
    listOrderStatus: row.ended_at === null ? "EXECUTING" : row.status === "rejected" ? "REJECT" : "ALL_DONE",
    listClientOrderId: row.client_id ?? row.hash,
    transactionTime: row.at.getTime(),
    symbol: nameOf(row.market),
    orders: legs.map(({ symbol, orderId, clientOrderId }) => ({ symbol, orderId, clientOrderId })),
    orderReports: legs.map((leg) => ({ ...leg, transactTime: row.at.getTime() })),
  };
}

export function ownTradeShape(market: MarketRow, symbol: SpotSymbol, row: OwnTradeRow) {
  return {
    symbol: nameOf(symbol),
    id: Number(row.n),
    orderId: numberOf(row.order_id, row.was_set_off),
    orderListId: row.order_type === "oco" ? Number(row.order_id) : -1,
    price: priceText(market, row.price_ticks),
    qty: amountText(market, row.lots),
    quoteQty: quoteText(market, row.lots * row.price_ticks),
    commission: feeText(market, row),
    commissionAsset: row.side === "buy" ? market.base : market.quote,
    time: row.at.getTime(),
    isBuyer: row.side === "buy",
    isMaker: row.is_maker,
    isBestMatch: true,
  };
}

const feeText = (market: MarketRow, { side, fee_units: units }: Pick<OwnTradeRow, "side" | "fee_units">) =>
  side === "buy" ? baseText(market, units) : quoteText(market, units);

/** Rows of the log and of orders as the engine takes them. Beyond 2^53 no number is exact: the database refuses such sizes before. */
import type { BookStart } from "../engine/book.ts";
import type { Command, Effects } from "../engine/commands.ts";
import type { CommandRow, LiveOrderRow, ProgressRow } from "./match-rows.ts";

export function commandOf(row: CommandRow): Command {
  switch (row.kind) {
    case "place":
      return {
        kind: "place",
        order: {
          id: exact(row.order_id),
          group: exact(row.owner_id),
          side: given(row.side),
          type: given(row.type),
          tif: given(row.tif),
          priceTicks: exact(row.price_ticks),
          stopTicks: row.stop_ticks === null ? null : exact(row.stop_ticks),
          ocoTicks: row.oco_ticks === null ? null : exact(row.oco_ticks),
          lots: exact(row.placed_lots),
          quoteLimit: row.quote_limit_units === null ? null : exact(row.quote_limit_units),
        },
      };
    case "cancel":
      return { kind: "cancel", orderId: exact(row.order_id) };
    case "cancel_all":
      return { kind: "cancel_all", group: exact(row.user_id) };
    case "amend":
      return { kind: "amend", orderId: exact(row.order_id), lots: exact(row.lots) };
    case "reference":
      return { kind: "reference", ticks: exact(row.ticks) };
    case "state":
      return { kind: "state", status: given(row.status) };
    default:
      throw new Error(`command ${row.seq} is ${row.kind}`);
  }
}

export function startOf(progress: Omit<ProgressRow, "applied_seq">, orders: readonly LiveOrderRow[]): BookStart {
  return {
    status: progress.status,
    referenceTicks: progress.reference_ticks === null ? null : exact(progress.reference_ticks),
    lastTicks: progress.last_ticks === null ? null : exact(progress.last_ticks),
    bandBp: progress.band_bp,
    nextRank: exact(progress.next_rank),
    orders: orders.map((row) => ({
      id: exact(row.id),
      group: exact(row.user_id),
      side: row.side,
      type: row.type,
      tif: row.tif,
      priceTicks: exact(row.price_ticks),
      stopTicks: row.stop_ticks === null ? null : exact(row.stop_ticks),
      ocoTicks: row.oco_ticks === null ? null : exact(row.oco_ticks),
      wasSetOff: row.was_set_off,
      lots: exact(row.lots),
      quoteLimit: row.quote_limit_units === null ? null : exact(row.quote_limit_units),
      filledLots: exact(row.filled_lots),
      filledQuote: exact(row.filled_quote_units),
      rank: exact(row.rank),
      isWaiting: row.status === "waiting",
    })),
  };
}

/** As settle_spot reads it. */
export function doneOf(effects: Effects, nextRank: number): object {
  return {
    fills: effects.fills.map(({ seq, makerId, takerId, takerSide, priceTicks, lots }) => ({
      seq,
      maker_id: makerId,
      taker_id: takerId,
      taker_side: takerSide,
      price_ticks: priceTicks,
      lots,
    })),
    orders: effects.orders.map(({ id, status, why, lots, filledLots, rank, wasSetOff }) => ({
      id,
      status,
      why,
      lots,
      filled_lots: filledLots,
      rank,
      was_set_off: wasSetOff,
    })),
    prevented: effects.prevented.map(({ seq, makerId, takerId, priceTicks, lots }) => ({
      seq,
      maker_id: makerId,
      taker_id: takerId,
      price_ticks: priceTicks,
      lots,
    })),
    next_rank: nextRank,
  };
}

function exact(value: bigint | null): number {
  if (value === null || value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error(`${value} is no exact number`);
  return Number(value);
}

function given<T>(value: T | null): T {
  if (value === null) throw new Error("a command lacks a part");
  return value;
}

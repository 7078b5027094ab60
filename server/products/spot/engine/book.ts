/**
 * The order book of one market. Its state is a function of its commands: it reads no clock and no table, so the same
 * commands give the same fills, in any process and after any restart.
 */
import { createHash } from "node:crypto";
import type { Effects, MarketStatus, OrderState, Side } from "./commands.ts";
import { Ladder, type Resting } from "./ladder.ts";
import { OrderTable } from "./order-table.ts";

/** What a book starts with: all of it is kept in the tables as of the last settled command. */
export type BookStart = {
  readonly status: MarketStatus;
  readonly referenceTicks: number | null;
  /** The price of the last fill; stops wait for it. */
  readonly lastTicks: number | null;
  readonly bandBp: number;
  readonly nextRank: number;
  readonly orders: readonly (Omit<Resting, "level" | "before" | "after" | "status" | "why" | "batch"> & object)[];
};

export class Book {
  readonly bids = new Ladder("buy");
  readonly asks = new Ladder("sell");
  readonly orders = new OrderTable();
  /** Stops that wait, those of resting orders with two prices included. */
  readonly waiting = new Set<Resting>();
  readonly bandBp: number;
  status: MarketStatus;
  referenceTicks: number | null;
  lastTicks: number | null;
  nextRank: number;

  constructor(start: BookStart) {
    this.status = start.status;
    this.referenceTicks = start.referenceTicks;
    this.lastTicks = start.lastTicks;
    this.bandBp = start.bandBp;
    this.nextRank = start.nextRank;
    for (const one of start.orders.toSorted((a, b) => a.rank - b.rank))
      this.keep({
        ...one,
        ...{ status: one.isWaiting ? "waiting" : "open", why: null, level: null, before: null, after: null, batch: 0 },
      });
  }

  ladder(side: Side): Ladder {
    return side === "buy" ? this.bids : this.asks;
  }

  keep(order: Resting): void {
    this.orders.add(order);
    if (order.isWaiting || hasBoth(order)) this.waiting.add(order);
    if (!order.isWaiting) this.ladder(order.side).add(order);
  }

  drop(order: Resting): void {
    this.orders.remove(order);
    if (order.stopTicks !== null) this.waiting.delete(order);
    if (!order.isWaiting) this.ladder(order.side).remove(order);
  }

  /** A digest of the book: its orders by side, price and place, then the waiting stops, and the state of the market. */
  digest(): string {
    const hash = createHash("sha256");
    hash.update(`${this.status} ${this.referenceTicks ?? "-"} ${this.lastTicks ?? "-"}\n`);
    for (const { levels } of [this.bids, this.asks])
      for (const level of levels)
        for (let order = level.first; order; order = order.after) hash.update(`${lineOf(order)}\n`);
    for (const order of [...this.waiting].toSorted((a, b) => a.id - b.id)) hash.update(`${lineOf(order)}\n`);
    return hash.digest("hex");
  }
}

/** An order with two prices, of which neither was reached. */
const hasBoth = ({ type, wasSetOff, filledLots }: Resting): boolean => type === "oco" && !wasSetOff && filledLots === 0;

function lineOf(order: Resting): string {
  const { id, side, priceTicks, stopTicks, lots, filledLots, isWaiting } = order;
  const other = hasBoth(order) ? ` ${stopTicks} ${order.ocoTicks}` : "";
  return `${id} ${side} ${priceTicks} ${isWaiting ? stopTicks : "-"} ${lots} ${filledLots}${other}`;
}

/** Adds the order to what the commands did: in the end, as the last of them left it. */
export function note(effects: Effects, order: Resting, { status, why }: Pick<OrderState, "status" | "why">): void {
  order.status = status;
  order.why = why;
  if (order.batch === effects.batch) return;
  order.batch = effects.batch;
  effects.orders.push(order);
}

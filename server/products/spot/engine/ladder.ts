/** One side of a book: price levels in a sorted array, best last, each with a linked list of its orders, oldest first. */
import type { EndReason, NewOrder, OrderStatus } from "./commands.ts";

/** An order in the book, or a stop that waits. */
export type Resting = NewOrder & {
  priceTicks: number;
  ocoTicks: number | null;
  wasSetOff: boolean;
  lots: number;
  filledLots: number;
  filledQuote: number;
  rank: number;
  isWaiting: boolean;
  status: OrderStatus;
  why: EndReason | null;
  /** Of the effects that list it last. */
  batch: number;
  level: Level | null;
  before: Resting | null;
  after: Resting | null;
};

export type Level = { readonly ticks: number; first: Resting | null; last: Resting | null; lots: number };

export class Ladder {
  readonly levels: Level[] = [];
  /** 1 where a higher price is better, as for bids, and -1 for asks. */
  readonly #sign: 1 | -1;

  constructor(side: "buy" | "sell") {
    this.#sign = side === "buy" ? 1 : -1;
  }

  best(): Level | undefined {
    return this.levels[this.levels.length - 1];
  }

  add(order: Resting): void {
    const level = this.#levelAt(order.priceTicks);
    order.level = level;
    order.before = level.last;
    order.after = null;
    if (level.last) level.last.after = order;
    else level.first = order;
    level.last = order;
    level.lots += order.lots - order.filledLots;
  }

  remove(order: Resting): void {
    const { level } = order;
    if (!level) throw new Error(`order ${order.id} is in no level`);
    if (order.before) order.before.after = order.after;
    else level.first = order.after;
    if (order.after) order.after.before = order.before;
    else level.last = order.before;
    level.lots -= order.lots - order.filledLots;
    order.level = null;
    if (!level.first) this.levels.splice(this.#placeOf(level.ticks), 1);
  }

  /** The index of the level with this price, or where it belongs. */
  #placeOf(ticks: number): number {
    const { levels } = this;
    const wanted = ticks * this.#sign;
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((levels[middle] as Level).ticks * this.#sign < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #levelAt(ticks: number): Level {
    const place = this.#placeOf(ticks);
    const found = this.levels[place];
    if (found?.ticks === ticks) return found;
    const level: Level = { ticks, first: null, last: null, lots: 0 };
    if (place === this.levels.length) this.levels.push(level);
    else this.levels.splice(place, 0, level);
    return level;
  }
}

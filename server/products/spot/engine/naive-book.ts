/** The same rules as the book's in the plainest form, for tests: one list of orders, searched anew for each step. */
import type { Command, EndReason, Fill, NewOrder } from "./commands.ts";

type Held = NewOrder & { lots: number; filled: number; spent: number; age: number; waits: boolean; stopped: boolean };

export class NaiveBook {
  orders: Held[] = [];
  fills: Fill[] = [];
  ends = new Map<number, EndReason>();
  status = "trading";
  reference: number | null = null;
  last: number | null = null;
  readonly bandBp: number;
  #age = 0;

  constructor(bandBp: number) {
    this.bandBp = bandBp;
  }

  apply(seq: number, command: Command): void {
    if (command.kind === "reference") this.reference = command.ticks;
    if (command.kind === "state") this.status = command.status;
    if (command.kind === "cancel") this.#end((one) => one.id === command.orderId, "asked");
    if (command.kind === "cancel_all") this.#end((one) => one.group === command.group, "asked");
    if (command.kind === "amend") {
      const one = this.orders.find(({ id }) => id === command.orderId);
      if (one && command.lots <= one.filled) this.#end(({ id }) => id === one.id, "asked");
      else if (one && command.lots < one.lots) one.lots = command.lots;
    }
    if (command.kind !== "place") return;
    const order = { ...command.order, filled: 0, spent: 0, age: this.#age++, waits: false, stopped: false };
    if (this.status !== "trading") return void this.ends.set(order.id, "market_closed");
    if (order.type === "stop_limit" && !this.#isReached(order)) return void this.orders.push({ ...order, waits: true });
    this.#take(seq, this.#isReached(order) ? asStop(order) : order);
    for (let next = this.#reached(); next; next = this.#reached()) {
      this.orders = this.orders.filter((one) => one !== next);
      this.#take(seq, { ...asStop(next), age: this.#age++ });
    }
  }

  #reached = () =>
    this.orders
      .filter((one) => (one.waits || (one.type === "oco" && !one.stopped && one.filled === 0)) && this.#isReached(one))
      .toSorted((a, b) => a.age - b.age)[0];

  #isReached({ side, stopTicks }: NewOrder): boolean {
    if (this.last === null || stopTicks === null) return false;
    return side === "buy" ? this.last >= stopTicks : this.last <= stopTicks;
  }

  #end(which: (one: Held) => boolean, why: EndReason): void {
    for (const one of this.orders.filter(which)) this.ends.set(one.id, why);
    this.orders = this.orders.filter((one) => !which(one));
  }

  /** The orders of the other side whose price fits, best first. */
  #makers({ side, priceTicks }: NewOrder): Held[] {
    const sign = side === "buy" ? 1 : -1;
    return this.orders
      .filter((one) => !one.waits && one.side !== side && one.priceTicks * sign <= priceTicks * sign)
      .toSorted((a, b) => (a.priceTicks - b.priceTicks) * sign || a.age - b.age);
  }

  #inBand = (ticks: number) =>
    this.reference !== null && Math.abs(ticks - this.reference) <= (this.reference * this.bandBp) / 10_000;

  #take(seq: number, order: Held): void {
    const makers = this.#makers(order);
    if ((order.tif === "post_only" || (order.type === "oco" && !order.stopped)) && makers.length > 0)
      return void this.ends.set(order.id, "would_take");
    if (order.tif === "fok") {
      const foreign = makers.findIndex((one) => one.group === order.group || !this.#inBand(one.priceTicks));
      const offered = (foreign < 0 ? makers : makers.slice(0, foreign)).reduce(
        (sum, one) => sum + one.lots - one.filled,
        0,
      );
      if (offered < order.lots) return void this.ends.set(order.id, "not_all");
    }
    for (let [maker] = makers; maker; [maker] = this.#makers(order)) {
      const ticks = maker.priceTicks;
      const affordable = order.quoteLimit === null ? Infinity : Math.floor((order.quoteLimit - order.spent) / ticks);
      const lots = Math.min(order.lots - order.filled, maker.lots - maker.filled, affordable);
      if (order.lots === order.filled || order.spent === order.quoteLimit) break;
      if (!this.#inBand(ticks)) return void this.ends.set(order.id, "band");
      if (lots === 0) return void this.ends.set(order.id, order.filled > 0 ? "filled" : "not_filled");
      if (maker.group === order.group) return void this.ends.set(order.id, "self_trade");
      this.fills.push({ seq, makerId: maker.id, takerId: order.id, takerSide: order.side, priceTicks: ticks, lots });
      for (const one of [maker, order]) {
        one.filled += lots;
        one.spent += lots * ticks;
      }
      this.last = ticks;
      this.#end((one) => one.filled === one.lots, "filled");
    }
    if (order.filled === order.lots || order.spent === order.quoteLimit) return void this.ends.set(order.id, "filled");
    if (order.tif === "ioc" || order.tif === "fok") return void this.ends.set(order.id, "not_filled");
    this.orders.push(order);
  }
}

const asStop = (one: Held): Held => ({
  ...one,
  waits: false,
  stopped: true,
  priceTicks: one.ocoTicks ?? one.priceTicks,
});

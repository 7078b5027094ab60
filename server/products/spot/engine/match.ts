/** Matches a new order against the book by price, then by age, and then the stops that its fills set off. */
import { type Book, note } from "./book.ts";
import type { Effects, NewOrder, OrderState, Side } from "./commands.ts";
import type { Resting } from "./ladder.ts";

type End = Pick<OrderState, "status" | "why">;
const OPEN: End = { status: "open", why: null };
const FILLED: End = { status: "filled", why: "filled" };
const NOT_FILLED: End = { status: "expired", why: "not_filled" };
const NOT_ALL: End = { status: "expired", why: "not_all" };
const WOULD_TAKE: End = { status: "rejected", why: "would_take" };

type Taking = { readonly seq: number; readonly effects: Effects };

export function place(book: Book, order: NewOrder, taking: Taking): void {
  const { effects } = taking;
  const taker = newcomer(order, book.nextRank++);
  assertWhole(taker);
  if (book.status !== "trading") note(effects, taker, { status: "rejected", why: "market_closed" });
  else if (taker.isWaiting && !isSetOff(taker, book.lastTicks)) {
    book.keep(taker);
    note(effects, taker, { status: "waiting", why: null });
  } else {
    const before = effects.fills.length;
    if (taker.stopTicks !== null && isSetOff(taker, book.lastTicks)) becomeStop(taker);
    take(book, taker, taking);
    // Only a fill moves the last price, so no stop is set off without one.
    if (effects.fills.length > before) setOff(book, taking);
  }
}

/** Each part by name: millions are made, and a copy of another object takes several times as long. */
function newcomer(order: NewOrder, rank: number): Resting {
  const { id, group, side, type, tif, priceTicks, stopTicks, ocoTicks, lots, quoteLimit } = order;
  return {
    // What a cancel reads and writes is next to each other.
    id,
    side,
    stopTicks,
    isWaiting: type === "stop_limit",
    level: null,
    before: null,
    after: null,
    lots,
    filledLots: 0,
    batch: 0,
    status: "open",
    why: null,
    type,
    filledQuote: 0,
    priceTicks,
    group,
    quoteLimit,
    tif,
    ocoTicks,
    rank,
    wasSetOff: false,
  };
}

function setOff(book: Book, taking: Taking): void {
  for (let next = nextSetOff(book); next; next = nextSetOff(book)) {
    book.drop(next);
    becomeStop(next);
    next.rank = book.nextRank++;
    take(book, next, taking);
  }
}

function becomeStop(order: Resting): void {
  order.isWaiting = false;
  if (order.ocoTicks === null) return;
  order.wasSetOff = true;
  [order.priceTicks, order.ocoTicks] = [order.ocoTicks, order.priceTicks];
}

/** The product of a price and a quantity is a sum of money: it must be exact. */
function assertWhole({ id, priceTicks, lots }: NewOrder): void {
  const isWhole = Number.isSafeInteger(priceTicks) && Number.isSafeInteger(lots) && priceTicks > 0 && lots > 0;
  if (!isWhole) throw new Error(`order ${id} has no whole price and quantity`);
}

function isSetOff({ side, stopTicks }: Resting, lastTicks: number | null): boolean {
  if (lastTicks === null || stopTicks === null) return false;
  return side === "buy" ? lastTicks >= stopTicks : lastTicks <= stopTicks;
}

/** The oldest of the stops that the last price has reached. */
function nextSetOff(book: Book): Resting | undefined {
  let oldest: Resting | undefined;
  for (const one of book.waiting)
    if (isSetOff(one, book.lastTicks) && (!oldest || one.rank < oldest.rank)) oldest = one;
  return oldest;
}

function take(book: Book, taker: Resting, taking: Taking): void {
  const state = stateAfter(book, taker, taking);
  if (state.status === "open") book.keep(taker);
  note(taking.effects, taker, state);
}

function stateAfter(book: Book, taker: Resting, taking: Taking): End {
  const best = book.ladder(taker.side === "buy" ? "sell" : "buy").best();
  const onlyRests = taker.tif === "post_only" || (taker.type === "oco" && !taker.wasSetOff);
  if (onlyRests && best && isWithin(taker, best.ticks)) return WOULD_TAKE;
  if (taker.tif === "fok" && !couldFillAll(book, taker)) return NOT_ALL;

  const stopped = fill(book, taker, taking);
  if (isDone(taker) || (stopped === "spent" && taker.filledLots > 0)) return FILLED;
  if (stopped === "band" || stopped === "self_trade") return { status: "expired", why: stopped };
  if (taker.tif === "ioc" || taker.tif === "fok") return NOT_FILLED;
  return OPEN;
}

/** Trades until nothing fits. The answer is why it stopped before the book or the limit did. */
function fill(book: Book, taker: Resting, taking: Taking): "band" | "self_trade" | "spent" | null {
  const opposite = book.ladder(taker.side === "buy" ? "sell" : "buy");
  for (let level = opposite.best(); level && !isDone(taker); level = opposite.best()) {
    const { ticks } = level;
    if (!isWithin(taker, ticks)) return null;
    if (!isInBand(book, ticks)) return "band";
    const maker = level.first as Resting;
    const lots = Math.min(maker.lots - maker.filledLots, lotsLeft(taker, ticks));
    if (lots === 0) return "spent";
    if (maker.group === taker.group) {
      taking.effects.prevented.push({ seq: taking.seq, makerId: maker.id, takerId: taker.id, priceTicks: ticks, lots });
      return "self_trade";
    }
    trade(book, taking, { maker, taker, ticks, lots });
  }
  return null;
}

function trade(
  book: Book,
  { seq, effects }: Taking,
  { maker, taker, ticks, lots }: { maker: Resting; taker: Resting; ticks: number; lots: number },
): void {
  const isLast = maker.lots - maker.filledLots === lots;
  // The level counts what rests, so a filled order leaves it before its figures change.
  if (isLast) book.drop(maker);
  else if (maker.level) maker.level.lots -= lots;
  addFill(maker, { ticks, lots });
  addFill(taker, { ticks, lots });
  // The limit came first.
  if (maker.stopTicks !== null) book.waiting.delete(maker);
  book.lastTicks = ticks;
  effects.fills.push({ seq, makerId: maker.id, takerId: taker.id, takerSide: taker.side, priceTicks: ticks, lots });
  note(effects, maker, isLast ? FILLED : OPEN);
}

function addFill(order: Resting, { ticks, lots }: { ticks: number; lots: number }): void {
  order.filledLots += lots;
  order.filledQuote += lots * ticks;
}

function isDone({ lots, filledLots, quoteLimit, filledQuote }: Resting): boolean {
  return filledLots === lots || (quoteLimit !== null && filledQuote === quoteLimit);
}

function lotsLeft({ lots, filledLots, quoteLimit, filledQuote }: Resting, ticks: number): number {
  const left = lots - filledLots;
  return quoteLimit === null ? left : Math.min(left, Math.floor((quoteLimit - filledQuote) / ticks));
}

function isWithin({ side, priceTicks }: { side: Side; priceTicks: number }, ticks: number): boolean {
  return side === "buy" ? ticks <= priceTicks : ticks >= priceTicks;
}

/** Trades happen only within the band around the reference price. */
function isInBand({ referenceTicks, bandBp }: Book, ticks: number): boolean {
  if (referenceTicks === null) return false;
  return Math.abs(ticks - referenceTicks) * 10_000 <= referenceTicks * bandBp;
}

function couldFillAll(book: Book, taker: Resting): boolean {
  const { levels } = book.ladder(taker.side === "buy" ? "sell" : "buy");
  let left = taker.lots;
  for (let place = levels.length - 1; place >= 0 && left > 0; place--) {
    const level = levels[place];
    if (!level || !isWithin(taker, level.ticks) || !isInBand(book, level.ticks)) return false;
    for (let one = level.first; one && left > 0; one = one.after) {
      if (one.group === taker.group) return false;
      left -= one.lots - one.filledLots;
    }
  }
  return left <= 0;
}

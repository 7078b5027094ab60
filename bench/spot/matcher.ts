/** The matching engine alone, on the same operations as the library `nodejs-order-book`: both have to end with the same resting books. */
import assert from "node:assert/strict";
import { type LimitOrderOptions, OrderBook, Side as TheirSide } from "nodejs-order-book";
import { apply } from "../../server/products/spot/engine/apply.ts";
import { Book } from "../../server/products/spot/engine/book.ts";
import { type Command, noEffects, type Side } from "../../server/products/spot/engine/commands.ts";
import { median, whole } from "../rounds.ts";
import type { Row } from "../row.ts";

const OPERATIONS = 1_000_000;
const ROUNDS = 3;
const CENTER = 500_000;
const PART = 10_000;

type Operation =
  | { readonly kind: "limit"; readonly id: number; readonly side: Side; readonly price: number; readonly size: number }
  | { readonly kind: "market"; readonly id: number; readonly side: Side; readonly size: number }
  | { readonly kind: "cancel"; readonly id: number };

/** A book that moves slowly: limits near its middle of which some take, cancels of any that was placed, a few market orders. */
function* operations(): Generator<Operation> {
  let seed = 12_345;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const below = (most: number) => Math.floor(random() * most);
  let middle = CENTER;
  const live: number[] = [];
  for (let id = 0; id < OPERATIONS; id++) {
    middle += random() < 0.5 ? -1 : 1;
    const kind = random();
    const side = random() < 0.5 ? "buy" : "sell";
    if (kind < 0.55 || live.length < 200) {
      live.push(id);
      const away = random() < 0.12 ? -below(5) : 1 + Math.floor(random() ** 2 * 60);
      yield { kind: "limit", id, side, price: side === "buy" ? middle - away : middle + away, size: 1 + below(100) };
    } else if (kind < 0.62) yield { kind: "market", id, side, size: 1 + below(200) };
    else {
      const at = below(live.length);
      const cancelled = live[at] ?? 0;
      live[at] = live.at(-1) ?? 0;
      live.pop();
      yield { kind: "cancel", id: cancelled };
    }
  }
}

/** What is prepared for an engine is not measured; a part at a time, so that it is not in its way either. */
function timed<T>(prepare: (one: Operation) => T, run: (one: T) => void): number {
  let tookMs = 0;
  let part: T[] = [];
  const runPart = () => {
    const begun = performance.now();
    for (const one of part) run(one);
    tookMs += performance.now() - begun;
    part = [];
  };
  for (const one of operations()) {
    part.push(prepare(one));
    if (part.length === PART) runPart();
  }
  runPart();
  return (OPERATIONS * 1000) / tookMs;
}

type Result = { readonly perSecond: number; readonly resting: ReadonlyMap<string, number> };

/** Every order is somebody else's, as the library knows no owners; the band is as wide as it can be. */
function ours(): Result {
  const start = { status: "trading", referenceTicks: CENTER, lastTicks: null, nextRank: 0, orders: [] } as const;
  const book = new Book({ ...start, bandBp: 10_000 });
  let effects = noEffects();
  let seq = 0;
  const perSecond = timed(commandOf, (command) => {
    apply(book, { seq, command }, effects);
    seq += 1;
    // As the market process settles them.
    if (seq % 500 === 0) effects = noEffects();
  });
  const resting = new Map<string, number>();
  for (const { side, priceTicks, lots, filledLots } of book.orders.values())
    resting.set(`${side} ${priceTicks}`, (resting.get(`${side} ${priceTicks}`) ?? 0) + lots - filledLots);
  return { perSecond, resting };
}

function commandOf(one: Operation): Command {
  if (one.kind === "cancel") return { kind: "cancel", orderId: one.id };
  const { id, side, size: lots } = one;
  const isLimit = one.kind === "limit";
  return {
    kind: "place",
    order: {
      ...{ id, group: id, side, type: isLimit ? "limit" : "market", tif: isLimit ? "gtc" : "ioc" },
      priceTicks: isLimit ? one.price : side === "buy" ? CENTER * 2 - 1 : 1,
      ...{ lots, stopTicks: null, ocoTicks: null, quoteLimit: null },
    },
  };
}

function theirs(): Result {
  const book = new OrderBook();
  const named = (one: Operation) => {
    const id = `order ${one.id}`;
    if (one.kind === "cancel") return () => book.cancel(id);
    const { size } = one;
    const side = one.side === "buy" ? TheirSide.BUY : TheirSide.SELL;
    if (one.kind === "market") return () => book.market({ side, size });
    const limit: LimitOrderOptions = { id, side, size, price: one.price };
    return () => book.limit(limit);
  };
  const perSecond = timed(named, (run) => void run());
  const [asks, bids] = book.depth();
  const resting = new Map([
    ...asks.map(([price, size]) => [`sell ${price}`, size] as const),
    ...bids.map(([price, size]) => [`buy ${price}`, size] as const),
  ]);
  return { perSecond, resting };
}

export function matcherAlone(): Row {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const [mine, library] = [ours(), theirs()];
    assert.deepEqual(sorted(mine.resting), sorted(library.resting), "the books end otherwise");
    return { mine: mine.perSecond, library: library.perSecond, ratio: mine.perSecond / library.perSecond };
  });
  return {
    name: `operations of the matcher alone, of ${whole(OPERATIONS)}`,
    measured: `${whole(median(rounds.map(({ mine }) => mine)))}/s`,
    limit: `nodejs-order-book ${whole(median(rounds.map(({ library }) => library)))}/s`,
    ratio: median(rounds.map(({ ratio }) => ratio)),
    target: { atLeast: 10 },
  };
}

const sorted = (resting: ReadonlyMap<string, number>) => [...resting].toSorted(([a], [b]) => (a < b ? -1 : 1));

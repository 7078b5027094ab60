// Guards: the book trades as the plainest form of its rules does, and the same commands give the same book after a restart.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertProperty } from "../../../testing/seeds.ts";
import { apply } from "./apply.ts";
import { Book, type BookStart } from "./book.ts";
import { type Command, type Effects, type NewOrder, noEffects } from "./commands.ts";
import { NaiveBook } from "./naive-book.ts";

const BAND_BP = 1000;
const EMPTY: BookStart = {
  status: "trading",
  referenceTicks: 100,
  lastTicks: null,
  bandBp: BAND_BP,
  nextRank: 0,
  orders: [],
};

const side = fc.constantFrom("buy" as const, "sell" as const);
const price = fc.integer({ min: 84, max: 116 });
const lots = fc.integer({ min: 1, max: 30 });
const group = fc.integer({ min: 1, max: 5 });
const tif = fc.constantFrom("gtc" as const, "gtc" as const, "ioc" as const, "fok" as const, "post_only" as const);
const plain = { stopTicks: null, ocoTicks: null, quoteLimit: null };
const order: fc.Arbitrary<Omit<NewOrder, "id">> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ group, side, tif, priceTicks: price, lots })
      .map((one) => ({ ...one, ...plain, type: "limit" as const })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ group, side, priceTicks: price, lots })
      .map((one) => ({ ...one, ...plain, type: "market" as const, tif: "ioc" as const })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ group, side, priceTicks: price, quoteLimit: fc.integer({ min: 50, max: 4000 }) })
      .map((one) => ({
        ...one,
        lots: one.quoteLimit,
        stopTicks: null,
        ocoTicks: null,
        type: "market" as const,
        tif: "ioc" as const,
      })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ group, side, priceTicks: price, stopTicks: price, lots })
      .map((one) => ({ ...one, ocoTicks: null, quoteLimit: null, type: "stop_limit" as const, tif: "gtc" as const })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ group, side, prices: fc.uniqueArray(price, { minLength: 3, maxLength: 3 }), lots })
      .map(({ prices, ...one }) => {
        const [low = 0, middle = 0, high = 0] = prices.toSorted((a, b) => a - b);
        const [priceTicks, ocoTicks] = one.side === "sell" ? [high, low] : [low, high];
        const kind = { type: "oco" as const, tif: "gtc" as const, quoteLimit: null };
        return { ...one, ...kind, priceTicks, stopTicks: middle, ocoTicks };
      }),
  },
);
// An id counts back from the newest order, so that most commands find one.
const step = fc.oneof(
  { weight: 12, arbitrary: order.map((one) => ({ kind: "place" as const, order: one })) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("cancel" as const), back: fc.integer({ min: 0, max: 40 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("amend" as const), back: fc.integer({ min: 0, max: 40 }), lots }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("reference" as const), ticks: fc.integer({ min: 95, max: 105 }) }),
  },
);
const rare = fc.oneof(
  { weight: 40, arbitrary: step },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel_all" as const), group }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("trading" as const, "trading" as const, "cancel_only" as const)
      .map((status) => ({ kind: "state" as const, status })),
  },
);
type Step = typeof rare extends fc.Arbitrary<infer S> ? S : never;

function commandsOf(steps: readonly Step[]): Command[] {
  let newest = 0;
  return steps.map((one): Command => {
    if (one.kind === "place") return { kind: "place", order: { ...one.order, id: ++newest } };
    if (one.kind === "cancel") return { kind: "cancel", orderId: newest - one.back };
    if (one.kind === "amend") return { kind: "amend", orderId: newest - one.back, lots: one.lots };
    return one;
  });
}

/** What a successor reads from the tables. */
function restarted(book: Book): Book {
  const { status, referenceTicks, lastTicks, bandBp, nextRank } = book;
  const orders = [...book.orders.values()].map(({ level: _level, before: _before, after: _after, ...kept }) => kept);
  return new Book({ status, referenceTicks, lastTicks, bandBp, nextRank, orders });
}

test("the book trades as a naive one does, whatever the commands, and so does one that restarts on the way", async (t) => {
  await assertProperty(
    t,
    "spot-book",
    fc.property(fc.array(rare, { minLength: 50, maxLength: 400, size: "max" }), (steps) => {
      const naive = new NaiveBook(BAND_BP);
      naive.reference = 100;
      const book = new Book(EMPTY);
      let second = new Book(EMPTY);
      const effects = noEffects();
      for (const [at, command] of commandsOf(steps).entries()) {
        naive.apply(at, command);
        apply(book, { seq: at, command }, effects);
        if (at % 37 === 0) second = restarted(second);
        apply(second, { seq: at, command }, noEffects());
        const [bid, ask] = [book.bids.best()?.ticks ?? 0, book.asks.best()?.ticks ?? Infinity];
        assert.ok(bid < ask, "the best bid is below the best ask");
      }
      assert.deepEqual(effects.fills, naive.fills);
      const ends = effects.orders.filter(({ why }) => why !== null).map(({ id, why }) => [id, why] as const);
      assert.deepEqual(new Map(ends), naive.ends);
      assert.deepEqual(
        [...book.orders.values()].map(({ id }) => id).toSorted((a, b) => a - b),
        naive.orders.map(({ id }) => id).toSorted((a, b) => a - b),
      );
      assert.equal(second.digest(), book.digest());
      for (const { levels } of [book.bids, book.asks])
        for (const level of levels) {
          let sum = 0;
          for (let one = level.first; one; one = one.after) sum += one.lots - one.filledLots;
          assert.equal(level.lots, sum, "a level counts what rests in it");
        }
    }),
    { numRuns: 300 },
  );
});

test("an order that meets one of the same group expires and names what it would have traded", () => {
  const book = new Book(EMPTY);
  const effects = noEffects();
  const limit = { ...plain, group: 7, type: "limit" as const, tif: "gtc" as const, priceTicks: 100, lots: 5 };
  apply(book, { seq: 1, command: { kind: "place", order: { ...limit, id: 1, side: "sell" } } }, effects);
  apply(book, { seq: 2, command: { kind: "place", order: { ...limit, id: 2, side: "buy", lots: 3 } } }, effects);
  assert.deepEqual(effects.fills, []);
  assert.deepEqual(effects.prevented, [{ seq: 2, makerId: 1, takerId: 2, priceTicks: 100, lots: 3 }]);
  assert.equal(stateOf(effects, 2)?.why, "self_trade");
});

test("nothing trades outside the band around the reference, and the rest of the order expires", () => {
  const book = new Book(EMPTY);
  const effects = noEffects();
  const limit = { ...plain, type: "limit" as const, tif: "gtc" as const, lots: 5 };
  apply(
    book,
    { seq: 1, command: { kind: "place", order: { ...limit, id: 1, group: 1, side: "sell", priceTicks: 110 } } },
    effects,
  );
  apply(
    book,
    { seq: 2, command: { kind: "place", order: { ...limit, id: 2, group: 1, side: "sell", priceTicks: 111 } } },
    effects,
  );
  apply(
    book,
    { seq: 3, command: { kind: "place", order: { ...limit, id: 3, group: 2, side: "buy", priceTicks: 112, lots: 8 } } },
    effects,
  );
  assert.equal(effects.fills.length, 1);
  assert.deepEqual([stateOf(effects, 3)?.why, stateOf(effects, 3)?.filledLots], ["band", 5]);
});

const stateOf = (effects: Effects, orderId: number) => effects.orders.find(({ id }) => id === orderId);

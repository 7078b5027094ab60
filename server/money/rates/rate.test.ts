// Guards: one wrong or old source never moves the rate, and disagreement is said aloud.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compareDecimals, decimal, decimalText } from "#contract/platform/decimal.ts";
import { combineQuotes, crossRate, medianOf, type Quote, rateStateOf } from "./rate.ts";
import { assertProperty } from "../../testing/seeds.ts";

const now = new Date("2026-11-01T12:00:00Z");
const limits = { now, maxAgeMs: 120_000, toleranceBp: 200, atLeast: 2 };

function quote(price: string, { ageMs = 0, source = "a" } = {}): Quote {
  return { source, base: "BTC", quote: "USD", price: decimal(price), at: new Date(now.getTime() - ageMs) };
}

test("one source far off does not move the rate", () => {
  const combined = combineQuotes([quote("60000"), quote("60010"), quote("60020"), quote("90000")], limits);
  assert.equal(combined && decimalText(combined.price), "60010");
  assert.equal(combined?.isDivergent, false);
});

test("an old quote counts for nothing, however right it looks", () => {
  assert.equal(combineQuotes([quote("60000", { ageMs: 120_001 })], limits), undefined);
  const combined = combineQuotes([quote("60000", { ageMs: 500_000 }), quote("61000"), quote("61001")], limits);
  assert.equal(combined && decimalText(combined.price), "61000.5");
});

test("two sources that disagree are divergent, and so is one alone", () => {
  assert.equal(combineQuotes([quote("60000"), quote("66000")], limits)?.isDivergent, true);
  assert.equal(combineQuotes([quote("60000")], limits)?.isDivergent, true);
  assert.equal(combineQuotes([quote("60000")], { ...limits, atLeast: 1 })?.isDivergent, false);
});

test("the rate is as old as the oldest quote that it was made from", () => {
  const combined = combineQuotes(
    [quote("60000", { ageMs: 90_000 }), quote("60001"), quote("99999", { ageMs: 110_000 })],
    limits,
  );
  assert.equal(combined?.asOf.getTime(), now.getTime() - 90_000);
});

test("with an honest majority the rate lies among the honest quotes, whatever the others say", async (t) => {
  const honest = fc.array(fc.integer({ min: 5_990_000, max: 6_010_000 }), { minLength: 3, maxLength: 5 });
  const liars = fc.array(fc.integer({ min: 1, max: 900_000_000 }), { maxLength: 2 });
  await assertProperty(
    t,
    "rates-honest-majority",
    fc.property(honest, liars, (cents, lies) => {
      const quotes = [...cents, ...lies].map((value) => quote(decimalText({ units: BigInt(value), digits: 2 })));
      const combined = combineQuotes(quotes, limits);
      assert.ok(combined);
      // A lie within the tolerance of the middle may count; it cannot carry the rate further than that.
      assert.ok(
        compareDecimals(combined.price, decimal("58500")) > 0 && compareDecimals(combined.price, decimal("61500")) < 0,
      );
    }),
  );
});

test("the middle of an even number is half-way", () => {
  const middle = medianOf(["1", "2", "4", "9"].map(decimal));
  assert.equal(middle && decimalText(middle), "3");
});

test("a cross rate keeps ten leading digits", () => {
  const rate = crossRate({ coinUsd: decimal("83212.123456789"), fiatPerUsd: decimal("26345.5") });
  assert.equal(decimalText(rate), "2192264999");
  assert.equal(
    decimalText(crossRate({ coinUsd: decimal("1.0001"), fiatPerUsd: decimal("0.306712345678") })),
    "0.3067430169",
  );
});

test("a stale rate is stale even when its sources agreed", () => {
  const row = { staleAt: now, isDivergent: false, source: "live" as const, isPlay: false };
  assert.equal(rateStateOf(row, now), "stale");
  assert.equal(rateStateOf(row, new Date(now.getTime() - 1)), "fresh");
  assert.equal(rateStateOf({ ...row, isDivergent: true }, new Date(now.getTime() - 1)), "divergent");
  const recorded = { ...row, source: "recorded" } as const;
  assert.equal(rateStateOf({ ...recorded, isPlay: true }, new Date(now.getTime() - 1)), "recorded");
  assert.equal(rateStateOf(recorded, new Date(now.getTime() - 1)), "stale", "no real money is traded by a recording");
});

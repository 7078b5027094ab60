// Guards: a payment in metal is worth at least the price, and exceeds it by at most one step of the scale.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compareDecimals, type Decimal, decimal, times } from "../platform/decimal.ts";
import { ouncesFor } from "./metals.ts";
import { assertProperty } from "../../server/testing/seeds.ts";

const anAmount = (most: bigint): fc.Arbitrary<Decimal> =>
  fc.record({ units: fc.bigInt({ min: 1n, max: most }), digits: fc.constantFrom(0, 2, 3) });

test("the ounces are worth the price, and a ten thousandth of an ounce less would not be", async (t) => {
  await assertProperty(
    t,
    "ounces",
    fc.property(anAmount(10n ** 15n), anAmount(10n ** 9n), (fiat, customRate) => {
      const ounces = decimal(ouncesFor({ fiat, customRate }));
      assert.ok(ounces.digits <= 4);
      const least = { units: ounces.units * 10n ** BigInt(4 - ounces.digits), digits: 4 };
      assert.ok(compareDecimals(times(least, customRate), fiat) >= 0);
      assert.ok(compareDecimals(times({ ...least, units: least.units - 1n }, customRate), fiat) < 0);
    }),
  );
});

test("a round sum is a round weight", () => {
  const ounces = (fiat: string, rate: string) => ouncesFor({ fiat: decimal(fiat), customRate: decimal(rate) });
  assert.equal(ounces("2600.00", "2600"), "1");
  assert.equal(ounces("1300", "2600.00"), "0.5");
  assert.equal(ounces("100", "2600"), "0.0385");
  assert.equal(ounces("0.01", "2600"), "0.0001");
});

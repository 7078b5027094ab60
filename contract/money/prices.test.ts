// Guards: price, margin and amount are computed from each other and rounded as documented.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decimal, decimalText } from "../platform/decimal.ts";
import {
  cryptoUnitsOf,
  fiatUnitsOf,
  marginBpFromText,
  marginBpOf,
  marginText,
  priceDigits,
  priceOf,
} from "./prices.ts";

test("a price has the currency's digits and at least six leading ones, and follows the margin", () => {
  for (const [rate, marginBp, fiatDigits, price] of [
    ["77699.56823", 0, 2, "77699.57"],
    ["77699.56823", 200, 2, "79253.56"],
    ["77699.56823", -200, 2, "76145.58"],
    ["77699.56823", 10_000, 2, "155399.14"],
    ["77699.56823", -9_999, 2, "7.77"],
    ["1.00052", 0, 2, "1.00052"],
    ["1.00052", 1, 2, "1.00062"],
    ["1.00052", 0, 7, "1.00052"],
    ["0.3067", 150, 3, "0.311301"],
    ["109123456.789", 0, 0, "109123457"],
    ["109123456.789", 0, 3, "109123456.789"],
  ] as const)
    assert.equal(decimalText(priceOf({ rate: decimal(rate), marginBp, fiatDigits })), price, `${rate} ${marginBp}`);
  assert.deepEqual(
    [priceDigits(decimal("77699.5"), 2), priceDigits(decimal("1.5"), 2), priceDigits(decimal("1.5"), 7)],
    [2, 5, 7],
  );
});

test("the distance of a price from the market, to the nearest hundredth of a percent", () => {
  for (const [rate, price, marginBp] of [
    ["100", "100", 0],
    ["100", "102", 200],
    ["100", "98.5", -150],
    ["100", "100.004", 0],
    ["100", "100.005", 1],
    ["100", "99.995", 0],
    ["100", "99.994", -1],
    ["3", "1", -6667],
  ] as const)
    assert.equal(marginBpOf({ rate: decimal(rate), price: decimal(price) }), marginBp, price);
});

test("a sum of fiat buys whole units, rounded down, and units cost whole fiat units, rounded up", () => {
  for (const [fiatUnits, fiatDigits, price, cryptoDigits, units] of [
    [10_000n, 2, "79253.56", 8, 126_177n],
    [1n, 2, "79253.56", 8, 12n],
    [10_000n, 2, "100", 8, 100_000_000n],
    [100n, 0, "3", 0, 33n],
    [100n, 3, "3", 0, 0n],
    [9_000n, 3, "3", 0, 3n],
    [8_999n, 3, "3", 0, 2n],
  ] as const)
    assert.equal(cryptoUnitsOf({ fiatUnits, fiatDigits, price: decimal(price), cryptoDigits }), units);
  for (const [units, cryptoDigits, price, fiatDigits, fiatUnits] of [
    [126_177n, 8, "79253.56", 2, 10_000n],
    [1n, 8, "79253.56", 2, 1n],
    [100_000_000n, 8, "100", 2, 10_000n],
    [2n, 0, "3", 0, 6n],
    [2n, 0, "3", 3, 6_000n],
    [2n, 1, "3", 0, 1n],
    [10n, 1, "3", 0, 3n],
  ] as const)
    assert.equal(fiatUnitsOf({ units, cryptoDigits, price: decimal(price), fiatDigits }), fiatUnits);
  for (const price of ["0", "-1"])
    assert.throws(
      () => cryptoUnitsOf({ fiatUnits: 1n, fiatDigits: 2, price: decimal(price), cryptoDigits: 8 }),
      /RangeError: a price is above zero/,
    );
});

test("a margin in percent is a number of hundredths, and back", () => {
  for (const [text, marginBp] of [
    ["0", 0],
    ["1.5", 150],
    ["-1.5", -150],
    ["0.01", 1],
    ["99999.99", 9_999_999],
    ["-20", -2000],
  ] as const) {
    assert.equal(marginBpFromText(text), marginBp);
    assert.equal(marginText(marginBp), text);
  }
  for (const text of ["1.555", "100000", "", "1.", "+1", "1e2"])
    assert.throws(() => marginBpFromText(text), { message: `not a margin: ${text}` });
  assert.throws(() => marginBpFromText("x".repeat(30)), { message: `not a margin: ${"x".repeat(20)}` });
});

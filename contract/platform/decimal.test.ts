// Guards: decimals are exact, and every rounding goes where it says.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  compareDecimals,
  decimal,
  decimalText,
  digitsFor,
  fixedText,
  isDecimal,
  over,
  plus,
  rounded,
  significant,
  times,
} from "./decimal.ts";
import { assertProperty } from "../../server/testing/seeds.ts";

test("a decimal keeps every digit it was given", () => {
  for (const text of ["0", "1", "-1.5", "0.00000001", "123456789012345678901234.123456789012345678"]) {
    assert.equal(decimalText(decimal(text)), text);
  }
  assert.equal(decimalText(decimal("1.500")), "1.5");
  assert.equal(fixedText(decimal("1.5"), 2), "1.50");
});

test("what is not a plain decimal is refused", () => {
  for (const text of ["", ".5", "1.", "1e5", "+1", " 1", "1,5", "NaN", "--1"])
    assert.throws(() => decimal(text), RangeError);
});

test("rounding up is never below, rounding down never above, nearest never further than half", async (t) => {
  const number = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 12 }));
  await assertProperty(
    t,
    "decimal-rounding",
    fc.property(number, fc.integer({ min: 0, max: 12 }), ([units, digits], to) => {
      const value = { units, digits };
      assert.ok(compareDecimals(rounded(value, to, "up"), value) >= 0);
      assert.ok(compareDecimals(rounded(value, to, "down"), value) <= 0);
      const near = rounded(value, to, "nearest");
      const apart = compareDecimals(near, value) >= 0 ? difference(near, value) : difference(value, near);
      assert.ok(compareDecimals(times(apart, decimal("2")), { units: 1n, digits: to }) <= 0);
    }),
  );
});

test("a quotient times its divisor comes back within one last digit", async (t) => {
  const positive = fc.bigInt({ min: 1n, max: 10n ** 15n });
  await assertProperty(
    t,
    "decimal-quotients",
    fc.property(positive, positive, (a, b) => {
      const down = over({ units: a, digits: 3 }, { units: b, digits: 5 }, 8, "down");
      const up = over({ units: a, digits: 3 }, { units: b, digits: 5 }, 8, "up");
      assert.ok(compareDecimals(times(down, { units: b, digits: 5 }), { units: a, digits: 3 }) <= 0);
      assert.ok(compareDecimals(times(up, { units: b, digits: 5 }), { units: a, digits: 3 }) >= 0);
      assert.ok(up.units - down.units <= 1n);
    }),
  );
});

test("leading digits are kept whatever the size of the number", () => {
  assert.equal(digitsFor(decimal("83212.4"), 7), 2);
  assert.equal(digitsFor(decimal("1.00052"), 6), 5);
  assert.equal(digitsFor(decimal("0.3067"), 6), 6);
  assert.equal(decimalText(significant(decimal("2191234567.891"), 7)), "2191234568");
});

test("each way of rounding goes where it says, for both signs, at a half and beside it", () => {
  for (const [text, digits, up, down, nearest] of [
    ["1.25", 1, "1.3", "1.2", "1.3"],
    ["1.24", 1, "1.3", "1.2", "1.2"],
    ["1.26", 1, "1.3", "1.2", "1.3"],
    ["-1.25", 1, "-1.2", "-1.3", "-1.2"],
    ["-1.24", 1, "-1.2", "-1.3", "-1.2"],
    ["-1.26", 1, "-1.2", "-1.3", "-1.3"],
    ["0.5", 0, "1", "0", "1"],
    ["-0.5", 0, "0", "-1", "0"],
    ["2", 0, "2", "2", "2"],
    ["2", 3, "2.000", "2.000", "2.000"],
    ["0.0001", 3, "0.001", "0.000", "0.000"],
    ["-0.0001", 3, "0.000", "-0.001", "0.000"],
    ["1234.5678", 2, "1234.57", "1234.56", "1234.57"],
  ] as const) {
    const value = decimal(text);
    assert.deepEqual(
      [fixedText(value, digits, "up"), fixedText(value, digits, "down"), fixedText(value, digits)],
      [up, down, nearest],
      text,
    );
    assert.equal(rounded(value, digits, "up").digits, digits);
  }
});

test("a text of a decimal is read in whole, and a text that is none is said in part", () => {
  const most = "9".repeat(30);
  assert.deepEqual(decimal(`-${most}.${most}`), { units: -BigInt(most + most), digits: 30 });
  assert.ok(isDecimal("-0.5") && isDecimal("007") && !isDecimal(`${most}9`) && !isDecimal(`1.${most}9`));
  assert.throws(() => decimal("x".repeat(100)), { message: `not a decimal: ${"x".repeat(60)}` });
  for (const [units, digits, text] of [
    [0n, 0, "0"],
    [0n, 3, "0"],
    [5n, 3, "0.005"],
    [-5n, 3, "-0.005"],
    [-1500n, 3, "-1.5"],
    [120n, 0, "120"],
    [-7n, 0, "-7"],
    [1000n, 3, "1"],
  ] as const)
    assert.equal(decimalText({ units, digits }), text);
});

test("sums, products and comparisons do not depend on the number of decimal places", () => {
  assert.deepEqual(plus(decimal("1.5"), decimal("0.25")), { units: 175n, digits: 2 });
  assert.deepEqual(plus(decimal("0.25"), decimal("-1.5")), { units: -125n, digits: 2 });
  assert.deepEqual(plus(decimal("2"), decimal("3")), { units: 5n, digits: 0 });
  assert.deepEqual(times(decimal("1.5"), decimal("-0.25")), { units: -375n, digits: 3 });
  for (const [a, b, sign] of [
    ["1.5", "1.50", 0],
    ["1.5", "1.51", -1],
    ["1.51", "1.5", 1],
    ["-1", "0", -1],
    ["0", "-0.001", 1],
    ["10", "9.99", 1],
  ] as const)
    assert.equal(compareDecimals(decimal(a), decimal(b)), sign, `${a} and ${b}`);
});

test("a division has as many digits as were asked for", () => {
  for (const [a, b, digits, rounding, text] of [
    ["1", "3", 4, "down", "0.3333"],
    ["1", "3", 4, "up", "0.3334"],
    ["2", "3", 4, "nearest", "0.6667"],
    ["1", "0.003", 0, "down", "333"],
    ["0.001", "3", 2, "up", "0.01"],
    ["123.456", "2", 0, "nearest", "62"],
    ["123.456", "2", 0, "down", "61"],
    ["123.4", "2", 0, "nearest", "62"],
    ["-1", "3", 2, "down", "-0.34"],
    ["-1", "3", 2, "up", "-0.33"],
  ] as const)
    assert.equal(fixedText(over(decimal(a), decimal(b), digits, rounding), digits), text, `${a} over ${b}`);
  assert.throws(() => over(decimal("1"), decimal("0"), 2, "up"), RangeError);
  assert.throws(() => over(decimal("1"), decimal("-1"), 2, "down"), RangeError);
});

test("the digits of a number of any size", () => {
  for (const [text, leading, digits, shown] of [
    ["0", 6, 6, "0"],
    ["0.000", 6, 6, "0"],
    ["1", 6, 5, "1"],
    ["123456", 6, 0, "123456"],
    ["1234567.8", 6, 0, "1234568"],
    ["99999.95", 6, 1, "100000"],
    ["0.00123456", 3, 5, "0.00123"],
    ["-83212.456", 7, 2, "-83212.46"],
    ["0.5", 1, 1, "0.5"],
  ] as const) {
    assert.equal(digitsFor(decimal(text), leading), digits, text);
    assert.equal(decimalText(significant(decimal(text), leading)), shown, text);
  }
});

function difference(a: { units: bigint; digits: number }, b: { units: bigint; digits: number }) {
  const digits = Math.max(a.digits, b.digits);
  return { units: rounded(a, digits, "down").units - rounded(b, digits, "down").units, digits };
}

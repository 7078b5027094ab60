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
  over,
  rounded,
  significant,
  times,
} from "./decimal.ts";
import { assertProperty } from "../server/testing/seeds.ts";

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

function difference(a: { units: bigint; digits: number }, b: { units: bigint; digits: number }) {
  const digits = Math.max(a.digits, b.digits);
  return { units: rounded(a, digits, "down").units - rounded(b, digits, "down").units, digits };
}

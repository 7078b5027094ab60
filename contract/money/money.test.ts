// Guards: amounts are texts outside and whole units inside; a digit too many is refused, and every rounding says where to.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  amountFault,
  CRYPTO,
  CRYPTO_CODES,
  cryptoOf,
  cryptoOfId,
  displayFromUnits,
  divideDown,
  divideUp,
  isCryptoCode,
  unitsFromDisplay,
} from "./money.ts";

test("an amount is read to the unit, or its fault is named", () => {
  const most = "9".repeat(24);
  for (const [text, digits, read] of [
    ["0", 8, 0n],
    ["1", 0, 1n],
    ["0.015", 8, 1_500_000n],
    ["0.00000001", 8, 1n],
    ["12.5", 1, 125n],
    [`${most}.123456789012345678`, 18, BigInt(`${most}123456789012345678`)],
    ["0.000000001", 8, "too_many_digits"],
    ["1.0", 0, "too_many_digits"],
    ["0.0150", 3, "too_many_digits"],
    [`1${most}`, 8, "malformed"],
    ["1.1234567890123456789", 18, "malformed"],
    ["01", 8, "malformed"],
    ["1.", 8, "malformed"],
    [".5", 8, "malformed"],
    ["-1", 8, "malformed"],
    ["1e3", 8, "malformed"],
    ["", 8, "malformed"],
  ] as const) {
    if (typeof read === "bigint") {
      assert.equal(amountFault(text, digits), undefined, text);
      assert.equal(unitsFromDisplay(text, digits), read, text);
    } else {
      assert.equal(amountFault(text, digits), read, text);
      assert.throws(() => unitsFromDisplay(text, digits), {
        name: "RangeError",
        message: `${read}: ${text.slice(0, 40)}`,
      });
    }
  }
});

test("units are written without zeros at the end, unless the full width is asked for", () => {
  for (const [units, digits, plain, padded] of [
    [0n, 8, "0", "0.00000000"],
    [1n, 8, "0.00000001", "0.00000001"],
    [1_500_000n, 8, "0.015", "0.01500000"],
    [-1_500_000n, 8, "-0.015", "-0.01500000"],
    [100_000_000n, 8, "1", "1.00000000"],
    [-100n, 2, "-1", "-1.00"],
    [120n, 0, "120", "120"],
    [-5n, 0, "-5", "-5"],
    [99n, 2, "0.99", "0.99"],
    [1234n, 2, "12.34", "12.34"],
  ] as const) {
    assert.equal(displayFromUnits(units, digits), plain);
    assert.equal(displayFromUnits(units, digits, { pad: true }), padded);
  }
});

test("a division rounds towards the end of the line that its name says", () => {
  for (const [numerator, denominator, up, down] of [
    [0n, 3n, 0n, 0n],
    [1n, 3n, 1n, 0n],
    [3n, 3n, 1n, 1n],
    [4n, 3n, 2n, 1n],
    [-1n, 3n, 0n, -1n],
    [-3n, 3n, -1n, -1n],
    [-4n, 3n, -1n, -2n],
    [7n, 1n, 7n, 7n],
  ] as const) {
    assert.equal(divideUp(numerator, denominator), up, `${numerator} by ${denominator} up`);
    assert.equal(divideDown(numerator, denominator), down, `${numerator} by ${denominator} down`);
  }
  for (const divide of [divideUp, divideDown])
    for (const denominator of [0n, -1n])
      assert.throws(
        () => divide(1n, denominator),
        new RegExp(`RangeError: ${divide.name} needs a positive denominator`),
      );
});

test("the coins are known by code and by id; 1 is the old alias of bitcoin, and what is not known has eight digits", () => {
  const known = CRYPTO_CODES.map((code) => [code, CRYPTO[code].id, CRYPTO[code].digits, CRYPTO[code].isStablecoin]);
  assert.deepEqual(known, [
    ["BTC", 8, 8, false],
    ["ETH", 9, 9, false],
    ["USDT", 6, 6, true],
  ]);
  for (const [id, code] of [
    [8, "BTC"],
    [1, "BTC"],
    [9, "ETH"],
    [6, "USDT"],
    [2, undefined],
    [0, undefined],
    [-1, undefined],
  ] as const)
    assert.equal(cryptoOfId(id)?.code, code, String(id));
  assert.ok(isCryptoCode("ETH") && !isCryptoCode("eth") && !isCryptoCode("toString"));
  assert.equal(cryptoOf("USDT"), CRYPTO.USDT);
  assert.deepEqual(cryptoOf("DOGE"), { id: -1, fullName: "", digits: 8, isStablecoin: false });
});

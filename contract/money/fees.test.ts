// Guards: the seller pays the fee, rounded up, and what can be traded leaves room for it to the last unit.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decimal } from "../platform/decimal.ts";
import { feesOf, feeUnitsOf, tradableUnitsOf } from "./fees.ts";

test("a fee is rounded up to the unit", () => {
  for (const [units, feeBp, fee] of [
    [126_177n, 50, 631n],
    [10_000n, 100, 100n],
    [10_001n, 100, 101n],
    [1n, 1, 1n],
    [1n, 0, 0n],
    [0n, 500, 0n],
  ] as const)
    assert.equal(feeUnitsOf(units, feeBp), fee);
});

test("the most that can be traded fits with its fee, and a unit more does not", () => {
  for (const available of [0n, 1n, 2n, 3n, 99n, 100n, 101n, 102n, 201n, 202n, 10_049n, 10_050n, 10_051n, 123_456_789n])
    for (const feeBp of [0, 1, 50, 100, 500, 2000, 10_000]) {
      const units = tradableUnitsOf(available, feeBp);
      const name = `${units} of ${available} at ${feeBp}`;
      assert.ok(units >= 0n && units + feeUnitsOf(units, feeBp) <= available, name);
      assert.ok(units + 1n + feeUnitsOf(units + 1n, feeBp) > available, name);
    }
});

test("every part of the fees is shown in coins and in money", () => {
  const price = decimal("79253.56");
  assert.deepEqual(feesOf({ crypto: "BTC", units: 126_177n, feeBp: 50, price, fiatDigits: 2 }), {
    sellerPct: "0.5",
    buyerPct: "0",
    sellerCrypto: "0.00000631",
    sellerFiat: "0.5",
    buyerCrypto: "0",
    buyerFiat: "0",
    escrowCrypto: "0.00126808",
    escrowFiat: "100.5",
  });
});

test("a fee of 1% of 50 dollars is shown as half a dollar: coins round up, money to the nearest", () => {
  const fees = feesOf({ crypto: "BTC", units: 63_088n, feeBp: 100, price: decimal("79253.56"), fiatDigits: 2 });
  assert.deepEqual([fees.sellerCrypto, fees.sellerFiat], ["0.00000631", "0.5"]);
});

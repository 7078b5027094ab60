// Guards: the parts of a divided escrow sum to the whole, each side gets a part, and the larger share decides the status.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertProperty } from "../../../server/testing/seeds.ts";
import { divideEscrow, isShare, shownDivision, winnerOf } from "./award-shares.ts";

const MOST = 10n ** 18n - 1n;

/** An escrow with a fee up to its amount, and a share of it. */
const DIVISIONS = fc.bigInt({ min: 2n, max: MOST }).chain((units) =>
  fc.record({
    units: fc.constant(units),
    feeUnits: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: units })),
    buyerUnits: fc.oneof(
      fc.bigInt({ min: 1n, max: units - 1n }),
      fc.constantFrom(1n, units - 1n, units / 2n, (units + 1n) / 2n).filter((share) => isShare(share, { units })),
    ),
  }),
);

test("the parts of twenty thousand divided escrows are the escrows, to the unit", { timeout: 400_000 }, async (t) => {
  await assertProperty(
    t,
    "award-shares",
    fc.property(DIVISIONS, ({ units, feeUnits, buyerUnits }) => {
      const parts = divideEscrow({ units, feeUnits }, buyerUnits);
      assert.equal(parts.buyerUnits, buyerUnits);
      assert.equal(parts.buyerUnits + parts.sellerUnits + parts.feeUnits, units + feeUnits);
      assert.ok(parts.sellerUnits >= units - buyerUnits, "the seller pays no fee of what comes back");
      // At least the exact part of the fee, and less than a unit more.
      const over = parts.feeUnits * units - feeUnits * buyerUnits;
      assert.ok(over >= 0n && over < units, `${parts.feeUnits} of ${feeUnits}`);
      assert.equal(parts.winner, buyerUnits * 2n > units ? "buyer" : "seller");
    }),
    { numRuns: 20_000 },
  );
});

test("a larger share never costs less of a fee, and never gives the seller more", async (t) => {
  const two = fc.bigInt({ min: 3n, max: MOST }).chain((units) =>
    fc.record({
      units: fc.constant(units),
      feeUnits: fc.bigInt({ min: 0n, max: units }),
      buyerUnits: fc.bigInt({ min: 1n, max: units - 2n }),
    }),
  );
  await assertProperty(
    t,
    "award-shares-in-order",
    fc.property(two, ({ units, feeUnits, buyerUnits }) => {
      const [less, more] = [buyerUnits, buyerUnits + 1n].map((share) => divideEscrow({ units, feeUnits }, share));
      assert.ok(less && more && more.feeUnits >= less.feeUnits && more.sellerUnits < less.sellerUnits);
    }),
    { numRuns: 2_000 },
  );
});

test("nothing, all, more than all and less than nothing are no shares", () => {
  for (const share of [0n, 1000n, 1001n, -1n]) {
    assert.equal(isShare(share, { units: 1000n }), false);
    assert.throws(() => divideEscrow({ units: 1000n, feeUnits: 10n }, share), RangeError);
  }
});

test("halves are the seller's, a unit more is the buyer's", () => {
  assert.equal(winnerOf(500n, { units: 1000n }), "seller");
  assert.equal(winnerOf(501n, { units: 1000n }), "buyer");
});

test("people see coins, and what they are worth at the price of the trade", () => {
  const parts = divideEscrow({ units: 100_000n, feeUnits: 1_001n }, 30_000n);
  assert.deepEqual(parts, { winner: "seller", buyerUnits: 30_000n, sellerUnits: 70_700n, feeUnits: 301n });
  assert.deepEqual(shownDivision(parts, { digits: 8, fiatDigits: 2, price: "100000" }), {
    buyer: "0.0003",
    seller: "0.000707",
    fee: "0.00000301",
    buyerFiat: "30.00",
    sellerFiat: "70.70",
  });
});

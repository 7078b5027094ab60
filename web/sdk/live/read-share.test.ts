// Guards: the buyer's share that a moderator types is exact to the unit, or is refused with a reason.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Divisible, percentOf, readShare } from "./read-share.ts";

const ESCROW: Divisible = {
  cryptoCurrencyCode: "BTC",
  amount: "0.001",
  fee: "0.00001",
  price: "100000",
  fiatCode: "USD",
  fiatDigits: 2,
};

test("a part is read with both sides' coins, and what they are worth", () => {
  const read = readShare("0.0003", ESCROW);
  assert.ok(read && "parts" in read);
  assert.deepEqual(read.parts, { winner: "seller", buyerUnits: 30_000n, sellerUnits: 70_700n, feeUnits: 300n });
  assert.deepEqual(read.shown, {
    buyer: "0.0003",
    seller: "0.000707",
    fee: "0.000003",
    buyerFiat: "30.00",
    sellerFiat: "70.70",
  });
});

test("what is no part says why", () => {
  for (const [typed, fault] of [
    ["0", "nothing"],
    ["0.000", "nothing"],
    ["0.001", "all"],
    ["1", "all"],
    ["0.000000001", "too_many_digits"],
    ["00.1", "malformed"],
    ["abc", "malformed"],
    ["-1", "malformed"],
  ] as const)
    assert.deepEqual(readShare(typed, ESCROW), { fault }, typed);
  assert.equal(readShare("", ESCROW), undefined);
});

test("a leading or trailing point is an unfinished number", () => {
  for (const typed of [".0005", "0.0005"]) {
    const read = readShare(typed, ESCROW);
    assert.equal(read && "parts" in read && read.parts.buyerUnits, 50_000n);
  }
  assert.deepEqual(readShare("0.", ESCROW), { fault: "nothing" });
});

test("hundredths of the amount are typed as coins", () => {
  assert.equal(percentOf(25n, ESCROW), "0.00025");
  assert.equal(percentOf(50n, { ...ESCROW, amount: "0.00000003" }), "0.00000001");
});

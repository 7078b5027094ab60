// Guards: which coins are chosen, what gas may cost, when a deposit is deep and when bytes are shown again, at each bound.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseCoins, feeFor, piecesOf, SMALLEST_CHANGE_UNITS, vbytesOf } from "./coins/choose-coins.ts";
import { awaitsRefill, limitOf, missingOf, surplusOf } from "./cold/float.ts";
import { confirmationsNeeded, unitsFromChain } from "./deposits/deposit.ts";
import { isDueForBroadcast } from "./payments/pay/pay.ts";
import { gasPriceWithin, gweiToWei } from "./payments/plan-ethereum.ts";

const coin = (units: bigint, name = `${units}`) => ({ txid: name, output_index: 0, units });
const chosen = (
  coins: readonly bigint[],
  { units = 10_000n, mostFeeUnits = 100_000n, ratePerKvb = 1_000n, scriptBytes = 22 } = {},
) => {
  const choice = chooseCoins({ coins: coins.map((one) => coin(one)), units, scriptBytes, ratePerKvb, mostFeeUnits });
  return choice && [choice.coins.map((one) => one.units), choice.feeUnits, choice.changeUnits];
};

test("sizes are those of native segwit transactions, rounded up to whole virtual bytes", () => {
  const sizes: [number, number[], number][] = [
    [1, [22], 110],
    [1, [22, 22], 141],
    [1, [34], 122],
    [2, [22], 178],
    [2, [22, 34], 221],
    [3, [25, 22], 280],
    [0, [], 11],
  ];
  for (const [inputs, scriptBytes, vbytes] of sizes) assert.equal(vbytesOf({ inputs, scriptBytes }), vbytes);
  assert.deepEqual(
    [feeFor(141, 1_000n), feeFor(141, 1_001n), feeFor(1, 1n), feeFor(0, 5n), feeFor(110, 20_000n)],
    [141n, 142n, 1n, 0n, 2_200n],
  );
  assert.equal(SMALLEST_CHANGE_UNITS, 1_000n);
});

test("the smallest coin that is enough is taken, change comes back from a thousand units on", () => {
  assert.deepEqual(chosen([50_000n, 20_000n, 90_000n]), [[20_000n], 141n, 9_859n]);
  assert.deepEqual(chosen([10_000n + 141n + 1_000n]), [[11_141n], 141n, 1_000n]);
  assert.deepEqual(chosen([10_000n + 141n + 999n]), [[11_140n], 1_140n, 0n]);
  assert.deepEqual(chosen([10_110n]), [[10_110n], 110n, 0n]);
  assert.equal(chosen([10_109n]), undefined);
  assert.equal(chosen([]), undefined);
});

test("where none is enough alone the largest ones are taken together", () => {
  assert.deepEqual(chosen([2_000n, 6_000n, 5_000n]), [[6_000n, 5_000n], 1_000n, 0n]);
  assert.deepEqual(chosen([4_000n, 4_500n, 3_000n]), [[4_500n, 4_000n, 3_000n], 277n, 1_223n]);
  assert.equal(chosen([5_000n, 5_000n]), undefined);
});

test("the fee is never above what the sender pays", () => {
  assert.deepEqual(chosen([20_000n], { mostFeeUnits: 141n }), [[20_000n], 141n, 9_859n]);
  assert.equal(chosen([20_000n], { mostFeeUnits: 140n }), undefined);
  assert.deepEqual(chosen([10_900n], { mostFeeUnits: 900n }), [[10_900n], 900n, 0n]);
  assert.equal(chosen([10_900n], { mostFeeUnits: 899n }), undefined);
  assert.deepEqual(chosen([10_500n, 30_000n], { mostFeeUnits: 499n }), [[30_000n], 141n, 19_859n]);
});

test("of coins of one size the first by name is taken last, so that the order they come in says nothing", () => {
  const coins = [coin(20_000n, "b"), coin(20_000n, "a"), coin(20_000n, "c")];
  const target = { units: 10_000n, scriptBytes: 22, ratePerKvb: 1_000n, mostFeeUnits: 1_000n };
  const names = (given: typeof coins) => chooseCoins({ ...target, coins: given })?.coins.map(({ txid }) => txid);
  assert.deepEqual(names(coins), names([...coins].reverse()));
});

test("no more than two hundred coins are spent at once", () => {
  const many = (count: number) => Array.from({ length: count }, () => 1_000n);
  const target = { units: 150_000n, ratePerKvb: 1_000n, mostFeeUnits: 1_000_000n };
  assert.deepEqual(chosen(many(300), target)?.[1], 11_000n);
  assert.equal(chosen(many(300), { ...target, units: 186_358n })?.[2], 0n);
  assert.equal(chosen(many(300), { ...target, units: 186_359n }), undefined);
});

test("gas is offered at the wanted price, at the cap down to half of it, and not below", () => {
  const rail = (price: bigint | null, tip: bigint | null = 2n) => ({
    fee_price: price === null ? null : `${price}`,
    fee_tip: tip === null ? null : `${tip}`,
  });
  const within = (price: bigint | null, mostWei: bigint, gas = 100n, tip: bigint | null = 2n) => {
    const found = gasPriceWithin(rail(price, tip), { gas, mostWei });
    return found && [found.maxFeePerGasWei, found.tipWei];
  };
  assert.deepEqual(within(50n, 5_001n), [50n, 2n]);
  assert.deepEqual(within(50n, 5_000n), [50n, 2n]);
  assert.deepEqual(within(50n, 4_999n), [49n, 2n]);
  assert.deepEqual(within(50n, 2_500n), [25n, 2n]);
  assert.equal(within(50n, 2_499n), undefined);
  assert.deepEqual(within(50n, 2_500n, 100n, 25n), [25n, 25n]);
  assert.deepEqual(within(50n, 2_500n, 100n, 26n), [25n, 25n]);
  assert.deepEqual(within(50n, 2_500n, 100n, null), [25n, 0n]);
  assert.equal(within(0n, 2_500n), undefined);
  assert.equal(within(null, 2_500n), undefined);
  const most = 50_000_000_000_000_000n;
  assert.deepEqual(within(most, most * 9n, 1n), [most, 2n]);
  assert.deepEqual(within(most + 1n, most * 9n, 1n), [most, 2n]);
  assert.deepEqual(within(2n * most, most * 9n, 1n), [most, 2n]);
  assert.equal(within(2n * most + 1n, most * 9n, 1n), undefined);
  assert.equal(gweiToWei(3n), 3_000_000_000n);
});

test("a deposit below the small sum needs one block, a reward a hundred, and one of no known value as many as are set", () => {
  const rule = { blocks: 3, smallUsdCents: 10_000n };
  const needed = (usdCents: bigint | undefined, isCoinbase = false) =>
    confirmationsNeeded({ isCoinbase, usdCents }, rule);
  assert.deepEqual(
    [needed(9_999n), needed(10_000n), needed(10_001n), needed(undefined), needed(1n, true)],
    [1, 3, 3, 3, 100],
  );
});

test("what is finer than a unit is left over", () => {
  assert.deepEqual(unitsFromChain("ETH", 2_999_999_999n), { units: 2n, rest: 999_999_999n });
  assert.deepEqual(unitsFromChain("ETH", 3_000_000_000n), { units: 3n, rest: 0n });
  assert.deepEqual(unitsFromChain("BTC", 7n), { units: 7n, rest: 0n });
  assert.deepEqual(unitsFromChain("USDT", 7n), { units: 7n, rest: 0n });
});

test("bytes are shown at once, then five seconds later for each try, and every minute in the end", () => {
  const now = new Date(1_800_000_000_000);
  const due = (
    tries: number,
    agoMs: number | null,
    status: "pending" | "broadcast" | "confirming" | "completed" = "broadcast",
  ) => isDueForBroadcast({ status, tries, tried_at: agoMs === null ? null : new Date(now.getTime() - agoMs) }, now);
  const cases: [number, number | null, boolean][] = [
    [0, null, true],
    [0, 4_999, false],
    [0, 5_000, true],
    [1, 5_000, true],
    [2, 9_999, false],
    [2, 10_000, true],
    [12, 59_999, false],
    [12, 60_000, true],
    [500, 60_000, true],
  ];
  for (const [tries, agoMs, expected] of cases) assert.equal(due(tries, agoMs), expected, `${tries} ${agoMs}`);
  assert.deepEqual(
    [due(1, null, "completed"), due(1, null, "pending"), due(1, null, "confirming")],
    [true, false, false],
  );
});

test("what comes to us is cut into whole pieces that are worth it, and nothing is lost but what they cost", () => {
  const pieces = (units: bigint, most = 10n) => piecesOf(units, { most, ratePerKvb: 1_000n });
  assert.deepEqual(pieces(4_999_999n), [4_999_999n]);
  assert.deepEqual(pieces(9_999_999n), [9_999_999n]);
  assert.deepEqual(pieces(10_000_000n), [4_999_985n, 4_999_984n]);
  assert.equal(pieces(10n ** 10n).length, 10);
  assert.equal(pieces(10n ** 10n, 5n).length, 5);
  const sum = pieces(10n ** 10n + 7n).reduce((all, one) => all + one, 0n);
  assert.equal(sum, 10n ** 10n + 7n - 9n * 31n);
});

test("what may be hot is a share of what is owed or the floor, and what waits is not counted against it", () => {
  const limit = (owedUnits: bigint, floatBp = 500) => limitOf({ owedUnits, floatBp, floorUnits: 100n });
  assert.deepEqual([limit(0n), limit(2_000n), limit(2_001n), limit(4_000n, 0)], [100n, 100n, 101n, 100n]);
  const float = (hotUnits: bigint, waitingUnits = 0n) => ({
    ...{ hotUnits, waitingUnits, coldUnits: 50n },
    ...{ owedUnits: 0n, limitUnits: 100n },
  });
  assert.deepEqual(
    [100n, 124n, 125n, 300n].map((hot) => surplusOf(float(hot))),
    [0n, 0n, 25n, 200n],
  );
  assert.deepEqual([surplusOf(float(125n, 1n)), surplusOf(float(126n, 1n))], [0n, 25n]);
  assert.deepEqual([missingOf(float(100n)), missingOf(float(99n)), missingOf(float(40n, 10n))], [0n, 1n, 50n]);
  const waits = (...takes: bigint[]) => awaitsRefill(takes.map((units) => ({ float: float(100n), units })));
  assert.deepEqual([waits(100n), waits(101n), waits(150n), waits(151n)], [false, true, true, false]);
  assert.deepEqual([waits(9n, 101n), waits(101n, 150n), waits(101n, 151n)], [true, true, false], "of two coins");
});

// Guards: whatever coins there are, a choice adds up, pays for its own weight, and leaves no change that is not worth it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { p2wpkh, TEST_NETWORK, Transaction } from "@scure/btc-signer";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import fc from "fast-check";
import { type Coin, chooseCoins, feeFor, SMALLEST_CHANGE_UNITS, vbytesOf } from "./choose-coins.ts";
import { assertProperty } from "../../../testing/seeds.ts";

const coins = (units: readonly bigint[]): Coin[] =>
  units.map((one, index) => ({ txid: index.toString(16).padStart(64, "0"), output_index: index % 3, units: one }));

const cases = fc.record({
  coins: fc.array(fc.bigInt(546n, 500_000_000n), { maxLength: 40 }).map(coins),
  units: fc.bigInt(5_000n, 1_000_000_000n),
  scriptBytes: fc.constantFrom(22, 23, 25, 34),
  ratePerKvb: fc.bigInt(1_000n, 200_000n),
  mostFeeUnits: fc.bigInt(0n, 1_000_000n),
});

test("inputs are what goes out, what comes back and the fee; nothing is chosen twice", async (t) => {
  await assertProperty(
    t,
    "coins-sums",
    fc.property(cases, (given) => {
      const choice = chooseCoins(given);
      if (!choice) return;
      const total = choice.coins.reduce((sum, coin) => sum + coin.units, 0n);
      assert.equal(total, given.units + choice.changeUnits + choice.feeUnits);
      assert.equal(new Set(choice.coins).size, choice.coins.length);
      assert.ok(choice.coins.every((coin) => given.coins.includes(coin)));
      assert.ok(choice.feeUnits <= given.mostFeeUnits);
      assert.ok(choice.changeUnits === 0n || choice.changeUnits >= SMALLEST_CHANGE_UNITS);
    }),
    { numRuns: 2000 },
  );
});

test("the fee is at least the rate for the weight it really has", async (t) => {
  await assertProperty(
    t,
    "coins-fees",
    fc.property(cases, (given) => {
      const choice = chooseCoins(given);
      if (!choice) return;
      const scripts = choice.changeUnits > 0n ? [given.scriptBytes, 22] : [given.scriptBytes];
      assert.ok(
        choice.feeUnits >= feeFor(vbytesOf({ inputs: choice.coins.length, scriptBytes: scripts }), given.ratePerKvb),
      );
    }),
    { numRuns: 2000 },
  );
});

test("when all coins together are enough, and the fee may be what it takes, there is always a choice", async (t) => {
  await assertProperty(
    t,
    "coins-always",
    fc.property(cases, ({ coins: given, units, scriptBytes, ratePerKvb }) => {
      const total = given.reduce((sum, coin) => sum + coin.units, 0n);
      const fee = feeFor(vbytesOf({ inputs: given.length, scriptBytes: [scriptBytes] }), ratePerKvb);
      if (total < units + fee) return;
      assert.ok(chooseCoins({ coins: given, units, scriptBytes, ratePerKvb, mostFeeUnits: total }));
    }),
    { numRuns: 2000 },
  );
});

test("the weight that is reckoned is never below that of a signed transaction", () => {
  const key = new Uint8Array(32).fill(7);
  const { script, address } = p2wpkh(secp256k1.getPublicKey(key, true), TEST_NETWORK);
  assert.ok(address);
  for (const inputs of [1, 2, 7]) {
    const transaction = new Transaction();
    for (let index = 0; index < inputs; index++) {
      transaction.addInput({ txid: "11".repeat(32), index, witnessUtxo: { script, amount: 100_000n } });
    }
    transaction.addOutputAddress(address, 10_000n, TEST_NETWORK);
    transaction.addOutputAddress(address, 20_000n, TEST_NETWORK);
    transaction.sign(key);
    transaction.finalize();
    const reckoned = vbytesOf({ inputs, scriptBytes: [22, 22] });
    assert.ok(
      reckoned >= transaction.vsize && reckoned <= transaction.vsize + inputs + 1,
      `${reckoned} ${transaction.vsize}`,
    );
  }
});

// Guards: a bitcoin deposit is shown at once, credited once when it is final, and taken back when the chain takes it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createDepositAddress, getWalletBalances, listWalletCurrencies } from "#contract/products/wallet/wallet.ts";
import { accountOf, post } from "../ledger/index.ts";
import { type Person, walletWorld } from "../../testing/market/wallet.ts";

const world = await walletWorld();
if (world.hasBitcoin) {
  await world.mineBitcoin(105);
  await world.scan();
}

async function aDepositor(): Promise<Person & { address: string }> {
  const person = await world.person();
  const { data } = await person.client.call(createDepositAddress, { params: { code: "BTC" } });
  return { ...person, address: data.address };
}

function give(address: string, units: bigint): Promise<string> {
  const { faucet } = world.bitcoin;
  assert.ok(faucet);
  return faucet.giveUnits(address, units);
}

const incoming = async ({ client }: Person) =>
  (await client.call(getWalletBalances)).data.balances.find(({ cryptoCurrencyCode }) => cryptoCurrencyCode === "BTC")
    ?.incomingAmount;

test("a deposit shows as incoming before it is in a block, and is credited at two confirmations, once", async (t) => {
  if (!world.hasBitcoin) return t.skip("not run: no bitcoind");
  const ada = await aDepositor();
  await give(ada.address, 12_345_678n);
  await world.scan();
  assert.equal(await incoming(ada), "0.12345678");
  assert.equal(await world.available(ada.userId, "BTC"), 0n);

  await world.mineBitcoin(1);
  await world.scan();
  assert.equal(await world.available(ada.userId, "BTC"), 0n);
  await world.mineBitcoin(1);
  await Promise.all([world.scan(), world.scan()]);
  await world.scan();
  assert.equal(await world.available(ada.userId, "BTC"), 12_345_678n);
  assert.equal(await incoming(ada), "0");
  await world.assertBooks();
});

test("below a hundred dollars one confirmation is enough", async (t) => {
  if (!world.hasBitcoin) return t.skip("not run: no bitcoind");
  const ada = await aDepositor();
  await give(ada.address, 20_000n);
  await world.mineBitcoin(1);
  await world.scan();
  assert.equal(await world.available(ada.userId, "BTC"), 20_000n);
});

test("several outputs to one address in one transaction are several deposits", async (t) => {
  if (!world.hasBitcoin) return t.skip("not run: no bitcoind");
  const [ada, bob] = [await aDepositor(), await aDepositor()];
  const wallet = world.bitcoin.node;
  const raw = await wallet.call<string>("createrawtransaction", [
    [],
    [{ [ada.address]: "0.5" }, { [bob.address]: "0.25" }],
  ]);
  const funded = await wallet.call<{ hex: string }>("fundrawtransaction", [raw]);
  const signed = await wallet.call<{ hex: string }>("signrawtransactionwithwallet", [funded.hex]);
  await wallet.call("sendrawtransaction", [signed.hex]);
  await world.mineBitcoin(2);
  await world.scan();
  assert.equal(await world.available(ada.userId, "BTC"), 50_000_000n);
  assert.equal(await world.available(bob.userId, "BTC"), 25_000_000n);
});

test("a reorganisation takes a credited deposit back, and credits it again when it returns", async (t) => {
  if (!world.hasBitcoin) return t.skip("not run: no bitcoind");
  const ada = await aDepositor();
  await give(ada.address, 70_000_000n);
  await world.mineBitcoin(2);
  await world.scan();
  assert.equal(await world.available(ada.userId, "BTC"), 70_000_000n);

  await world.replaceBitcoinBlocks(2);
  await world.scan();
  assert.equal(await world.available(ada.userId, "BTC"), 0n);
  assert.equal(await incoming(ada), "0.7", "it waits in the mempool again");
  await world.assertBooks();

  await world.mineBitcoin(2);
  await world.scan();
  assert.equal(await world.available(ada.userId, "BTC"), 70_000_000n);
  const { rows } = await world.owner.query(
    "select count(*)::int as journals from journals where kind in ('deposit', 'deposit_reversal') and subject like (select hash || '%' from deposits where address_id = (select id from wallet_addresses where address = $1))",
    [ada.address],
  );
  assert.equal(rows[0].journals, 3);
  await world.assertBooks();
});

test("a node that reads its blocks again takes nothing back: what it does not show yet is not undone", async (t) => {
  if (!world.hasBitcoin) return t.skip("not run: no bitcoind");
  const ada = await aDepositor();
  await give(ada.address, 60_000_000n);
  await world.mineBitcoin(3);
  await world.scan();
  const { node } = world.bitcoin;
  const first = await node.blockHash((await node.height()) - 2);
  await node.call("invalidateblock", [first]);
  await world.scan();
  assert.equal(await world.available(ada.userId, "BTC"), 60_000_000n);
  await node.call("reconsiderblock", [first]);
  await world.mineBitcoin(1);
  await give(ada.address, 20_000n);
  await world.mineBitcoin(1);
  await world.scan();
  assert.equal(await world.available(ada.userId, "BTC"), 60_020_000n);
  await world.assertBooks();
});

test("a deposit that was replaced before its first confirmation is never credited", async (t) => {
  if (!world.hasBitcoin) return t.skip("not run: no bitcoind");
  const ada = await aDepositor();
  const txid = await give(ada.address, 30_000_000n);
  await world.scan();
  assert.equal(await incoming(ada), "0.3");
  await doubleSpend(txid);
  await world.mineBitcoin(3);
  await world.scan();
  assert.equal(await incoming(ada), "0");
  assert.equal(await world.available(ada.userId, "BTC"), 0n);
  await world.assertBooks();
});

test("when a reversed deposit was spent, the house bears the loss and the user is held, never below zero", async (t) => {
  if (!world.hasBitcoin) return t.skip("not run: no bitcoind");
  const ada = await aDepositor();
  const txid = await give(ada.address, 40_000_000n);
  await world.mineBitcoin(2);
  await world.scan();
  await world.db.tx((tx) =>
    post(tx, [
      {
        kind: "test_spend",
        subject: txid,
        postings: [
          { from: accountOf.available(ada.userId, "BTC"), to: accountOf.house("BTC", "inventory"), units: 30_000_000n },
        ],
      },
    ]),
  );
  const { node } = world.bitcoin;
  const height = await node.height();
  await node.call("invalidateblock", [await node.blockHash(height - 1)]);
  await doubleSpend(txid);
  await world.mineBitcoin(3);
  await world.scan();
  assert.equal(await world.available(ada.userId, "BTC"), 0n);
  const { rows } = await world.owner.query("select owed_units::text, lifted_at from wallet_holds where user_id = $1", [
    ada.userId,
  ]);
  assert.deepEqual(rows, [{ owed_units: "30000000", lifted_at: null }]);
  const loss = await world.owner.query("select balance_units::text from ledger_accounts where name = 'house:BTC:loss'");
  assert.equal(loss.rows[0].balance_units, "-30000000");
  await world.assertBooks();
});

test("an address that was changed in the database is never shown", async (t) => {
  if (!world.hasBitcoin) return t.skip("not run: no bitcoind");
  const ada = await aDepositor();
  await world.owner.query(
    "update wallet_addresses set address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' where address = $1",
    [ada.address],
  );
  const shown = await ada.client.call(createDepositAddress, { params: { code: "BTC" } });
  assert.equal(shown.status, 500);
});

test("the coins say whether their chain can be reached", async () => {
  const { client } = await world.person();
  const { data } = await client.call(listWalletCurrencies);
  assert.deepEqual(
    data.map(({ code, id, rail }) => ({ code, id, isAvailable: rail.isAvailable })),
    [
      { code: "BTC", id: 8, isAvailable: world.hasBitcoin },
      { code: "ETH", id: 9, isAvailable: true },
      { code: "USDT", id: 6, isAvailable: true },
    ],
  );
});

/** Spends the inputs of a faucet's transaction elsewhere, with a higher fee. */
async function doubleSpend(txid: string): Promise<void> {
  const { node } = world.bitcoin;
  const before = await node.transaction(txid);
  assert.ok(before);
  const input = before.inputs[0];
  assert.ok(input);
  const source = await node.transaction(input.txid);
  const units = source?.outputs.find(({ index }) => index === input.outputIndex)?.units ?? 0n;
  const away = await node.call<string>("getnewaddress");
  const amount = `${(units - 1_000_000n) / 100_000_000n}.${String((units - 1_000_000n) % 100_000_000n).padStart(8, "0")}`;
  const raw = await node.call<string>("createrawtransaction", [
    [{ txid: input.txid, vout: input.outputIndex, sequence: 1 }],
    [{ [away]: amount }],
  ]);
  const signed = await node.call<{ hex: string }>("signrawtransactionwithwallet", [raw]);
  await node.call("sendrawtransaction", [signed.hex, 0]);
}

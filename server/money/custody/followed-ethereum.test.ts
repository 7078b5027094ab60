// Guards: ether and tokens are credited when final, swept when worth their gas, and each number of an address is one payment.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getAddress } from "viem";
import { getSendOut, getWalletBalances } from "#contract/products/wallet/wallet.ts";
import { type Holder, scriptedWorld } from "../../testing/outside/scripted/world.ts";
import { lift } from "../ledger/index.ts";

import { ethereumHashAt, takeEthereumBlock } from "./blocks/ethereum-blocks.ts";
import { houseAddress } from "./index.ts";
import { openPayments } from "./payments/rows.ts";
import { findRail } from "./rails/rails.ts";

const world = await scriptedWorld();
const { ethereum, owner } = world;
const FAR = getAddress("0x000000000000000000000000000000000000beef");
const ETHER = 10n ** 18n;
const GWEI = 10n ** 9n;

await world.scan();
const [ada, bob] = [await world.person("ada"), await world.person("bob")];
const [adas, adasToken, bobs] = [
  await world.addressOf(ada, "ETH"),
  await world.addressOf(ada, "USDT"),
  await world.addressOf(bob, "ETH"),
];
const hot = (await world.db.tx((tx) => houseAddress(tx, "ETH"))).address;

async function mine(blocks: number, isEmpty = false): Promise<void> {
  ethereum.mine(blocks, { isEmpty });
  await world.runJob("scan-ethereum");
}
const pay = () => world.runJob("pay-ethereum");
const send = async (person: Holder, code: "ETH" | "USDT", amount: string, address: string = FAR) =>
  (await world.send(await world.again(person), code, { address, amount })).data;
const view = async ({ client }: Holder, id: string) => (await client.call(getSendOut, { params: { id } })).data;
const balance = async ({ client }: Holder, code: "ETH" | "USDT") => {
  const { data } = await client.call(getWalletBalances, { query: {} });
  return data.balances.find(({ cryptoCurrencyCode }) => cryptoCurrencyCode === code)?.balance;
};
const seenOf = async (txid: string) =>
  (
    await owner.query(
      "select events.id from events join deposits on hash = subject where type = 'wallet.deposit_seen' and txid = $1",
      [txid],
    )
  ).rowCount;
const payments = async (purpose: string) =>
  (await owner.query("select * from chain_payments where purpose = $1 order by id", [purpose])).rows;
const paymentOf = async (subject: string) =>
  (await owner.query("select * from chain_payments where subject = $1", [subject])).rows[0];

test("ether is credited to its receiver at three blocks, is notified once, and is reversed when its block is dropped", async () => {
  ethereum.giveWei(adas, ETHER);
  const lost = ethereum.giveWei(bobs, 7n * GWEI);
  ethereum.giveTokens({ to: adasToken, units: 4_000_000n });
  ethereum.giveWei(hot, 1_000_000n * GWEI);
  await mine(2);
  assert.equal(await balance(ada, "ETH"), "0");
  await mine(1);
  assert.deepEqual([await balance(ada, "ETH"), await balance(ada, "USDT")], ["1", "4"]);
  assert.deepEqual([await balance(bob, "ETH"), await balance(bob, "USDT")], ["0.000000007", "0"]);
  assert.equal(await seenOf(lost), 1);
  ethereum.cut(ethereum.height() - 2);
  await mine(4);
  assert.deepEqual([await seenOf(lost), await balance(bob, "ETH")], [1, "0.000000007"]);
  ethereum.cut(ethereum.height() - 3, { drop: [lost] });
  await mine(5);
  assert.deepEqual([await balance(ada, "ETH"), await balance(bob, "ETH")], ["1", "0"]);
  assert.deepEqual(await world.violations(), []);
});

test("an address is swept from 0.002 ether or 5 tokens on, once the operator has the gas for all of it", async () => {
  // The gas of a sweep of tokens and of ether: 121,000 at 21 gwei.
  ethereum.giveWei(hot, 1_540_999n * GWEI);
  await mine(3);
  await pay();
  assert.equal((await payments("sweep")).length, 0);
  ethereum.giveWei(hot, 20_000_000n * GWEI);
  await mine(3);
  await pay();
  const [ether, ...others] = await payments("sweep");
  assert.equal(others.length, 0);
  // All but its own gas, at twice the base and the tip.
  assert.equal(ether.plan.value, String(ETHER - 21_000n * 21n * GWEI));
  await mine(3);
  ethereum.giveTokens({ to: adasToken, units: 999_999n });
  await mine(3);
  await pay();
  assert.equal((await payments("gas")).length, 0);
  ethereum.giveTokens({ to: adasToken, units: 1n });
  await mine(3);
  await pay();
  const [gas] = await payments("gas");
  // Half as much again as the tokens need.
  assert.equal(gas.plan.value, String((100_000n * 21n * GWEI * 3n) / 2n));
  await mine(3);
  await pay();
  assert.equal((await payments("sweep")).length, 2);
  await mine(3);
  assert.deepEqual(
    (await payments("sweep")).map(({ status }) => status),
    ["completed", "completed"],
  );
  assert.deepEqual(await world.violations(), []);
});

test("a send-out of ether costs 1.2 times its gas", async () => {
  // 21,000 at 21 gwei, which is more than a dollar at 2,500.
  assert.equal((await send(ada, "ETH", "0.01")).fee, "0.0005292");
});

test("a payment whose number a stranger uses halts money out and is given back when that is final, and no other is", async () => {
  await pay();
  await mine(3);
  const before = await balance(ada, "ETH");
  const { id } = await send(ada, "ETH", "0.04");
  await pay();
  ethereum.dropAll();
  const thief = ethereum.giveWei(FAR, 1n, hot);
  await mine(1);
  const { conflict_txid, status } = await paymentOf(id);
  assert.deepEqual([conflict_txid, status], [thief, "broadcast"]);
  const { rows } = await owner.query("select reason from halts where name = 'money_out'");
  assert.match(rows[0]?.reason ?? "", /is no payment of ours/);
  await mine(1);
  assert.equal((await view(ada, id)).status, "broadcast");
  await mine(1);
  assert.deepEqual([(await view(ada, id)).status, (await view(ada, id)).fault], ["failed", "replaced"]);
  assert.equal(await balance(ada, "ETH"), before);
  const { rows: conflicts } = await owner.query("select subject from chain_payments where conflict_txid is not null");
  assert.deepEqual(conflicts, [{ subject: id }]);
  await world.db.tx((tx) => lift(tx, "money_out"));
});

test("a block that does not follow the last one is not taken", async () => {
  const height = (await world.db.read((tx) => findRail(tx, "ethereum")))?.scanned_height ?? 0;
  const last = await world.db.read((tx) => ethereumHashAt(tx, height));
  const empty = { arrivals: [], departures: [], coldSpends: [], coldArrivals: [] };
  const take = (block: { height: number; parentHash: string }) =>
    world.db.tx((tx) => takeEthereumBlock(tx, { ...empty, hash: "next", ...block }));
  assert.ok(last);
  assert.equal(await take({ height: height + 1, parentHash: "another" }), false, "of another parent");
  assert.equal(await take({ height: height + 2, parentHash: last }), false, "with a gap");
  assert.equal(await take({ height, parentHash: last }), false, "once more");
  const { scanned_height } = (await world.db.read((tx) => findRail(tx, "ethereum"))) ?? {};
  assert.equal(scanned_height, height);
});

test("the payments of one chain are asked for alone", async () => {
  await owner.query(
    `insert into chain_payments (chain, currency, purpose, subject, plan, status, created_at)
     values ('bitcoin', 'BTC', 'send_out', 'of the other chain', '{}', 'pending', market_now())`,
  );
  const subjects = async (chain: "bitcoin" | "ethereum") =>
    (await world.db.read((tx) => openPayments(tx, chain))).map(({ subject }) => subject);
  assert.ok((await subjects("bitcoin")).includes("of the other chain"));
  assert.ok(!(await subjects("ethereum")).includes("of the other chain"));
  await owner.query("delete from chain_payments where subject = 'of the other chain'");
});

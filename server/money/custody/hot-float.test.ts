// Guards: what is hot beyond the limit moves to the cold account and to nowhere else; a send-out that needs it back waits and
// says so; a refill comes back as the operator's coins, and is not a deposit.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cancelSendOut, getSendOut, listWalletTransactions } from "#contract/products/wallet/wallet.ts";
import { openColdWallet } from "../../demo/coins/cold-wallet.ts";
import { readAttestationKey } from "../../platform/outside/signer/attestation.ts";
import { openColdAccount } from "../../platform/outside/chains/cold/account.ts";
import { type BitcoinPlan, SignerRefusal } from "../../platform/outside/signer/signer.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { type Holder, scriptedWorld } from "../../testing/outside/scripted/world.ts";
import { accountOf, balanceOf, post } from "../ledger/index.ts";
import { planBitcoin } from "./payments/plan-bitcoin.ts";
import { sendOutsToPlan } from "./send-outs/rows.ts";
import { chainAssets, custodyStatus, houseAddress, takeSignedRefill, writeRefill } from "./index.ts";

const wallet = openColdWallet(new Uint8Array(32).fill(7), "regtest");
const world = await scriptedWorld({ cold: wallet.account });
const { bitcoin, owner } = world;
const counting = world.signer.counting ?? assert.fail("nothing counts");
const account = openColdAccount(wallet.account.bitcoin ?? "", "regtest");
const coldAt = (branch: 0 | 1, index: number) => account.addressAt({ branch, index }).address;

const FAR = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const COIN = 100_000_000n;

await world.db.tx((tx) =>
  changeSetting(tx, { name: "wallet.hot_floor", value: { BTC: "1", ETH: "10", USDT: "20000" }, changedBy: null }),
);
await world.scan();
const ada = await world.person("ada");
const house = (await world.db.tx((tx) => houseAddress(tx, "BTC"))).address;
const key = readAttestationKey(await world.ports.verifier.attestationKey());

async function standing() {
  const [btc] = await world.db.read(custodyStatus);
  return btc ?? assert.fail("there is no bitcoin");
}

async function mine(blocks = 2): Promise<void> {
  bitcoin.mine(blocks);
  await world.scan();
}

/** Everything that is begun comes to its end. */
async function calm(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await world.moveClock(61_000);
    await world.pay();
    await mine();
  }
}

async function deposit(address: string, units: bigint): Promise<void> {
  bitcoin.pay([{ address, units }]);
  await mine();
}

type Move = { subject: string; status: string; plan: BitcoinPlan; txid: string; fee_paid: string };
const moves = async (): Promise<Move[]> =>
  (
    await owner.query(
      "select subject, status, plan, txid, fee_paid from chain_payments where purpose = 'cold' order by id",
    )
  ).rows;

const feesOfMoves = async () => (await moves()).reduce((sum, { fee_paid }) => sum + BigInt(fee_paid ?? 0), 0n);
const housesBitcoin = () => world.db.read((tx) => balanceOf(tx, accountOf.house("BTC", "inventory")));
const assets = async () => await counting.bitcoin.count({ currency: "BTC", held: new Map(), enoughUnits: 10n ** 18n });
const view = async ({ client }: Holder, id: string) => (await client.call(getSendOut, { params: { id } })).data;
const deposits = async () => (await owner.query("select count(*)::int as count from deposits")).rows[0].count;

/** As the operator does it elsewhere: written here, signed there, and handed back. */
async function refill(units?: bigint): Promise<string> {
  const written = await world.db.tx((tx) => writeRefill(tx, { currency: "BTC", units, key }));
  const { txid } = await world.db.tx((tx) => takeSignedRefill(tx, wallet.signPsbt(written.unsigned)));
  return txid;
}

test("what is hot beyond the limit moves to the cold account, its fee is the operator's, and no balance changes", async () => {
  await deposit(await world.addressOf(ada, "BTC"), 10n * COIN);
  await deposit(house, COIN / 10n);
  await world.pay();
  const [move] = await moves();
  assert.ok(move);
  assert.deepEqual([move.subject, move.status, move.plan.coldIndex], ["BTC-1", "broadcast", 0]);
  const [out, change] = move.plan.outputs;
  assert.deepEqual([out?.address, out?.units], [coldAt(0, 0), String(10n * COIN + COIN / 10n - COIN)]);
  assert.deepEqual([change?.path?.branch, move.plan.outputs.length], [1, 11], "what stays hot lies in ten coins");
  await world.pay();
  assert.equal((await moves()).length, 1, "one at a time");

  const before = await housesBitcoin();
  await mine();
  const feeUnits = BigInt((await moves())[0]?.fee_paid ?? 0);
  assert.ok(feeUnits > 0n);
  assert.equal((await moves())[0]?.status, "completed");
  assert.equal(await housesBitcoin(), before - feeUnits);
  assert.equal(await world.db.read((tx) => balanceOf(tx, accountOf.available(ada.userId, "BTC"))), 10n * COIN);
  const { hotUnits, coldUnits, limitUnits, owedUnits } = await standing();
  assert.deepEqual([limitUnits, owedUnits], [COIN, 10n * COIN]);
  assert.deepEqual([hotUnits, coldUnits], [COIN - feeUnits, 9n * COIN + COIN / 10n]);
  assert.deepEqual(await world.violations(), []);
  await calm();
  assert.equal((await moves()).length, 1, "what is at the limit stays");
});

test("what is hot stays hot until it is a quarter more than the limit, and while the network is too dear for it", async () => {
  await deposit(house, COIN / 5n);
  await world.pay();
  assert.equal((await moves()).length, 1);
  bitcoin.said.feeRate = 20_000_000n;
  bitcoin.said.lowestFeeRate = 20_000_000n;
  await deposit(house, COIN / 10n);
  await world.pay();
  assert.equal((await moves()).length, 2, "the highest that is ever paid is not too dear for this much");
  bitcoin.said.feeRate = 20_000n;
  bitcoin.said.lowestFeeRate = 1_000n;
  await calm();
  assert.equal((await moves())[1]?.plan.coldIndex, 1, "an address is used once");
});

test("a send-out that only the cold coins cover waits and says so, and goes on by itself when they are back", async () => {
  const before = await deposits();
  const { data: made } = await world.send(ada, "BTC", { address: FAR, amount: "4" });
  assert.equal(made.awaitsRefill, false, "nobody has looked");
  await world.pay();
  const { status, awaitsRefill, actions } = await view(ada, made.id);
  assert.deepEqual({ status, awaitsRefill, actions }, { status: "pending", awaitsRefill: true, actions: ["cancel"] });
  const { data: listed } = await ada.client.call(listWalletTransactions);
  assert.equal(listed[0]?.awaitsRefill, true);
  const { missingUnits, waitingUnits } = await standing();
  assert.ok(missingUnits > 3n * COIN && waitingUnits > 4n * COIN);

  const inventory = await housesBitcoin();
  const txid = await refill();
  await world.pay();
  assert.deepEqual(bitcoin.waiting(), [txid]);
  assert.deepEqual((await standing()).underWay, [{ txid, fault: null }]);
  await mine();
  await world.pay();
  assert.equal((await view(ada, made.id)).awaitsRefill, false);
  assert.equal((await view(ada, made.id)).status, "broadcast");
  const { rows: waiting } = await owner.query("select from send_outs where awaits_refill");
  assert.equal(waiting.length, 0, "nor in the table");
  await calm();
  assert.equal((await view(ada, made.id)).status, "completed");
  assert.equal(await deposits(), before, "a refill is no deposit");
  const [spend] = (await owner.query("select units, posted_at from cold_spends where txid = $1", [txid])).rows;
  assert.ok(spend.posted_at && BigInt(spend.units) > 0n, "its fee is posted");
  assert.equal(await housesBitcoin(), inventory - BigInt(spend.units));
  assert.deepEqual((await standing()).underWay, []);
  assert.deepEqual(await world.violations(), []);
});

test("one that waits for a refill is taken back by its owner", async () => {
  const { data: made } = await world.send(await world.again(ada), "BTC", { address: FAR, amount: "3" });
  await world.pay();
  assert.equal((await view(ada, made.id)).awaitsRefill, true);
  const { data } = await ada.client.call(cancelSendOut, { params: { id: made.id } });
  assert.deepEqual([data.status, data.awaitsRefill], ["cancelled", false]);
  await calm();
});

test("one that is taken back just before it is planned reserves no coins", async () => {
  const { data: made } = await world.send(await world.again(ada), "BTC", { address: FAR, amount: "0.1" });
  const [read] = await world.db.read((tx) => sendOutsToPlan(tx, "bitcoin"));
  assert.equal(read?.hash, made.id);
  await ada.client.call(cancelSendOut, { params: { id: made.id } });
  const signer = world.ports.chains?.signer ?? assert.fail("there is no signer");
  assert.equal(await planBitcoin(world.db, signer, read ?? assert.fail()), false);
  const { rows } = await owner.query("select from chain_payments where subject = $1", [made.id]);
  assert.equal(rows.length, 0);
});

test("one that nothing covers does not wait for a refill", async () => {
  const bob = await world.person("bob");
  await world.grant(accountOf.available(bob.userId, "BTC"), "BTC", 10n * COIN);
  const { data: made } = await world.send(bob, "BTC", { address: FAR, amount: "8" });
  await world.pay();
  const { status, awaitsRefill } = await view(bob, made.id);
  assert.deepEqual({ status, awaitsRefill }, { status: "pending", awaitsRefill: false });
  await bob.client.call(cancelSendOut, { params: { id: made.id } });
  const postings = [{ from: accountOf.available(bob.userId, "BTC"), to: accountOf.chain("BTC"), units: 10n * COIN }];
  await world.db.tx((tx) => post(tx, [{ kind: "test_return", subject: "bob", postings }]));
});

test("a reorganization takes a refill back, and it counts where it is", async () => {
  const total = (await assets()) + (await feesOfMoves());
  const height = bitcoin.height();
  const txid = await refill(COIN / 2n);
  await world.pay();
  await mine(1);
  const there = await standing();
  bitcoin.cut(height + 1);
  bitcoin.mine(1, { only: [] });
  bitcoin.mine(2);
  await world.scan();
  const { rows } = await owner.query("select block_height from cold_spends where txid = $1", [txid]);
  assert.equal(rows.length, 1);
  await calm();
  const [spend] = (await owner.query("select units, posted_at from cold_spends where txid = $1", [txid])).rows;
  assert.ok(spend.posted_at);
  const now = total - BigInt(spend.units) - (await feesOfMoves());
  assert.equal(await assets(), now);
  const [afterwards] = await world.db.read(chainAssets);
  assert.equal(afterwards?.assetUnits, now);
  assert.ok(there.coldUnits > 0n);
  assert.deepEqual(await world.violations(), []);
});

test("what the operator takes from the cold account is the operator's, and halts nothing", async () => {
  const inventory = await housesBitcoin();
  const { rows } = await owner.query(
    "select txid, output_index, units from cold_coins where spent_txid is null limit 1",
  );
  const [{ txid, output_index: outputIndex, units }] = rows;
  const left = COIN / 100n;
  bitcoin.pay(
    [
      { address: FAR, units: left - 500n },
      { address: coldAt(1, 5), units: BigInt(units) - left },
    ],
    [{ txid, outputIndex }],
  );
  await calm();
  assert.equal(await housesBitcoin(), inventory - left);
  assert.deepEqual((await owner.query("select name from halts")).rows, []);
  assert.deepEqual(await world.violations(), []);
});

test("coins that somebody sent straight into the cold account are reported, and are in no balance", async () => {
  assert.equal((await standing()).apartUnits, 0n, "neither moves nor what comes back from refills");
  const before = (await standing()).coldUnits;
  const height = bitcoin.height();
  bitcoin.pay([{ address: coldAt(0, 2), units: COIN / 2n }]);
  await mine(1);
  const { apartUnits, coldUnits } = await standing();
  assert.deepEqual([apartUnits, coldUnits - before], [COIN / 2n, COIN / 2n]);
  bitcoin.cut(height + 1);
  bitcoin.mine(2, { only: [] });
  await world.scan();
  assert.equal((await standing()).apartUnits, 0n, "its block is gone");
  await calm();
  assert.equal((await standing()).apartUnits, COIN / 2n);
  assert.deepEqual(await world.violations(), []);
});

test("a refill that is not what was written, or not signed, is not broadcast", async () => {
  const write = () => world.db.tx((tx) => writeRefill(tx, { currency: "BTC", units: COIN / 4n, key }));
  const other = openColdWallet(new Uint8Array(32).fill(8), "regtest");
  const take = (text: string) => world.db.tx((tx) => takeSignedRefill(tx, text));
  const { unsigned } = await write();
  await assert.rejects(take(unsigned), /a signature is missing/);
  assert.throws(() => other.signPsbt(unsigned));
  await assert.rejects(take("no psbt"), /no refill that was written here/);
  await owner.query("delete from cold_refills where raw_hex is null");
  await assert.rejects(take(wallet.signPsbt(unsigned)), /no refill that was written here/);
  assert.deepEqual(bitcoin.waiting(), []);
  await assert.rejects(
    world.db.tx((tx) => writeRefill(tx, { currency: "BTC", units: 1000n * COIN, key })),
    /more than the cold account has/,
  );
});

test("a refill goes to no address that the signer has not attested", async () => {
  await owner.query("update wallet_addresses set attestation = 'forged' where purpose = 'refill'");
  await assert.rejects(
    world.db.tx((tx) => writeRefill(tx, { currency: "BTC", units: COIN, key })),
    /has not attested/,
  );
});

test("cold coins cover what is owed where the signer finds them by its own settings, and not where a table says so", async () => {
  const total = await assets();
  await owner.query(
    `insert into cold_coins (txid, output_index, account, branch, path_index, address, units, block_height)
     values ($1, 0, $2, 0, 3, $3, $4, 1)`,
    ["ab".repeat(32), wallet.account.bitcoin, coldAt(0, 3), 1000n * COIN],
  );
  const foreign = bitcoin.pay([{ address: FAR, units: 7n * COIN }]);
  bitcoin.mine(1);
  await owner.query(
    `insert into cold_coins (txid, output_index, account, branch, path_index, address, units, block_height)
     values ($1, 0, $2, 0, 4, $3, $4, 1)`,
    [foreign, wallet.account.bitcoin, FAR, 7n * COIN],
  );
  assert.equal(await assets(), total);
  await owner.query("delete from cold_coins where txid = any($1)", [["ab".repeat(32), foreign]]);
  await owner.query("delete from cold_coins");
  const { rows } = await owner.query("select sum(units) as units from coins where spent_txid is null");
  assert.ok((await assets()) > BigInt(rows[0].units), "what it moved there itself it knows without the table");
});

test("the signer signs a move to its own cold account only", async () => {
  const [move] = await moves();
  const signer = world.ports.chains?.signer ?? assert.fail("there is no signer");
  const plan = move?.plan ?? assert.fail("nothing was moved");
  const codeOf = (changed: Partial<BitcoinPlan>, id = "BTC-9") =>
    signer.sign({ purpose: "cold", id, plan: { ...plan, ...changed } }).then(
      () => "signed",
      (error) => (error instanceof SignerRefusal ? error.code : String(error)),
    );
  const [out, second, ...rest] = plan.outputs;
  assert.ok(out && second);
  const change = { ...second, units: String([second, ...rest].reduce((sum, { units }) => sum + BigInt(units), 0n)) };
  assert.equal(await codeOf({ outputs: [{ ...out, address: FAR }, change] }), "signer.destination");
  assert.equal(await codeOf({ outputs: [{ ...out, address: coldAt(1, 0) }, change] }), "signer.destination");
  assert.equal(await codeOf({ outputs: [out, { ...change, address: FAR }] }), "signer.destination");
  assert.equal(await codeOf({ outputs: [out, { address: FAR, units: "1000" }] }), "signer.form");
  const at = (coldIndex: number) => ({ coldIndex, outputs: [{ ...out, address: coldAt(0, coldIndex) }, change] });
  const last = Math.max(...(await moves()).map((one) => one.plan.coldIndex ?? -1));
  assert.equal(await codeOf(at(last + 21)), "signer.cold_gap");
  const little = [
    { ...out, units: "1000" },
    { ...change, units: String(BigInt(change.units) + BigInt(out.units) - 1000n) },
  ];
  assert.equal(await codeOf({ outputs: little }), "signer.fee_cap");
  world.signer.cold = {};
  assert.equal(await codeOf({}), "signer.no_cold");
  world.signer.cold = wallet.account;
  assert.equal(await codeOf(at(last + 20)), "signed");
});

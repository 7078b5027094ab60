// Guards: a send-out reserves, is signed once, kept before it is shown, and paid exactly once whatever the network says.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cancelSendOut,
  createDepositAddress,
  createSendOut,
  getSendOut,
  listWalletTransactions,
  quoteSendOut,
} from "#contract/products/wallet/wallet.ts";
import { type BroadcastOutcome, NodeSilent } from "../../platform/outside/chains/bitcoin-node.ts";
import { accountOf, post } from "../ledger/index.ts";
import { type Person, sendOut, walletWorld } from "../../testing/market/wallet.ts";

/** The proxy between the app and its node: "drop" answers nothing after the node has taken the bytes. */
let broadcastMode: "pass" | "drop" | "lost" = "pass";
const sent: string[] = [];

const world = await walletWorld({
  around: (chains) => {
    if ("fault" in chains.bitcoin) return chains;
    const { node } = chains.bitcoin;
    const broadcast = async (rawHex: string): Promise<BroadcastOutcome> => {
      sent.push(rawHex);
      if (broadcastMode === "lost") throw new NodeSilent("the line is dead");
      const answer = await node.broadcast(rawHex);
      if (broadcastMode === "drop") throw new NodeSilent("the answer was lost");
      return answer;
    };
    return { ...chains, bitcoin: { ...chains.bitcoin, node: { ...node, broadcast } } };
  },
});
const AWAY = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const skip = "not run: no bitcoind";
if (world.hasBitcoin) await world.mineBitcoin(105);

async function aHolder(units: bigint): Promise<Person> {
  const person = await world.person();
  const { data } = await person.client.call(createDepositAddress, { params: { code: "BTC" } });
  await world.bitcoin.faucet?.giveUnits(data.address, units);
  await world.mineBitcoin(2);
  await world.scan();
  const { rows } = await world.owner.query(
    "select status, block_height, fault, txid from deposits order by id desc limit 2",
  );
  assert.equal(await world.available(person.userId, "BTC"), units, `the last deposits: ${JSON.stringify(rows)}`);
  return person;
}

const receivedBy = async (address: string): Promise<bigint> => {
  const { node } = world.bitcoin;
  const found = await node.call<{ total_amount: bigint }>("scantxoutset", ["start", [`addr(${address})`]]);
  return found.total_amount;
};

/** What earlier tests left on its way has arrived. */
async function calm(): Promise<void> {
  await world.pay();
  await world.mineBitcoin(2);
  await world.scan();
  sent.length = 0;
}

const freshAddress = () => world.bitcoin.node.call<string>("getnewaddress");

test("a send-out goes from quote to final: reserved, broadcast, confirmed, and the ledger follows the chain", async (t) => {
  if (!world.hasBitcoin) return t.skip(skip);
  const ada = await aHolder(50_000_000n);
  const away = await freshAddress();
  const { quote, sendOut: made } = await sendOut(ada, { code: "BTC", address: away, amount: "0.001" });
  assert.equal(made.status, "pending");
  assert.deepEqual(made.actions, ["cancel"]);
  const total = BigInt(quote.total.replace("0.", "").padEnd(8, "0"));
  assert.equal(await world.available(ada.userId, "BTC"), 50_000_000n - total);
  assert.equal(await world.held(ada.userId, "BTC"), total);

  await world.pay();
  const status = async () => (await ada.client.call(getSendOut, { params: { id: made.id } })).data;
  assert.equal((await status()).status, "broadcast");
  assert.equal((await ada.client.call(cancelSendOut, { params: { id: made.id } })).code, "wallet.send_out_under_way");
  await world.mineBitcoin(1);
  await world.scan();
  assert.equal((await status()).status, "confirming");
  await world.assertBooks();
  await world.mineBitcoin(1);
  await Promise.all([world.scan(), world.scan(), world.pay()]);
  const done = await status();
  assert.equal(done.status, "completed");
  assert.equal(await receivedBy(away), 100_000n);
  assert.equal(await world.held(ada.userId, "BTC"), 0n);
  await world.assertBooks();
  const history = await ada.client.call(listWalletTransactions, {});
  assert.deepEqual(
    history.data.map(({ type, status: state, txid }) => ({ type, state, hasTxid: txid !== null })),
    [
      { type: "send_out", state: "completed", hasTxid: true },
      { type: "deposit", state: "completed", hasTxid: true },
    ],
  );
});

test("two send-outs of one balance at once: one wins, the other is refused", async (t) => {
  if (!world.hasBitcoin) return t.skip(skip);
  const ada = await aHolder(150_000n);
  const address = await freshAddress();
  const quotes = await Promise.all(
    [1, 2].map(() => ada.client.call(quoteSendOut, { params: { code: "BTC" }, body: { address, amount: "0.001" } })),
  );
  const answers = await Promise.all(
    quotes.map(({ data }) => ada.client.call(createSendOut, { params: { code: "BTC" }, body: { quote_id: data.id } })),
  );
  assert.deepEqual(answers.map(({ code }) => code).sort(), ["", "ledger.insufficient_balance"]);
  await world.pay();
  await world.mineBitcoin(2);
  await world.scan();
  assert.equal(await receivedBy(address), 100_000n);
});

test("a quote is taken once, by its owner, within its time", async (t) => {
  if (!world.hasBitcoin) return t.skip(skip);
  const [ada, eve] = [await aHolder(10_000_000n), await world.person()];
  const quote = async () =>
    (await ada.client.call(quoteSendOut, { params: { code: "BTC" }, body: { address: AWAY, amount: "0.0001" } })).data
      .id;
  const take = (person: Person, id: string) =>
    person.client.call(createSendOut, { params: { code: "BTC" }, body: { quote_id: id } });
  const first = await quote();
  assert.equal((await take(eve, first)).code, "wallet.quote_unknown");
  const both = await Promise.all([take(ada, first), take(ada, first)]);
  assert.deepEqual(both.map(({ code }) => code).sort(), ["", "wallet.quote_taken"]);
  const late = await quote();
  await world.moveClock(61_000);
  assert.equal((await take(ada, late)).code, "wallet.quote_expired");
});

test("after a lost answer the same bytes are shown again: one transaction, one payment", async (t) => {
  if (!world.hasBitcoin) return t.skip(skip);
  const ada = await aHolder(20_000_000n);
  const away = await freshAddress();
  await calm();
  broadcastMode = "drop";
  await sendOut(ada, { code: "BTC", address: away, amount: "0.0005" });
  for (let round = 0; round < 4; round++) {
    await world.pay();
    await world.moveClock(61_000);
  }
  broadcastMode = "pass";
  await world.pay();
  assert.equal(new Set(sent).size, 1);
  assert.ok(sent.length >= 4);
  await world.mineBitcoin(2);
  await world.scan();
  assert.equal(await receivedBy(away), 50_000n);
  await world.assertBooks();
});

test("after a crash between signing and broadcast the kept bytes go out, once", async (t) => {
  if (!world.hasBitcoin) return t.skip(skip);
  const ada = await aHolder(20_000_000n);
  const away = await freshAddress();
  await calm();
  broadcastMode = "lost";
  const { sendOut: made } = await sendOut(ada, { code: "BTC", address: away, amount: "0.0005" });
  await world.pay();
  assert.equal(
    (await ada.client.call(cancelSendOut, { params: { id: made.id } })).code,
    "wallet.send_out_under_way",
    "bytes exist",
  );
  // The signer dies as well; it starts again at the next question and remembers.
  await world.ports.chains?.signer?.stop();
  broadcastMode = "pass";
  await world.moveClock(61_000);
  await Promise.all([world.pay(), world.pay()]);
  await world.mineBitcoin(2);
  await world.scan();
  assert.equal(new Set(sent).size, 1);
  assert.equal(await receivedBy(away), 50_000n);
  await world.assertBooks();
});

test("what was not signed can be taken back; the money is free again and nothing is ever sent", async (t) => {
  if (!world.hasBitcoin) return t.skip(skip);
  const ada = await aHolder(20_000_000n);
  await calm();
  const { sendOut: made } = await sendOut(ada, { code: "BTC", address: AWAY, amount: "0.0005" });
  const cancelled = await ada.client.call(cancelSendOut, { params: { id: made.id } });
  assert.equal(cancelled.data.status, "cancelled");
  assert.equal(await world.available(ada.userId, "BTC"), 20_000_000n);
  await world.pay();
  assert.deepEqual(sent, []);
  assert.equal((await ada.client.call(cancelSendOut, { params: { id: made.id } })).code, "wallet.send_out_under_way");
});

test("a reorganisation of a confirmed send-out shows the same bytes again until it is in a block for good", async (t) => {
  if (!world.hasBitcoin) return t.skip(skip);
  const ada = await aHolder(20_000_000n);
  const away = await freshAddress();
  const { sendOut: made } = await sendOut(ada, { code: "BTC", address: away, amount: "0.0005" });
  await world.pay();
  await world.mineBitcoin(1);
  await world.scan();
  const { node } = world.bitcoin;
  await node.call("invalidateblock", [await node.blockHash(await node.height())]);
  const miner = await node.call<string>("getnewaddress");
  for (let block = 0; block < 2; block++) await node.call("generateblock", [miner, []]);
  await world.scan();
  assert.equal((await ada.client.call(getSendOut, { params: { id: made.id } })).data.status, "broadcast");
  await world.assertBooks();
  await world.mineBitcoin(2);
  await world.scan();
  assert.equal((await ada.client.call(getSendOut, { params: { id: made.id } })).data.status, "completed");
  assert.equal(await receivedBy(away), 50_000n);
});

/** Pays a program that anyone can spend (bech32m of version 1, 4e73, on the development chain). */
const ANYBODYS = "bcrt1pfeesnyr2tx";

test("impossible addresses and amounts are refused at their fields", async (t) => {
  if (!world.hasBitcoin) return t.skip(skip);
  const ada = await aHolder(1_000_000n);
  const own = await ada.client.call(createDepositAddress, { params: { code: "BTC" } });
  const quote = async (address: string, amount: string) =>
    (await ada.client.call(quoteSendOut, { params: { code: "BTC" }, body: { address, amount } })).code;
  assert.equal(await quote("bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt081", "0.001"), "wallet.address_malformed");
  assert.equal(await quote("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "0.001"), "wallet.address_other_network");
  assert.equal(await quote(own.data.address, "0.001"), "wallet.own_address");
  assert.equal(await quote(ANYBODYS, "0.001"), "wallet.address_burns");
  assert.equal(await quote(AWAY.toUpperCase(), "0.00001"), "wallet.amount_too_small");
  assert.equal(await quote(AWAY, "0.000010001"), "money.too_many_digits");
  assert.equal(await quote(AWAY, "0.01"), "ledger.insufficient_balance");
  assert.equal(await quote(AWAY, "max"), "");
});

test("while money out is halted nothing is reserved and nothing new is signed", async (t) => {
  if (!world.hasBitcoin) return t.skip(skip);
  const ada = await aHolder(20_000_000n);
  await calm();
  await sendOut(ada, { code: "BTC", address: AWAY, amount: "0.0005" });
  const { data } = await ada.client.call(quoteSendOut, {
    params: { code: "BTC" },
    body: { address: AWAY, amount: "0.0005" },
  });
  await world.owner.query("insert into halts (name, reason, since) values ('money_out', 'test', now())");
  await world.pay();
  assert.deepEqual(sent, []);
  assert.equal(
    (await ada.client.call(createSendOut, { params: { code: "BTC" }, body: { quote_id: data.id } })).code,
    "ledger.halted",
  );
  await world.owner.query("delete from halts");
});

test("one malformed row does not stop the others", async (t) => {
  if (!world.hasBitcoin) return t.skip(skip);
  const [ada, eve] = [await aHolder(20_000_000n), await aHolder(20_000_000n)];
  const { sendOut: broken } = await sendOut(eve, { code: "BTC", address: AWAY, amount: "0.0005" });
  // As if the ledger and the wallet disagreed: what should be held is not.
  const held = accountOf.held(eve.userId, "BTC");
  const units = await world.held(eve.userId, "BTC");
  await world.db.tx((tx) =>
    post(tx, [
      { kind: "test_break", subject: "1", postings: [{ from: held, to: accountOf.house("BTC", "inventory"), units }] },
    ]),
  );
  await world.pay();
  const { sendOut: made } = await sendOut(ada, { code: "BTC", address: AWAY, amount: "0.0005" });
  await world.pay();
  await world.mineBitcoin(2);
  await world.scan();
  assert.equal((await ada.client.call(getSendOut, { params: { id: made.id } })).data.status, "completed");
  assert.notEqual((await eve.client.call(getSendOut, { params: { id: broken.id } })).data.status, "completed");
});

test("coins that a stranger spends halt money out, and the send-out's sum comes back when that is final", async (t) => {
  if (!world.hasBitcoin) return t.skip(skip);
  const ada = await aHolder(20_000_000n);
  broadcastMode = "lost";
  const { sendOut: made } = await sendOut(ada, { code: "BTC", address: AWAY, amount: "0.0005" });
  await world.pay();
  broadcastMode = "pass";
  const { rows } = await world.owner.query("select plan from chain_payments where subject = $1", [made.id]);
  await spendWithStolenKeys(rows[0].plan.inputs[0]);
  await world.mineBitcoin(1);
  await world.scan();
  assert.equal((await world.owner.query("select name from halts")).rows[0]?.name, "money_out");
  await world.mineBitcoin(4);
  await world.scan();
  assert.equal((await ada.client.call(getSendOut, { params: { id: made.id } })).data.status, "pending");
  await world.mineBitcoin(1);
  await world.scan();
  const after = await ada.client.call(getSendOut, { params: { id: made.id } });
  assert.deepEqual([after.data.status, after.data.fault], ["failed", "replaced"]);
  assert.equal(await world.available(ada.userId, "BTC"), 20_000_000n);
  const lost = await world.owner.query("select count(*)::int as lost from journals where kind = 'coin_lost'");
  assert.equal(lost.rows[0].lost, 1);
});

/** What a thief with a copy of the seed would do. */
async function spendWithStolenKeys(input: {
  txid: string;
  outputIndex: number;
  units: string;
  path: { branch: 0 | 1; index: number };
}): Promise<void> {
  const { openVault } = await import("../../signer/vault.ts");
  const { signBitcoin } = await import("../../signer/signing/bitcoin.ts");
  const vault = openVault({ folder: `${world.config.dataDir}/signer`, key: undefined, chain: "regtest" });
  const units = (BigInt(input.units) - 10_000n).toString();
  const { rawHex } = signBitcoin(
    { chain: "bitcoin", inputs: [input], outputs: [{ address: await freshAddress(), units }] },
    vault,
    "regtest",
  );
  await world.bitcoin.node.call("sendrawtransaction", [rawHex]);
}

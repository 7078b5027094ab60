// Guards: a deposit follows its block, and a send-out ends once: completed at two blocks, refused, or replaced at six.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createSendOut,
  getSendOut,
  getWalletBalances,
  listWalletTransactions,
  quoteSendOut,
} from "#contract/products/wallet/wallet.ts";
import { LIMITS } from "../../signer/proofs/limits.ts";
import { type Holder, scriptedWorld } from "../../testing/outside/scripted/world.ts";
import { lift } from "../ledger/index.ts";
import { freeCoins } from "./coins/coin-rows.ts";
import { houseAddress } from "./index.ts";

const world = await scriptedWorld();
const { bitcoin, signer, owner } = world;
const FAR = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
/** A taproot address: a longer script. */
const TAPROOT = "bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6";

await world.scan();
const [ada, bob] = [await world.person("ada"), await world.person("bob")];
const [adas, bobs] = [await world.addressOf(ada, "BTC"), await world.addressOf(bob, "BTC")];
bitcoin.pay([
  { address: adas, units: 30_000_000n },
  { address: bobs, units: 12_000_000n },
]);
await mine(2);

async function mine(blocks: number, only?: readonly string[]): Promise<void> {
  bitcoin.mine(blocks, only && { only });
  await world.runJob("scan-bitcoin");
}
const pay = () => world.runJob("pay-bitcoin");
const send = async (person: Holder, amount: string, address = FAR) =>
  (await world.send(await world.again(person), "BTC", { address, amount })).data;
const view = async ({ client }: Holder, id: string) => (await client.call(getSendOut, { params: { id } })).data;
const balance = async ({ client }: Holder) => {
  const { data } = await client.call(getWalletBalances, { query: {} });
  return data.balances.find(({ cryptoCurrencyCode }) => cryptoCurrencyCode === "BTC")?.balance;
};
const depositOf = async (txid: string) =>
  (await owner.query("select status from deposits where txid = $1", [txid])).rows;
/** Whether a payment may spend the coin. */
const isFree = (txid: string) => world.db.tx(async (tx) => (await freeCoins(tx)).some((coin) => coin.txid === txid));
const lostCoins = async () => (await owner.query("select from journals where kind = 'coin_lost'")).rowCount;
const eventsOf = async (subject: string) =>
  (await owner.query("select type, payload->>'status' as status from events where subject = $1 order by id", [subject]))
    .rows;
const paymentOf = async (subject: string) =>
  (await owner.query("select * from chain_payments where subject = $1", [subject])).rows[0];

test("a credited deposit whose block goes is taken back from its owner alone, and is credited once when it returns", async () => {
  const [before, others] = [await balance(ada), await balance(bob)];
  const txid = bitcoin.pay([{ address: adas, units: 40_000_000n }]);
  await mine(1);
  assert.deepEqual([await balance(ada), await isFree(txid)], [before, false]);
  await mine(1);
  assert.equal(await isFree(txid), true);
  const after = await balance(ada);
  assert.deepEqual([before, after], ["0.3", "0.7"]);
  bitcoin.cut(bitcoin.height() - 1);
  await mine(3, []);
  assert.equal(await balance(ada), before);
  assert.equal((await depositOf(txid))[0].status, "incoming");
  await mine(2);
  assert.equal(await balance(ada), after);
  bitcoin.cut(bitcoin.height() - 1, { drop: [txid] });
  await mine(3);
  assert.deepEqual([await balance(ada), await depositOf(txid)], [before, [{ status: "gone" }]]);
  const forgotten = bitcoin.pay([{ address: adas, units: 1_000n }]);
  await mine(1, []);
  bitcoin.drop([forgotten]);
  await mine(1, []);
  assert.deepEqual(await depositOf(forgotten), [{ status: "gone" }]);
  assert.equal(await balance(bob), others);
  assert.deepEqual(await world.violations(), []);
});

test("a send-out goes to no address of its sender or the operator, to another user's, and is 10 bitcoin at most", async () => {
  const quote = async (address: string, amount: string) =>
    (await ada.client.call(quoteSendOut, { params: { code: "BTC" }, body: { address, amount } })).code;
  const house = (await world.db.tx((tx) => houseAddress(tx, "BTC"))).address;
  assert.deepEqual(
    [await quote(adas, "0.01"), await quote(house, "0.01"), await quote(bobs, "0.01")],
    ["wallet.own_address", "wallet.own_address", ""],
  );
  assert.deepEqual(
    [await quote(FAR, "10"), await quote(FAR, "10.00000001")],
    ["ledger.insufficient_balance", "wallet.amount_too_large"],
  );
});

test("what one user owes for a deposit that went holds the send-outs of nobody else", async () => {
  const client = await owner.connect();
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into wallet_holds (user_id, currency, owed_units, deposit_id, reason, since)
     values ($1, 'BTC', 5, 1, 'tried by a test', market_now())`,
    [bob.userId],
  );
  client.release(true);
  const body = { address: FAR, amount: "0.001" };
  const { data } = await bob.client.call(quoteSendOut, { params: { code: "BTC" }, body });
  const held = await bob.client.call(createSendOut, { params: { code: "BTC" }, body: { quote_id: data.id } });
  assert.equal(held.code, "wallet.on_hold");
  await send(ada, "0.001");
  await owner.query("update wallet_holds set lifted_at = market_now()");
  await pay();
  await mine(2);
});

test("a send-out costs 1.2 times the price of the network, of the bytes of its own receiver", async () => {
  const [plain, longer] = [await send(ada, "0.01"), await send(ada, "0.01", TAPROOT)];
  // 141 and 153 bytes at 20 units each.
  assert.deepEqual([plain.fee, longer.fee], ["0.00003384", "0.00003672"]);
  bitcoin.said.feeRate = 1_000n;
  await world.moveClock(11_000);
  await world.runJob("scan-bitcoin");
  // A dollar at 60,000, rounded up.
  assert.equal((await send(ada, "0.01")).fee, "0.00001667");
  bitcoin.said.feeRate = 20_000n;
  await world.moveClock(11_000);
  await world.runJob("scan-bitcoin");
  await pay();
  await mine(2);
});

test("a send-out is completed at two blocks with the fee that was paid, is notified, and another user's is not visible", async () => {
  const { id } = await send(ada, "0.05");
  assert.equal((await bob.client.call(getSendOut, { params: { id } })).code, "wallet.send_out_unknown");
  await pay();
  await mine(1);
  assert.deepEqual([(await view(ada, id)).status, (await view(ada, id)).confirmations], ["confirming", 1]);
  await mine(1);
  assert.equal((await view(ada, id)).status, "completed");
  const { plan, fee_paid } = await paymentOf(id);
  const sum = (parts: { units: string }[]) => parts.reduce((units, part) => units + Number(part.units), 0);
  assert.equal(Number(fee_paid), sum(plan.inputs) - sum(plan.outputs));
  const statuses = (await eventsOf(id)).filter(({ type }) => type === "wallet.send_out").map(({ status }) => status);
  assert.deepEqual(statuses, ["pending", "broadcast", "confirming", "completed"]);
  const { data } = await ada.client.call(listWalletTransactions, { query: { type: "send_out" } });
  assert.ok(data.some(({ fee, status }) => fee === "0.00003384" && status === "completed"));
});

test("a payment whose block goes is shown again, and a completed one stays completed", async () => {
  const first = await send(ada, "0.002");
  await pay();
  await mine(1);
  const second = await send(bob, "0.001");
  await pay();
  await mine(1);
  bitcoin.cut(bitcoin.height() - 1);
  await mine(3, []);
  assert.deepEqual(
    [(await view(ada, first.id)).status, (await view(bob, second.id)).status],
    ["completed", "broadcast"],
  );
  assert.deepEqual([(await paymentOf(first.id)).block_height, (await paymentOf(second.id)).block_height], [null, null]);
  await mine(2);
  assert.equal((await view(bob, second.id)).status, "completed");
  assert.notEqual((await paymentOf(first.id)).block_height, null);
  assert.deepEqual(await world.violations(), []);
});

test("a send-out that the signer refuses ends with its reason and gives all of it back", async () => {
  const before = await balance(ada);
  signer.limits = { ...LIMITS, BTC: { ...LIMITS.BTC, eachUnits: 999_999n } };
  const { id } = await send(ada, "0.01");
  await pay();
  signer.limits = LIMITS;
  assert.deepEqual([(await view(ada, id)).status, (await view(ada, id)).fault], ["failed", "not_allowed"]);
  assert.equal(await balance(ada), before);
  assert.equal((await eventsOf(id)).at(-1)?.status, "failed");
  const { rows } = await owner.query("select from coins where payment_id = $1", [(await paymentOf(id)).id]);
  assert.equal(rows.length, 0);
});

test("a coin that a stranger spends halts money out; its payment alone is given back, at six blocks and not before", async () => {
  const before = await balance(ada);
  const [gone, safe] = [await send(ada, "0.003"), await send(bob, "0.0011")];
  await pay();
  const { txid, plan } = await paymentOf(gone.id);
  bitcoin.drop([txid]);
  const thief = bitcoin.pay([{ address: FAR, units: 1n }], plan.inputs);
  await mine(1, [thief]);
  assert.equal((await paymentOf(gone.id)).conflict_txid, thief);
  assert.equal((await paymentOf(safe.id)).conflict_txid, null);
  const { rows } = await owner.query("select reason from halts where name = 'money_out'");
  assert.match(rows[0]?.reason ?? "", /spent by/);
  assert.equal(await lostCoins(), 0);
  bitcoin.cut(bitcoin.height());
  await mine(2, []);
  assert.equal((await paymentOf(gone.id)).conflict_txid, null);
  await mine(1, [thief]);
  assert.equal(await lostCoins(), 0);
  await mine(4, []);
  assert.equal(await lostCoins(), 1);
  assert.equal((await view(ada, gone.id)).status, "broadcast");
  await mine(1, []);
  assert.deepEqual([(await view(ada, gone.id)).status, (await view(ada, gone.id)).fault], ["failed", "replaced"]);
  assert.equal(await balance(ada), before);
  assert.equal((await view(bob, safe.id)).status, "broadcast");
  await world.db.tx((tx) => lift(tx, "money_out"));
  await mine(2);
  assert.equal((await view(bob, safe.id)).status, "completed");
});

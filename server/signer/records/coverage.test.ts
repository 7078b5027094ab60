// Guards: before a send-out is signed the signer counts by itself, at its own nodes, whether the coins that are ours cover
// what is owed; whatever the follower of the chains writes, nothing leaves that never came.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getAddress } from "viem";
import type { CryptoCode } from "#contract/money/money.ts";
import { cancelSendOut, getSendOut } from "#contract/products/wallet/wallet.ts";
import { ids } from "../../platform/ids.ts";
import { accountOf, post } from "../../money/ledger/index.ts";
import { NodeSilent } from "../../platform/outside/chains/bitcoin-node.ts";
import { type BitcoinPlan, SignerRefusal } from "../../platform/outside/signer/signer.ts";
import { houseAddress } from "../../money/custody/index.ts";
import { type Holder, scriptedWorld } from "../../testing/outside/scripted/world.ts";

const world = await scriptedWorld();
const { bitcoin, ethereum, owner } = world;
const counting = world.signer.counting ?? assert.fail("nothing counts");
world.signer.coverage = counting.coverage;

const FAR = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const FAR_ETHER = "0x000000000000000000000000000000000000bEEF";
const COIN = 100_000_000n;
const ETHER = 10n ** 18n;
const GWEI = 10n ** 9n;
const EMPTY: BitcoinPlan = { chain: "bitcoin", inputs: [], outputs: [] };

await world.scan();
const ada = await world.person("ada");
const bob = await world.person("bob");
const adasAddress = await world.addressOf(ada, "BTC");
const bobsAddress = await world.addressOf(bob, "BTC");
const house = (await world.db.tx((tx) => houseAddress(tx, "BTC"))).address;
await deposit(adasAddress, 2n * COIN);
await deposit(adasAddress, 2n * COIN);

const cat = await world.person("cat");
const dan = await world.person("dan");
const hot = (await world.db.tx((tx) => houseAddress(tx, "ETH"))).address;
ethereum.giveWei(hot, 5n * ETHER);
ethereum.giveTokens({ to: hot, units: 1_000_000_000n });
ethereum.giveWei(await world.addressOf(cat, "ETH"), ETHER);
ethereum.giveTokens({ to: await world.addressOf(dan, "USDT"), units: 100_000_000n });
await mine();

async function mine(): Promise<void> {
  bitcoin.mine(2);
  ethereum.mine(3);
  await world.scan();
  await world.scan();
}

/** Confirmed, read and credited. */
async function deposit(address: string, units: bigint): Promise<string> {
  const txid = bitcoin.pay([{ address, units }]);
  await mine();
  return txid;
}

/** "covered", or the signer's word against it. */
async function coverage(currency: CryptoCode, plan: BitcoinPlan = EMPTY): Promise<string> {
  try {
    await counting.coverage.assertCovered(plan, currency);
    return "covered";
  } catch (error) {
    if (error instanceof SignerRefusal) return error.code;
    throw error;
  }
}

/** All that is found, less what is on its way out in the ledger. */
const found = async (currency: CryptoCode, held: ReadonlyMap<string, bigint> = new Map()) =>
  counting[currency === "BTC" ? "bitcoin" : "ethereum"].count({ currency, held, enoughUnits: 10n ** 18n });

/** A deposit that is on no chain, as an attacker with the chain follower writes and credits it. */
async function mint({ userId }: Holder, currency: CryptoCode, units: bigint): Promise<void> {
  const chain = currency === "BTC" ? "bitcoin" : "ethereum";
  const chainUnits = currency === "ETH" ? units * 1_000_000_000n : units;
  const { rows } = await owner.query(
    `insert into deposits (hash, chain, txid, output_index, currency, address_id, chain_units, units, status, block_height,
                           block_hash, first_seen_at)
     select $1, $2, $1, 0, $3, id, $4::numeric, $5::bigint, 'incoming', 1, 'h1', market_now()
     from wallet_addresses
     where user_id = $6 and currency = $3
     returning id`,
    [ids.hash(), chain, currency, chainUnits, units, userId],
  );
  await owner.query("select * from credit_deposits($1, '{0}', market_now())", [[rows[0].id]]);
}

/** What was written is taken out of the ledger again. */
async function unmint({ userId }: Holder, currency: CryptoCode, units: bigint): Promise<void> {
  const postings = [{ from: accountOf.available(userId, currency), to: accountOf.chain(currency), units }];
  await world.db.tx((tx) => post(tx, [{ kind: "test_return", subject: ids.hash(), postings }]));
}

/** A send-out with its bytes, as the signer's journal and the ledger have it. */
async function signedSendOut(person: Holder, code: CryptoCode, amount: string, address = FAR) {
  const { data } = await world.send(person, code, { address, amount });
  await world.pay();
  const { rows } = await owner.query(
    `select send_out.units + send_out.fee_units as held, send_out.units, payment.plan, payment.txid
     from send_outs send_out
     join chain_payments payment on payment.purpose = 'send_out' and payment.subject = send_out.hash
     where send_out.hash = $1 and payment.raw_hex is not null`,
    [data.id],
  );
  const [row] = rows;
  assert.ok(row, `${data.id} was not signed`);
  return { id: data.id, held: BigInt(row.held), units: BigInt(row.units), plan: row.plan, txid: row.txid as string };
}

/** What leaves us with it, the network's fee included. */
const leavingOf = ({ inputs, outputs }: BitcoinPlan) =>
  inputs.reduce((sum, { units }) => sum + BigInt(units), 0n) -
  outputs.reduce((sum, { units, path }) => sum + (path ? BigInt(units) : 0n), 0n);

const status = async ({ client }: Holder, id: string) =>
  (await client.call(getSendOut, { params: { id } })).data.status;

test("what came is counted once, where it lies, and what was paid out is not missing while the ledger follows", async () => {
  const before = await found("BTC");
  await deposit(adasAddress, 2n * COIN);
  assert.equal(await found("BTC"), before + 2n * COIN);
  assert.equal(await coverage("BTC"), "covered");
  const { data } = await world.send(ada, "BTC", { address: FAR, amount: "0.5" });
  await world.pay();
  assert.equal(await status(ada, data.id), "broadcast");
  assert.equal(await coverage("BTC"), "covered");
  // In a block that the follower has not read: its change is ours, and the sum is still held.
  bitcoin.mine(1);
  assert.equal(await coverage("BTC"), "covered");
  const second = await world.send(ada, "BTC", { address: FAR, amount: "0.1" });
  await mine();
  await world.pay();
  assert.equal(await status(ada, second.data.id), "broadcast");
  await mine();
  await mine();
  assert.equal(await status(ada, second.data.id), "completed");
  assert.deepEqual(await world.violations(), []);
});

test("what never came is sent out by nobody: it waits, its sum is held, and it leaves when coins are there", async () => {
  await mint(bob, "BTC", 5n * COIN);
  const { data } = await world.send(ada, "BTC", { address: FAR, amount: "0.1" });
  await world.pay();
  await world.pay();
  assert.equal(await status(ada, data.id), "pending");
  assert.equal(await coverage("BTC"), "signer.not_covered");
  await unmint(bob, "BTC", 5n * COIN);
  await world.pay();
  assert.equal(await status(ada, data.id), "broadcast");
  await mine();
  await mine();
});

test("the tables say where to look and nothing else", async () => {
  await deposit(house, COIN);
  const all = await found("BTC");
  const lie = async (text: string, back: string) => {
    await owner.query(text);
    const now = await found("BTC");
    await owner.query(back);
    return now;
  };
  assert.equal(await lie("update coins set units = units * 100", "update coins set units = units / 100"), all);
  const copy = `insert into coins (txid, output_index, address_id, units, is_coinbase, block_height)
    select upper(txid), output_index, address_id, units, false, 1 from coins where spent_txid is null`;
  assert.equal(await lie(copy, "delete from coins where txid <> lower(txid)"), all);
  // Foreign coins.
  const txid = bitcoin.pay([{ address: FAR, units: 9n * COIN }]);
  bitcoin.mine(1);
  const foreign = `insert into coins (txid, output_index, address_id, units, is_coinbase, block_height)
    select '${txid}', 0, id, ${9n * COIN}, false, 1 from wallet_addresses where purpose = 'house' and currency = 'BTC'`;
  assert.equal(await lie(foreign, `delete from coins where txid = '${txid}'`), all);
  assert.equal(await found("BTC"), all);
});

test("what came to one and is not credited to him covers nobody else", async () => {
  const all = await found("BTC");
  const txid = bitcoin.pay([{ address: bobsAddress, units: 3n * COIN }]);
  bitcoin.mine(2);
  const coinAt = (address: string) =>
    owner.query(
      `insert into coins (txid, output_index, address_id, units, is_coinbase, block_height)
       select $1, 0, id, $2, false, 1 from wallet_addresses where address = $3
       on conflict (txid, output_index) do update set address_id = excluded.address_id`,
      [txid, 3n * COIN, address],
    );
  await coinAt(bobsAddress);
  assert.equal(await found("BTC"), all);
  const { rows } = await owner.query(
    `insert into deposits (hash, chain, txid, output_index, currency, address_id, chain_units, units, status, block_height,
                           block_hash, first_seen_at)
     select $1, 'bitcoin', $2, 0, 'BTC', id, $3::numeric, $3::bigint, 'incoming', 1, 'h1', market_now()
     from wallet_addresses
     where address = $4
     returning id`,
    [ids.hash(), txid, 3n * COIN, adasAddress],
  );
  await owner.query("select * from credit_deposits($1, '{0}', market_now())", [[rows[0].id]]);
  assert.equal(await found("BTC"), all);
  await coinAt(adasAddress);
  assert.equal(await found("BTC"), all);
  assert.equal(await coverage("BTC"), "signer.not_covered");
  await unmint(ada, "BTC", 3n * COIN);
});

test("what is signed and may leave is missing when the ledger says that it left or came back", async () => {
  await deposit(adasAddress, COIN);
  const all = await found("BTC");
  const first = await signedSendOut(ada, "BTC", "0.2");
  const second = await signedSendOut(ada, "BTC", "0.3");
  const held = new Map([first, second].map(({ id, held: units }) => [id, units]));
  const leaving = leavingOf(first.plan) + leavingOf(second.plan);
  assert.equal(await found("BTC", held), all);
  assert.equal(await found("BTC"), all - leaving);
  assert.equal(await found("BTC", new Map([[first.id, first.held]])), all - leavingOf(second.plan));
  // A block has them, and the follower has not read it.
  bitcoin.mine(1);
  assert.equal(await found("BTC", held), all - leaving + first.held + second.held);
  await mine();
  await mine();
  assert.equal(await found("BTC"), all - leaving);
});

test("a follower that gives back in the ledger what is signed gets no other signature for it", async () => {
  bitcoin.mood.isForgetful = true;
  const sent = await signedSendOut(ada, "BTC", "1.5");
  bitcoin.drop([sent.txid]);
  assert.equal(await coverage("BTC"), "covered");
  const move = (kind: string, to: string) =>
    world.db.tx((tx) =>
      post(tx, [
        { kind, subject: sent.id, postings: [{ from: accountOf.held(ada.userId, "BTC"), to, units: sent.held }] },
      ]),
    );
  await move("send_out_return", accountOf.available(ada.userId, "BTC"));
  assert.equal(await coverage("BTC"), "signer.not_covered");
  // The operator makes up for it.
  await deposit(house, 2n * COIN);
  assert.equal(await coverage("BTC"), "covered");
  bitcoin.mood.isForgetful = false;
});

test("a credited deposit that is reversed in the ledger and still in the chain is owed", async () => {
  await deposit(bobsAddress, 4n * COIN);
  // Spent by us: its value is at a change address now.
  await signedSendOut(bob, "BTC", "3.5");
  await mine();
  await mine();
  const all = await found("BTC");
  const { rows } = await owner.query(
    `update deposits set block_height = null, block_hash = null where units = $1 and status = 'credited' returning id, round`,
    [4n * COIN],
  );
  await owner.query("select * from take_back_deposits($1, $2, '{gone}', market_now())", [
    [rows[0].id],
    [rows[0].round],
  ]);
  assert.equal(await found("BTC"), all - 4n * COIN);
});

test("a plan spends what the signer's own node has, as it has it", async () => {
  const txid = await deposit(adasAddress, COIN);
  const { rows } = await owner.query("select branch, path_index from wallet_addresses where address = $1", [
    adasAddress,
  ]);
  const path = { branch: 0, index: rows[0].path_index } as const;
  const input = { txid, outputIndex: 0, units: String(COIN), path };
  const plan = (change: Partial<typeof input>) => ({ ...EMPTY, inputs: [{ ...input, ...change }] });
  await deposit(house, 9n * COIN);
  assert.equal(await coverage("BTC", plan({})), "covered");
  assert.equal(await coverage("BTC", plan({ txid: "ab".repeat(32) })), "signer.no_coin");
  assert.equal(await coverage("BTC", plan({ units: String(COIN + 1n) })), "signer.no_coin");
  assert.equal(await coverage("BTC", plan({ path: { ...path, index: path.index + 1 } })), "signer.no_coin");
});

test("a node is asked once for each block, and one that is away or in motion is believed nothing", async () => {
  let asked = 0;
  const { node } = bitcoin;
  const own = {
    tip: () => node.tip(),
    transaction: (txid: string) => node.transaction(txid),
    unspent: async (inputs: Parameters<typeof node.unspent>[0]) => {
      asked += inputs.length;
      return node.unspent(inputs);
    },
  };
  const count = { currency: "BTC", held: new Map<string, bigint>(), enoughUnits: 10n ** 18n } as const;
  const coins = counting.bitcoinAt(own);
  const all = await coins.count(count);
  const once = asked;
  assert.ok(once > 0);
  assert.equal(await coins.count(count), all);
  assert.equal(asked, once);
  bitcoin.mine(1);
  await coins.count(count);
  assert.equal(asked, 2 * once);
  // Nothing more is looked at when it is enough; here that is at once.
  assert.ok((await coins.count({ ...count, enoughUnits: 0n })) >= 0n);

  let blocks = 0;
  const moving = counting.bitcoinAt({ ...own, tip: async () => `${blocks++}` });
  await assert.rejects(moving.count(count), NodeSilent);
  bitcoin.mood.isSilent = true;
  await assert.rejects(coverage("BTC"), NodeSilent);
  bitcoin.mood.isSilent = false;
});

test("ether and tokens are counted at one block, less what the network may take from the operator", async () => {
  const ours = [hot, await world.addressOf(cat, "ETH"), await world.addressOf(dan, "USDT")];
  const wei = await Promise.all(ours.map((address) => ethereum.node.balance(address)));
  assert.equal(await found("ETH"), wei.reduce((sum, one) => sum + one, 0n) / GWEI);
  assert.equal(await found("USDT"), 1_100_000_000n);
  for (const code of ["ETH", "USDT"] as const) assert.equal(await coverage(code), "covered");

  const ether = await signedSendOut(cat, "ETH", "0.5", FAR_ETHER);
  const feeWei = BigInt(ether.plan.gasLimit) * BigInt(ether.plan.maxFeePerGasWei);
  const all = await found("ETH", new Map([[ether.id, ether.held]]));
  assert.equal(await found("ETH"), all - ether.units - (feeWei + GWEI - 1n) / GWEI);
  ethereum.mine(1);
  assert.equal((await found("ETH", new Map([[ether.id, ether.held]]))) - (await found("ETH")), ether.held);
  await mine();
  await mine();

  const tokens = await signedSendOut(dan, "USDT", "20", FAR_ETHER);
  const allTokens = await found("USDT", new Map([[tokens.id, tokens.held]]));
  assert.equal(await found("USDT"), allTokens - tokens.units);
  await mine();
  await mine();
});

test("ether and tokens that never came are sent out by nobody", async () => {
  for (const [code, units] of [
    ["ETH", 50_000_000_000n],
    ["USDT", 50_000_000_000n],
  ] as const) {
    await world.addressOf(dan, code);
    await mint(dan, code, units);
    assert.equal(await coverage(code), "signer.not_covered");
    const { data } = await world.send(dan, code, { address: FAR_ETHER, amount: "1" });
    await world.pay();
    assert.equal(await status(dan, data.id), "pending");
    await dan.client.call(cancelSendOut, { params: { id: data.id } });
    await unmint(dan, code, units);
    assert.equal(await coverage(code), "covered");
  }
});

test("what a block refused has not left, and a deposit that is taken back in the ledger only is owed still", async () => {
  const refusing = getAddress("0x000000000000000000000000000000000000c1c1");
  const sent = await signedSendOut(cat, "ETH", "0.1", refusing);
  ethereum.refusing.add(refusing);
  await world.pay();
  ethereum.mine(1);
  assert.equal(await found("ETH", new Map([[sent.id, sent.held]])), await found("ETH"));
  await mine();
  await mine();

  const all = await found("ETH");
  const { rows } = await owner.query(
    `update deposits set block_height = null, block_hash = null
     where currency = 'ETH' and units = 1000000000 and status = 'credited' returning id, round`,
  );
  await owner.query("select * from take_back_deposits($1, $2, '{gone}', market_now())", [
    [rows[0].id],
    [rows[0].round],
  ]);
  assert.equal(await found("ETH"), all - 1_000_000_000n);
});

// Guards: a trade that waits for its seller's coins says where they are, however they come and go; nothing else of it changes, it is
// funded, given up and ended from each of the three, and the seller is notified when they have arrived.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listNotifications } from "#contract/reach/notifications.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { createDepositAddress } from "#contract/products/wallet/wallet.ts";
import { accountOf, checkInvariants, LEDGER_CHECKS, post } from "../../../money/ledger/index.ts";
import { ids } from "../../../platform/ids.ts";
import { aMarket, aPerson, freshRates, giveCoins, giveLevel, start, type TestPerson } from "../../../testing/index.ts";
import { walletWorld } from "../../../testing/market/wallet.ts";
import { TRADE_CHECKS } from "../invariants.ts";
import { moveTrades } from "../rows.ts";

const world = await walletWorld();
if (world.hasBitcoin) await world.mineBitcoin(105);

async function assertTradesHold(): Promise<void> {
  assert.deepEqual(await world.db.tx((tx) => checkInvariants(tx, [...LEDGER_CHECKS, ...TRADE_CHECKS])), []);
}

type Waiting = {
  readonly hash: string;
  readonly buyer: TestPerson;
  readonly poor: TestPerson;
  readonly needed: bigint;
};

/** A seller without coins has taken an offer to buy, for a thousand dollars. */
async function aWaitingTrade(): Promise<Waiting> {
  const market = await aMarket(world, { offer_type: "buy" });
  const poor = await aPerson(world);
  await giveLevel(world, poor.id, 4);
  const { data } = await start({ ...market, seller: poor }, { by: "seller", fiat: "1000" });
  assert.equal(data.status, "not_funded");
  const { rows } = await world.owner.query("select units + fee_units as needed from trades where hash = $1", [
    data.tradeHash,
  ]);
  return { hash: data.tradeHash, buyer: market.buyer, poor, needed: BigInt(rows[0].needed) };
}

const give = (userId: bigint, units: bigint) => world.db.tx((tx) => giveCoins(tx, userId, "BTC", units));

/** Somewhere else, as a conversion would take them. */
async function takeAway(userId: bigint, units: bigint): Promise<void> {
  const postings = [{ from: accountOf.available(userId, "BTC"), to: accountOf.house("BTC", "inventory"), units }];
  await world.db.tx(async (tx) => void (await post(tx, [{ kind: "test_gift", subject: ids.hash(), postings }])));
}

async function followed({ hash, buyer }: Waiting) {
  await world.runJob("follow-funds");
  return (await buyer.client.call(calls.getTrade, { params: { id: hash } })).data;
}

async function addressOf({ client }: TestPerson): Promise<string> {
  return (await client.call(createDepositAddress, { params: { code: "BTC" } })).data.address;
}

function pay(address: string, units: bigint): Promise<string> {
  const { faucet } = world.bitcoin;
  assert.ok(faucet);
  return faucet.giveUnits(address, units);
}

test("a deposit on its way, arrived, taken back by another branch and there again: the trade says each, and is funded", async (t) => {
  if (!world.hasBitcoin) return t.skip("not run: no bitcoind");
  const trade = await aWaitingTrade();
  assert.equal((await followed(trade)).status, "not_funded", "nothing has happened");
  const address = await addressOf(trade.poor);

  await pay(address, trade.needed - 1n);
  await world.scan();
  assert.equal((await followed(trade)).status, "not_funded", "a unit is missing");
  await pay(address, 1000n);
  await world.scan();
  const coming = await followed(trade);
  assert.deepEqual(
    [coming.status, coming.next.key, coming.next.mustAct],
    ["funds_processing", "funds_processing", "seller"],
  );
  const early = await trade.poor.client.call(calls.fundTrade, { params: { id: trade.hash } });
  assert.equal(early.code, "trade.low_balance");

  await world.mineBitcoin(2);
  await world.scan();
  assert.equal((await followed(trade)).status, "funds_processed");
  await world.replaceBitcoinBlocks(2);
  await world.scan();
  assert.equal((await followed(trade)).status, "funds_processing", "they wait for a block again");
  await world.mineBitcoin(2);
  await world.scan();
  const there = await followed(trade);
  assert.equal(there.status, "funds_processed");
  assert.equal(there.expiresAt?.humanReadable, coming.expiresAt?.humanReadable, "the time to fund stays what it was");

  const funded = await trade.poor.client.call(calls.fundTrade, { params: { id: trade.hash } });
  assert.equal(funded.data.status, "active_funded", funded.code);
  assert.deepEqual(
    funded.data.transitions.map(({ verb, actor }) => `${verb} ${actor}`),
    [
      "start seller",
      "await_funds platform",
      "receive_funds platform",
      "await_funds platform",
      "receive_funds platform",
      "fund seller",
    ],
  );
  await world.runJob("follow-funds");
  assert.equal(
    (await trade.buyer.client.call(calls.getTrade, { params: { id: trade.hash } })).data.status,
    "active_funded",
  );
  await assertTradesHold();
});

test("coins that come another way arrive, and what is spent elsewhere is missing again", async () => {
  const trade = await aWaitingTrade();
  await give(trade.poor.id, trade.needed);
  const there = await followed(trade);
  assert.deepEqual([there.status, there.next.key, there.flow.step], ["funds_processed", "funds_processed", 0]);
  const again = await followed(trade);
  assert.equal(again.version, there.version, "a second look changes nothing");

  await takeAway(trade.poor.id, 1n);
  const missing = await followed(trade);
  assert.deepEqual([missing.status, missing.next.key], ["not_funded", "fund"]);
  assert.deepEqual(
    missing.transitions.map(({ verb, actor, status }) => `${verb} ${actor} ${status}`),
    ["start seller not_funded", "receive_funds platform funds_processed", "lose_funds platform not_funded"],
  );
});

test("what is on its way to another user, in another coin, or gone, is not waited for", async (t) => {
  if (!world.hasBitcoin) return t.skip("not run: no bitcoind");
  const [trade, other] = [await aWaitingTrade(), await aWaitingTrade()];
  await pay(await addressOf(other.poor), 2n * trade.needed);
  const { data } = await trade.poor.client.call(createDepositAddress, { params: { code: "ETH" } });
  const { faucet } = world.ethereum;
  await faucet?.giveWei(data.address, 10n ** 19n);
  await world.mineEthereum(1);
  await world.scan();
  const { rows } = await world.owner.query("select units from deposits where currency = 'ETH' and status = 'incoming'");
  assert.deepEqual(rows, [{ units: String(10n ** 10n) }]);
  assert.equal((await followed(trade)).status, "not_funded");
  assert.equal((await followed(other)).status, "funds_processing");
  await world.owner.query(
    `update deposits set status = 'gone'
     where status = 'incoming' and address_id in (select id from wallet_addresses where user_id = $1)`,
    [other.poor.id],
  );
  assert.equal((await followed(other)).status, "not_funded");
});

test("what was spent before another branch took its deposit back is owed: of that deposit only the rest is on its way", async (t) => {
  if (!world.hasBitcoin) return t.skip("not run: no bitcoind");
  const trade = await aWaitingTrade();
  await pay(await addressOf(trade.poor), trade.needed);
  await world.mineBitcoin(2);
  await world.scan();
  assert.equal((await followed(trade)).status, "funds_processed");
  await takeAway(trade.poor.id, 1n);
  await world.replaceBitcoinBlocks(2);
  await world.scan();
  assert.equal(await world.available(trade.poor.id, "BTC"), 0n);
  assert.equal((await followed(trade)).status, "not_funded", "a unit of it is gone for good");
  await give(trade.poor.id, 1n);
  assert.equal((await followed(trade)).status, "funds_processing");
});

test("the platform moves no trade whose time to fund is over, nor one that waits for nothing, with or without an actor", async () => {
  const [late, funded] = [await aWaitingTrade(), await aWaitingTrade()];
  await give(funded.poor.id, funded.needed);
  assert.equal((await funded.poor.client.call(calls.fundTrade, { params: { id: funded.hash } })).status, 200);
  const move = async ({ hash, poor }: Waiting, actor_id: bigint | null) => {
    const { rows } = await world.owner.query("select id, version from trades where hash = $1", [hash]);
    const asked = { id: rows[0].id, version: rows[0].version, note: null, actor: "platform", actor_id };
    const said = { minutes: undefined, reason: undefined, explanation: undefined, share: undefined };
    return world.dbs.worker
      .tx((tx) => moveTrades(tx, [{ ...asked, ...said, verb: "receive_funds", status: "funds_processed" }]))
      .then(([outcome]) => outcome)
      .catch((error: Error) => `${poor.id}: ${error.message}`);
  };
  assert.match(String(await move(late, late.poor.id)), /somebody else$/);
  assert.match(String(await move(funded, null)), /no rule of its flow allows this$/);
  await world.moveClock(30 * 60_000);
  assert.match(String(await move(late, null)), /somebody else$/);
});

test("trades are counted separately: two can wait for the same coins, and the one that is funded first gets them", async () => {
  const trade = await aWaitingTrade();
  const market = await aMarket(world, { offer_type: "buy" });
  const second = await start({ ...market, seller: trade.poor }, { by: "seller", fiat: "1000" });
  const both = [trade, { ...trade, hash: second.data.tradeHash, buyer: market.buyer }];
  await give(trade.poor.id, trade.needed + 100_000n);
  for (const one of both) assert.equal((await followed(one)).status, "funds_processed");
  const [first] = both;
  assert.equal((await trade.poor.client.call(calls.fundTrade, { params: { id: first?.hash ?? "" } })).status, 200);
  const left = both[1];
  assert.ok(left);
  assert.equal((await followed(left)).status, "not_funded");
});

test("from each of the three either side gives it up, and the clock ends it; an ended one is moved no more", async () => {
  const ways: Record<string, (trade: Waiting) => Promise<unknown>> = {
    not_funded: async () => undefined,
    funds_processing: async ({ poor, needed }) => pay(await addressOf(poor), needed),
    funds_processed: ({ poor, needed }) => give(poor.id, needed),
  };
  for (const [status, bring] of Object.entries(ways))
    for (const by of ["buyer", "seller"] as const) {
      if (status === "funds_processing" && !world.hasBitcoin) continue;
      const trade = await aWaitingTrade();
      await bring(trade);
      await world.scan();
      assert.equal((await followed(trade)).status, status);
      const { client } = by === "buyer" ? trade.buyer : trade.poor;
      const { data } = await client.call(calls.cancelTrade, { params: { id: trade.hash } });
      assert.equal(data.status, `cancelled_${by}`);
    }
  const [late, never] = [await aWaitingTrade(), await aWaitingTrade()];
  await give(late.poor.id, late.needed);
  assert.equal((await followed(late)).status, "funds_processed");
  await world.moveClock(31 * 60_000);
  await freshRates(world);
  await give(never.poor.id, never.needed);
  assert.equal((await followed(never)).status, "not_funded", "its time is over");
  await world.runJob("expire-trades");
  assert.equal((await followed(late)).status, "cancelled_system");
  assert.equal((await followed(never)).status, "cancelled_system");
  const { rows } = await world.owner.query(
    "select from unfunded_trades join trades on id = trade_id where ended_at is not null",
  );
  assert.equal(rows.length, 0, "nothing that is over is looked at again");
});

test("the seller is notified that the coins are there, and reminded before the time to fund ends; the buyer is not", async () => {
  const trade = await aWaitingTrade();
  await give(trade.poor.id, trade.needed);
  await followed(trade);
  await world.moveClock(21 * 60_000);
  await freshRates(world);
  await world.runJob("remind-of-trades");
  // Before the reminder is delivered.
  await takeAway(trade.poor.id, 1n);
  assert.equal((await followed(trade)).status, "not_funded");
  await world.deliverEvents();
  const noticesOf = async ({ client }: TestPerson) =>
    (await client.call(listNotifications, {})).data.map(({ kind }) => kind).filter((kind) => kind !== "trade_started");
  assert.deepEqual((await noticesOf(trade.poor)).sort(), ["funds_arrived", "trade_ends_soon"]);
  assert.deepEqual(await noticesOf(trade.buyer), []);
});

test("the history is asked for each of the three by name", async () => {
  const trade = await aWaitingTrade();
  await give(trade.poor.id, trade.needed);
  await followed(trade);
  const found = async (status: "funds_processed" | "funds_processing" | "active") =>
    (await trade.poor.client.call(calls.listTrades, { query: { status } })).data.map(({ tradeHash }) => tradeHash);
  assert.deepEqual(await found("funds_processed"), [trade.hash]);
  assert.deepEqual(await found("active"), [trade.hash]);
  assert.deepEqual(await found("funds_processing"), []);
  await assertTradesHold();
});

// Guards: fees of products are shared as those of trades are: once, by the ledger's word, less what is given back, and never with one's own household.
import assert from "node:assert/strict";
import { test } from "node:test";
import { reportStoreCard, showStoreCode } from "#contract/products/store/gift-card-store.ts";
import { aPerson, giveLevel } from "../../testing/index.ts";
import { endByTwo } from "../../testing/market/end-by-two.ts";
import { aSpotTrader, matchSpot, openSpotMarkets, order } from "../../testing/market/spot.ts";
import { storeWorld } from "../../testing/market/store.ts";
import type { TestPerson } from "../../testing/market/trades.ts";
import { partnersOf } from "../../testing/people/partners.ts";

const world = await storeWorld();
const { owner } = world;
const partners = partnersOf(world);
// The first look: fees from then on count.
await world.runJob("accrue-rewards");
const DAY = 24 * 3_600_000;

type Entry = {
  subject: string;
  tier: number;
  currency: string;
  fee: bigint;
  units: bigint;
  status: string;
  why: string;
};
/** Of fees of products, in their order. */
async function entriesOf({ id }: { id: bigint }): Promise<Entry[]> {
  const { rows } = await owner.query(
    `select subject, tier::int, currency, fee_units as fee, units, status, coalesce(why, '') as why from reward_entries
     where person_id = $1 and subject is not null order by id`,
    [id],
  );
  return rows.map((row) => ({ ...row, fee: BigInt(row.fee), units: BigInt(row.units) }));
}

/** A person who pays for gift cards, who came by `first`, who came by `second`. */
async function aReferredPayer(): Promise<{ payer: TestPerson; first: TestPerson; second: TestPerson }> {
  const [second, first] = [await aPerson(world), await aPerson(world)];
  for (const { id } of [first, second]) await giveLevel(world, id, 4);
  const payer = await world.payer(2_000_000_000n);
  assert.equal((await partners.enter(first, second)).code, "");
  await owner.query("update users set created_at = market_now() where id = $1", [payer.id]);
  assert.equal((await partners.enter(payer, first)).code, "");
  await world.moveClock(1000);
  return { payer, first, second };
}

/** What a claim is worth at least, and orders large enough for it. */
async function cheapClaims(usd: number): Promise<void> {
  await partners.set("partner.claim_usd", usd);
  await partners.set("store.new_user_usd_day", 1000);
}

const bought = (payer: TestPerson, quantity = 1) => world.bought(payer, [["Parley Market", "25", quantity]]);

test("a delivered order is rewarded once, of the fee that the ledger booked, and a referrer sees what it came from", async () => {
  const { payer, first, second } = await aReferredPayer();
  const before = await world.balance("house:USDT:fees_store");
  await bought(payer);
  const fee = (await world.balance("house:USDT:fees_store")) - before;
  assert.ok(fee > 0n);
  await partners.settle();
  await partners.settle();
  const counted = (await entriesOf(payer)).map(({ tier, fee: of, units, status }) => [tier, of, units, status]);
  const [, most] = counted[0] ?? [];
  assert.ok(typeof most === "bigint" && most <= fee && most > 0n, "the fee counts up to a share of the order");
  assert.deepEqual(counted, [
    [1, most, (most * 5000n) / 10000n, "held"],
    [2, most, (most * 1000n) / 10000n, "held"],
  ]);
  const [shown] = await partners.rewardsOf(first);
  assert.deepEqual([shown?.product, shown?.trade], ["store", null]);
  assert.equal((await partners.rewardsOf(second)).length, 1);
  const { rows } = await owner.query("select line from own_data_rewards($1, 0, 10)", [first.id]);
  assert.deepEqual(
    rows.map(({ line }) => JSON.parse(line).product),
    ["store"],
  );
  await partners.holds();
  await world.assertBooks();
});

test("a fee that is given back ends its rewards, and what is left of the order is rewarded anew", async () => {
  const { payer, first } = await aReferredPayer();
  const { cards } = await bought(payer, 2);
  await partners.settle();
  const [whole] = await entriesOf(payer);
  const card = cards[0]?.id ?? "";
  await payer.client.call(showStoreCode, { params: { id: card } });
  await payer.client.call(reportStoreCard, { params: { id: card }, body: { report: "It is not valid." } });
  await endByTwo(world, { userId: payer.id, order: card, decision: "refund" });
  assert.equal((await partners.claim(first, "USDT")).code, "partner.nothing");
  await partners.settle();
  await partners.settle();
  const after = (await entriesOf(payer)).filter(({ tier }) => tier === 1);
  assert.deepEqual(
    after.map(({ status, why }) => [status, why]),
    [
      ["cancelled", "fee_reversed"],
      ["held", ""],
    ],
  );
  assert.ok((after[1]?.units ?? 0n) > 0n && (after[1]?.units ?? 0n) < (whole?.units ?? 0n));
  await partners.holds();
});

test("a fee that is given back after the claim is a debt to the account of its product", async () => {
  const { payer, first } = await aReferredPayer();
  const { cards } = await bought(payer);
  await partners.settle();
  await cheapClaims(1);
  // A claim is worth a dollar at least.
  await bought(payer, 10);
  await partners.settle();
  await partners.wait(7 * DAY);
  await partners.settle();
  const again = await partners.fresh({ first, payer });
  assert.equal((await partners.claim(again.first, "USDT")).code, "");
  const card = cards[0]?.id ?? "";
  await again.payer.client.call(showStoreCode, { params: { id: card } });
  await again.payer.client.call(reportStoreCard, { params: { id: card }, body: { report: "It is not valid." } });
  await endByTwo(world, { userId: payer.id, order: card, decision: "refund" });
  await partners.settle();
  const debts = (await entriesOf(payer)).filter(({ units }) => units < 0n);
  assert.deepEqual(
    debts.map(({ status, why }) => [status, why]),
    [["open", "fee_reversed"]],
  );
  await partners.holds();
  await bought(again.payer, 10);
  await partners.settle();
  await partners.wait(7 * DAY);
  await partners.settle();
  const fees = await world.balance("house:USDT:fees_store");
  const last = await partners.fresh({ first });
  assert.equal((await partners.claim(last.first, "USDT")).code, "");
  assert.equal((await world.balance("house:USDT:fees_store")) - fees, -(debts[0]?.units ?? 0n));
  await partners.holds();
  await cheapClaims(10);
});

test("an order of one's own household earns nothing, and staff see the two accounts", async () => {
  const { payer, first } = await aReferredPayer();
  for (const { id } of [payer, first])
    await owner.query("insert into known_devices values ($1, $2, market_now())", [id, Buffer.from("one browser")]);
  await bought(payer);
  await partners.settle();
  assert.deepEqual(
    (await entriesOf(payer)).filter(({ tier }) => tier === 1).map(({ units, why }) => [units, why]),
    [[0n, "household"]],
  );
  const cases = await owner.query("select trade_id, people from partner_cases where $1 = any (people)", [payer.id]);
  assert.deepEqual([cases.rows.length, cases.rows[0]?.trade_id], [1, null]);
  await partners.holds();
});

test("a journal that commits after a later one was looked at is found by the next look", async () => {
  const { payer } = await aReferredPayer();
  const late = await owner.connect();
  try {
    await late.query("begin");
    await late.query("select pg_current_xact_id()");
    await bought(payer);
    await partners.settle();
    assert.equal((await entriesOf(payer)).length, 2);
    // As an order would whose transaction began before that one.
    const { rows } = await owner.query("select subject, currency from product_fees where person_id = $1", [payer.id]);
    await late.query(
      `insert into journals (kind, subject, at) select 'store_refund', code.hash, market_now()
       from store_codes code join provider_orders made on made.quote_id = code.quote_id where made.hash = $1`,
      [rows[0].subject],
    );
    await late.query(
      `insert into postings (journal_id, from_account, to_account, currency, units)
       select journal.id, fees.id, theirs.id, 'USDT', 5
       from journals journal, ledger_accounts fees, ledger_accounts theirs
       where journal.kind = 'store_refund' and journal.xid = pg_current_xact_id() and fees.name = 'house:USDT:fees_store'
         and theirs.name = $1`,
      [`user:${payer.id}:USDT:available`],
    );
    await partners.settle();
    await late.query("commit");
  } finally {
    late.release();
  }
  await partners.settle();
  const { rows } = await owner.query("select units::int from product_fees where person_id = $1 order by units", [
    payer.id,
  ]);
  assert.deepEqual([rows.length, rows[0]?.units], [2, -5]);
  // The test wrote no balances.
  await owner.query("delete from product_fees where units = -5");
});

test("spot trades of a day are one reward in each coin, when the day is over", async () => {
  const first = await aPerson(world);
  await giveLevel(world, first.id, 4);
  await openSpotMarkets(world);
  const [maker, taker] = [await aSpotTrader(world), await aSpotTrader(world)];
  assert.equal((await partners.enter(taker, first)).code, "");
  await world.moveClock(1000);
  for (let trade = 0; trade < 3; trade += 1) {
    await order(world, maker, { type: "limit", side: "sell", price: "100000", amount: "0.01" });
    await order(world, taker, { type: "limit", side: "buy", price: "100000", amount: "0.01" });
  }
  await partners.settle();
  assert.deepEqual(await entriesOf(taker), [], "the day is not over");
  await partners.wait(DAY);
  await matchSpot(world);
  await partners.settle();
  const entries = await entriesOf(taker);
  assert.equal(entries.length, 1);
  const { rows } = await owner.query("select sum(buyer_fee_units) as fee from spot_fills where buyer_id = $1", [
    taker.id,
  ]);
  assert.deepEqual(
    entries.map(({ currency, fee, units }) => [currency, fee, units]),
    [["BTC", BigInt(rows[0].fee), (BigInt(rows[0].fee) * 5000n) / 10000n]],
  );
  await partners.holds();
});

test("fees that staff moved away are not shared before they are there again, and what was given back meanwhile is not claimed", async () => {
  const { payer, first } = await aReferredPayer();
  await cheapClaims(1);
  const { cards } = await bought(payer, 10);
  await partners.settle();
  await partners.wait(7 * DAY);
  await partners.settle();
  const again = await partners.fresh({ payer, first });
  const card = cards[0]?.id ?? "";
  await again.payer.client.call(showStoreCode, { params: { id: card } });
  await again.payer.client.call(reportStoreCard, { params: { id: card }, body: { report: "It is not valid." } });
  await endByTwo(world, { userId: payer.id, order: card, decision: "refund" });
  const other = await aReferredPayer();
  await bought(other.payer, 8);
  const fees = await world.balance("house:USDT:fees_store");
  const move = (name: string, from: string, to: string) =>
    owner.query("select post_one('manual', $1, market_now(), array[$2], array[$3], array[$4::bigint])", [
      ...[name, `house:USDT:${from}`, `house:USDT:${to}`, fees],
    ]);
  await move("away", "fees_store", "inventory");
  await partners.settle();
  assert.deepEqual(await entriesOf(other.payer), []);
  assert.equal((await partners.claim(again.first, "USDT")).code, "partner.nothing");
  await move("back", "inventory", "fees_store");
  await partners.settle();
  assert.equal((await entriesOf(other.payer)).length, 2);
  await partners.holds();
  await cheapClaims(10);
});

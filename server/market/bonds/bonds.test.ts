// Guards: a bond is deposited once, as much as is missing; it lists its owner's offers, stays while trades need it, and comes back whole.
import assert from "node:assert/strict";
import { test } from "node:test";
import { depositBond, retrieveBond } from "#contract/market/offers/bonds.ts";
import { createOffer, listMyOffers, setOfferStatus, toggleAllOffers } from "#contract/market/offers/my/offers.ts";
import { getOffer } from "#contract/market/offers/offers.ts";
import { OFFER_FLAGS } from "#contract/market/offers/offers.ts";
import { cancelTrade } from "#contract/market/trades/trade/trades.ts";
import { accountOf, balancesOf, checkInvariants } from "../../money/ledger/index.ts";
import { giveBond, giveCoins, offerBody, testApp } from "../../testing/index.ts";
import { withOneKey } from "../../testing/same-key.ts";
import { restrict, aNamedUser } from "../../testing/people/restrictions.ts";
import { aPerson, freshRates, giveLevel, start, type TestPerson } from "../../testing/market/trades.ts";
import { BOND_CHECKS } from "./invariants.ts";

const app = await testApp();
const { owner, db } = app;
const PAYPAL = offerBody({ payment_method: "paypal" });

/** With coins for an offer and for a bond in each coin. */
async function anOwner(): Promise<TestPerson> {
  await freshRates(app);
  const person = await aPerson(app, { units: 100_000_000n });
  await giveLevel(app, person.id, 4);
  await db.tx((tx) => giveCoins(tx, person.id, "USDT", 1_000_000_000n));
  return person;
}

const deposit = ({ client }: TestPerson, code: "USDT" | "BTC" | "ETH" = "USDT") =>
  client.call(depositBond, { body: { crypto_currency_code: code } });
const retrieve = ({ client }: TestPerson) => client.call(retrieveBond, { body: {} });
const mine = async ({ client }: TestPerson) => (await client.call(listMyOffers, { query: { type: "sell" } })).data;
const bondOf = async ({ id }: TestPerson) => (await db.read((tx) => balancesOf(tx, id))).USDT.bondUnits;
const offered = async (person: TestPerson, body = PAYPAL) => (await person.client.call(createOffer, { body })).data;

async function holdsBooks() {
  assert.deepEqual(await db.tx((tx) => checkInvariants(tx, BOND_CHECKS)), []);
}

test("an offer by PayPal waits for the bond of its owner, which one deposit brings for all of them", async () => {
  const ada = await anOwner();
  const [first, second] = [await offered(ada), await offered(ada, { ...PAYPAL, payment_method: "amazon-gift-card" })];
  assert.deepEqual([first?.hold, first?.isEnabled, first?.isActive], ["bond_missing", false, true]);
  assert.deepEqual(second?.depositInfo, { isBondInsufficient: true });
  const flag = OFFER_FLAGS.indexOf("bond_required");
  const flags = async () => (await app.client().call(getOffer, { params: { id: first.idHashed } })).data.flags;
  assert.ok((await flags()).includes(flag));
  const asked = (await mine(ada)).depositData;
  assert.deepEqual([asked.activities.makeDeposit.isEnabled, asked.activities.makeWithdraw.isEnabled], [true, false]);
  const usdt = asked.activities.makeDeposit.options.find(({ currencyCode }) => currencyCode === "USDT");
  assert.deepEqual(
    asked.activities.makeDeposit.options.map(({ currencyCode }) => currencyCode),
    ["BTC", "ETH", "USDT"],
  );
  const done = await deposit(ada);
  assert.equal(done.status, 200, done.code);
  const { activities, bond } = done.data;
  assert.deepEqual(
    [activities.makeDeposit, activities.makeWithdraw.isEnabled],
    [{ isEnabled: false, options: [] }, true],
  );
  assert.deepEqual(activities.makeWithdraw.options, [usdt]);
  assert.deepEqual(bond, { behaviour: "first", neededUsd: "50", heldUsd: "50", isInTrade: false, lockedUntil: null });
  const listed = (await mine(ada)).offers;
  assert.ok(listed.every(({ hold, isEnabled, depositInfo }) => !hold && isEnabled && !depositInfo.isBondInsufficient));
  assert.ok(!(await flags()).includes(flag));
  await holdsBooks();
});

test("without the bond a paused offer stays paused, by itself or with all of them", async () => {
  const ada = await anOwner();
  const paused = await offered(ada, { ...PAYPAL, is_active: false });
  const other = await offered(ada, offerBody({ is_active: false }));
  const body = { new_status: "active" as const };
  const alone = await ada.client.call(setOfferStatus, { params: { hash: paused.idHashed }, body });
  assert.deepEqual([alone.status, alone.code], [422, "offer.bond_missing"]);
  const all = await ada.client.call(toggleAllOffers, { body });
  assert.deepEqual(all.data, { switched: 1, refused: [{ hash: paused.idHashed, code: "offer.bond_missing" }] });
  const states = (await mine(ada)).offers.map(({ idHashed, isActive }) => [idHashed, isActive]);
  assert.deepEqual(new Map(states as [string, boolean][]).get(other.idHashed), true);
  await deposit(ada);
  assert.equal((await ada.client.call(toggleAllOffers, { body })).data.switched, 1);
});

test("of many deposits or returns at once one counts", async () => {
  const ada = await anOwner();
  const answers = await Promise.all([1, 2, 3, 4].map(() => deposit(ada)));
  assert.deepEqual(answers.map(({ code }) => code).sort(), ["", ...Array(3).fill("bond.nothing_missing")]);
  const held = await bondOf(ada);
  assert.ok(held > 49_000_000n && held < 51_000_000n);
  const back = await Promise.all([1, 2, 3].map(() => retrieve(ada)));
  assert.deepEqual(back.map(({ code }) => code).sort(), ["", "bond.none", "bond.none"]);
  assert.equal(await bondOf(ada), 0n);
  await holdsBooks();
});

test("a deposit and a return happen once with one key, however often they are asked, and their answer stays", async () => {
  const ada = await anOwner();
  const code = "USDT" as const;
  const put = await withOneKey((key) => ada.client.call(depositBond, { body: { crypto_currency_code: code }, key }));
  assert.deepEqual([put.code, put.data.bond.heldUsd], ["", "50"]);
  const held = await bondOf(ada);
  const back = await withOneKey((key) => ada.client.call(retrieveBond, { body: {}, key }));
  assert.deepEqual([back.code, back.data.bond.heldUsd], ["", "0"]);
  const { rows } = await owner.query("select kind, units from bond_moves where user_id = $1 order by at, kind", [
    ada.id,
  ]);
  assert.deepEqual(
    rows.map(({ kind, units }) => [kind, BigInt(units)]),
    [
      ["deposit", held],
      ["return", held],
    ],
  );
  await holdsBooks();
});

test("a bond needs coins enough and a price that holds", async () => {
  const poor = await aPerson(app);
  assert.deepEqual([(await deposit(poor)).status, (await deposit(poor)).code], [422, "ledger.insufficient_balance"]);
  await owner.query("update rates set is_divergent = true where crypto = 'USDT' and fiat = 'USD'");
  assert.equal((await deposit(await aPerson(app))).code, "rates.stale");
  const ada = (await anOwner()).client;
  assert.equal((await ada.call(listMyOffers, { query: {} })).data.depositData.activities.makeDeposit.options.length, 3);
});

/** A trade on their offer by PayPal, which its buyer may give up. */
async function inTrade() {
  const ada = await anOwner();
  await deposit(ada);
  const offer = await offered(ada);
  const buyer = await aPerson(app);
  await giveLevel(app, buyer.id, 4);
  const started = await start({ app, seller: ada, buyer, offer: offer.idHashed });
  assert.equal(started.code, "");
  return { ada, buyer, offer: offer.idHashed, trade: started.data.tradeHash };
}

test("a bond is locked while a trade that it secures is open, and seven days after the last one", async () => {
  const { ada, buyer, trade } = await inTrade();
  assert.deepEqual([(await retrieve(ada)).status, (await retrieve(ada)).code], [409, "bond.in_trade"]);
  assert.equal((await mine(ada)).depositData.bond.isInTrade, true);
  await buyer.client.call(cancelTrade, { params: { id: trade }, body: {} });
  assert.equal((await retrieve(ada)).code, "bond.locked");
  const { bond, activities } = (await mine(ada)).depositData;
  assert.equal(activities.makeWithdraw.isEnabled, false);
  const { rows } = await owner.query("select ended_at from trades where hash = $1", [trade]);
  assert.equal(Date.parse(bond.lockedUntil ?? "") - rows[0].ended_at.getTime(), 7 * 86_400_000);
  await owner.query("update trades set ended_at = ended_at - interval '7 days 1 minute' where hash = $1", [trade]);
  const back = await retrieve(ada);
  assert.equal(back.code, "");
  assert.equal(back.data.activities.makeDeposit.isEnabled, true);
  const offers = (await mine(ada)).offers;
  assert.deepEqual(
    offers.map(({ hold }) => hold),
    ["bond_missing"],
  );
  await holdsBooks();
});

test("a start and a return at once: the offer goes, or the bond stays", async () => {
  for (let round = 0; round < 4; round++) {
    const ada = await anOwner();
    await deposit(ada);
    const offer = (await offered(ada)).idHashed;
    const buyer = await aPerson(app);
    await giveLevel(app, buyer.id, 4);
    const [back, begun] = await Promise.all([retrieve(ada), start({ app, seller: ada, buyer, offer })]);
    assert.ok((back.code === "") !== (begun.code === ""), `return ${back.code}, start ${begun.code}`);
  }
});

test("a return that waits for a start sees its trade", async () => {
  const { ada, offer } = await inTrade();
  await owner.query("update trades set ended_at = market_now() - interval '8 days' where owner_id = $1", [ada.id]);
  const starting = await owner.connect();
  await starting.query("begin");
  await starting.query("select from offers where hash = $1 for no key update", [offer]);
  const back = retrieve(ada);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await starting.query("update trades set ended_at = null where owner_id = $1", [ada.id]);
  await starting.query("commit");
  starting.release();
  assert.equal((await back).code, "bond.in_trade");
});

test("traders of a tier need no bond, and how trades went decides how much others need", async () => {
  // The trade that the ones below are modelled on.
  await inTrade();
  const ada = await anOwner();
  const behaviour = async () => (await mine(ada)).depositData.bond;
  const past = async (count: number, status: string) => {
    const buyer = await aPerson(app);
    await owner.query(
      `insert into trades overriding system value
       select made.* from trades one
       cross join generate_series(1, $3::int) as nth
       cross join lateral jsonb_populate_record(one, jsonb_build_object(
         'id', nextval(pg_get_serial_sequence('trades', 'id')) + 0 * nth, 'hash', md5(random()::text), 'receipt_uuid', gen_random_uuid(),
         'owner_id', $1::text, 'seller_id', $1::text, 'buyer_id', $2::text, 'starter_id', $2::text, 'payment_method_id', 14,
         'status', $4::text, 'started_at', market_now() - interval '30 days', 'ended_at', market_now() - interval '29 days')) as made
       where one.id = (select min(id) from trades)`,
      [ada.id, buyer.id, count, status],
    );
  };
  assert.deepEqual((await behaviour()).behaviour, "first");
  await past(10, "released");
  assert.deepEqual([(await behaviour()).behaviour, (await behaviour()).neededUsd], ["good", "100"]);
  await past(1, "dispute_won_buyer");
  assert.deepEqual([(await behaviour()).behaviour, (await behaviour()).neededUsd], ["fair", "250"]);
  await past(1, "dispute_won_buyer");
  assert.deepEqual([(await behaviour()).behaviour, (await behaviour()).neededUsd], ["poor", "500"]);
  await owner.query(
    `insert into user_reputation (user_id, tier) values ($1, 'power_trader')
     on conflict (user_id) do update set tier = 'power_trader'`,
    [ada.id],
  );
  assert.deepEqual([(await behaviour()).behaviour, (await behaviour()).neededUsd], ["waived", "0"]);
  assert.equal((await deposit(ada)).code, "bond.nothing_missing");
  assert.equal((await offered(ada)).hold, null);
});

test("a user whom a restriction keeps from converting moves no bond either way", async () => {
  const ada = await aNamedUser(app);
  await giveLevel(app, ada.id, 4);
  await db.tx((tx) => giveBond(tx, ada.id));
  await restrict(await aNamedUser(app, "admin"), ada, "frozen");
  assert.deepEqual([(await retrieve(ada)).status, (await retrieve(ada)).code], [403, "auth.restricted"]);
  assert.equal((await deposit(ada)).code, "auth.restricted");
  // The database says the same to a process that does not ask.
  const { rows } = await owner.query("select outcome from return_bond($1, 'x1', market_now())", [ada.id]);
  assert.deepEqual(rows, [{ outcome: "restricted" }]);
  assert.equal(await bondOf(ada), 50_000_000n);
});

test("no login writes bonds, and a halt of the ledger or the coin stops them", async () => {
  const ada = await anOwner();
  for (const login of [app.dbs.web, app.dbs.worker, app.dbs.chain]) {
    const client = await login.connect();
    await assert.rejects(client.query("delete from bond_moves"), { code: "42501" });
    await assert.rejects(client.query("update bond_moves set units = 1"), { code: "42501" });
    await assert.rejects(
      client.query(`insert into bond_moves values ('x', 'BTC', ${ada.id}, 'deposit', 1, 1, now())`),
      { code: "42501" },
    );
    await client.end();
  }
  for (const name of ["ledger", "coin_USDT"]) {
    await owner.query("insert into halts (name, reason, since) values ($1, 'test', now())", [name]);
    assert.equal((await deposit(ada)).status, 503, name);
    await owner.query("delete from halts");
  }
  await db.tx((tx) => giveBond(tx, ada.id));
  await owner.query("insert into halts (name, reason, since) values ('coin_USDT', 'test', now())");
  assert.equal((await retrieve(ada)).status, 503);
  await owner.query("delete from halts");
  assert.equal((await retrieve(ada)).code, "");
  assert.equal(accountOf.bond(ada.id, "USDT"), `user:${ada.id}:USDT:bond`);
});

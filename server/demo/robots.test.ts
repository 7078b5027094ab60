import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import * as chat from "#contract/market/trades/chat.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { createOffer } from "../market/offers/index.ts";
import { recordLastSeen } from "../people/accounts/index.ts";
import { checkBooks } from "../staff/console/index.ts";
import {
  anOffer,
  aPerson,
  aUser,
  freshRates,
  giveCoins,
  giveLevel,
  offerBody,
  priceNow,
  testApp,
  testKeyOf,
  type TestPerson,
} from "../testing/index.ts";
import { GIFT_CARD_OFFER } from "../testing/market/gift-cards.ts";
import type { Manner } from "./seed/bios.ts";

const app = await testApp({ config: { demo: true } });

type Robot = { id: bigint; offer: string };

async function aRobot(manner: Manner, changes: Partial<OfferBody> = {}): Promise<Robot> {
  const robot = await app.db.tx(async (tx) => {
    const id = await aUser(tx, { isDemo: true, bio: "Demo robot." });
    await giveCoins(tx, id, "BTC", 100_000_000n);
    await tx.rows`insert into demo_robots (user_id, manner) values (${id}, ${manner})`;
    const key = testKeyOf(id);
    await tx.rows`insert into demo_robot_keys values (${id}, ${key.id}, ${key.privateKey})`;
    const owner = { userId: id, countryIso: "DE", level: 4, isAutomated: true };
    return { id, offer: await createOffer(tx, { owner, body: offerBody(changes) }) };
  });
  await giveLevel(app, robot.id, 4);
  return robot;
}

/** The market's time passes, and the robots' jobs run as often as they would, but no more than needed. */
async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 5) {
    await app.moveClock(Math.min(5, left) * 1000);
    await app.runJob("robots-take-offers");
    await app.runJob("robots-act");
  }
  await freshRates(app);
}

async function take(person: TestPerson, offer: string): Promise<string> {
  const expected_price = await app.db.read((tx) => priceNow(tx, offer));
  const body = { fiat_amount: "50", expected_price };
  const started = await person.client.call(calls.startTrade, { params: { id: offer }, body });
  assert.equal(started.code, "");
  return started.data.tradeHash;
}

async function statusOf(hash: string): Promise<string> {
  const { rows } = await app.owner.query("select status from trades where hash = $1", [hash]);
  return rows[0]?.status;
}

let person: TestPerson;

before(async () => {
  await freshRates(app);
  person = await aPerson(app, { units: 100_000_000n });
  await giveLevel(app, person.id, 4);
});

test("an honest seller greets, and releases within a minute of the mark, not before", async () => {
  const robot = await aRobot("honest");
  const hash = await take(person, robot.offer);
  await pass(30);
  const { data } = await person.client.call(chat.listMessages, { params: { id: hash } });
  assert.ok(data.some(({ type, text, isMine }) => type === "msg" && !isMine && /robot/i.test(text)));
  assert.equal(await statusOf(hash), "active_funded");
  const params = { id: hash };
  assert.equal((await person.client.call(calls.revealPaymentDetails, { params })).code, "");
  assert.equal((await person.client.call(calls.markTradePaid, { params })).code, "");
  await pass(55);
  assert.equal(await statusOf(hash), "released");
  const rated = await app.owner.query("select giver_id from feedback where trade_hash = $1", [hash]);
  assert.deepEqual(
    rated.rows.map(({ giver_id }) => BigInt(giver_id)),
    [robot.id],
  );
});

test("a robot whose buy offer was taken pays within a minute", async () => {
  const robot = await aRobot("honest", { offer_type: "buy", margin: "-2" });
  const hash = await take(person, robot.offer);
  await pass(55);
  assert.equal(await statusOf(hash), "paid");
  assert.equal((await person.client.call(calls.releaseTrade, { params: { id: hash } })).code, "");
  await pass(10);
  assert.equal(await statusOf(hash), "released");
});

test("a slow robot takes about ten minutes for a step", async () => {
  const robot = await aRobot("slow");
  const hash = await take(person, robot.offer);
  const params = { id: hash };
  await person.client.call(calls.revealPaymentDetails, { params });
  await person.client.call(calls.markTradePaid, { params });
  await pass(300);
  assert.equal(await statusOf(hash), "paid");
  await pass(310);
  assert.equal(await statusOf(hash), "released");
});

test("the robot that disputes does so once the waiting time is over", async () => {
  const robot = await aRobot("disputes");
  const hash = await take(person, robot.offer);
  const params = { id: hash };
  await person.client.call(calls.revealPaymentDetails, { params });
  await person.client.call(calls.markTradePaid, { params });
  await pass(60);
  assert.equal(await statusOf(hash), "paid");
  await app.moveClock(31 * 60_000);
  await pass(10);
  assert.equal(await statusOf(hash), "dispute_open");
});

for (const offer_type of ["sell", "buy"] as const) {
  test(`a robot takes a newcomer's ${offer_type} offer within a minute, once, and does its part`, async () => {
    await aRobot("honest");
    const newcomer = await aPerson(app, { units: 100_000_000n });
    await app.owner.query("update users set is_demo = true, last_seen_at = market_now() where id = $1", [newcomer.id]);
    const offer = await app.db.tx((tx) => anOffer(tx, newcomer.id, { offer_type, margin: "0" }));
    await pass(55);
    const { rows } = await app.owner.query("select hash, status from trades where offer_hash = $1", [offer]);
    assert.equal(rows.length, 1);
    const params = { id: rows[0].hash };
    if (offer_type === "sell") {
      assert.equal(rows[0].status, "paid");
      assert.equal((await newcomer.client.call(calls.releaseTrade, { params })).code, "");
    } else {
      assert.equal((await newcomer.client.call(calls.revealPaymentDetails, { params })).code, "");
      assert.equal((await newcomer.client.call(calls.markTradePaid, { params })).code, "");
    }
    await pass(55);
    assert.equal(await statusOf(params.id), "released");
    await pass(60);
    const again = await app.owner.query("select 1 from trades where offer_hash = $1", [offer]);
    assert.equal(again.rows.length, 1);
  });
}

test("while no trades may start the robots wait, and take the offer when they may again", async () => {
  await aRobot("honest");
  const newcomer = await aPerson(app, { units: 100_000_000n });
  await app.owner.query("update users set is_demo = true, last_seen_at = market_now() where id = $1", [newcomer.id]);
  const offer = await app.db.tx((tx) => anOffer(tx, newcomer.id, { margin: "0" }));
  await app.owner.query("insert into halts values ('new_trades', 'a test', market_now())");
  await pass(60);
  const tradesOf = () => app.owner.query("select from trades where offer_hash = $1", [offer]);
  assert.equal((await tradesOf()).rowCount, 0);
  await app.owner.query("delete from halts where name = 'new_trades'");
  await pass(30);
  assert.equal((await tradesOf()).rowCount, 1);
});

test("a robot goes straight to paying in a lite trade, and takes no offer that asks for what it has not", async () => {
  await aRobot("honest");
  const holder = () => aPerson(app, { units: 100_000_000n });
  const [lite, cards, receipts] = [await holder(), await holder(), await holder()];
  const offerOf = async ({ id }: TestPerson, changes: Partial<OfferBody>) => {
    await app.owner.query("update users set is_demo = true, last_seen_at = market_now() where id = $1", [id]);
    return app.db.tx((tx) => anOffer(tx, id, { margin: "0", ...changes }));
  };
  const offers = [
    await offerOf(lite, { flow_type: "lite" }),
    await offerOf(cards, GIFT_CARD_OFFER),
    await offerOf(receipts, { tags: ["receipt-required"] }),
  ];
  await pass(55);
  const { rows } = await app.owner.query("select offer_hash, status from trades where offer_hash = any($1)", [offers]);
  assert.deepEqual(rows, [{ offer_hash: offers[0], status: "paid" }]);
});

test("no robot takes the offer of a newcomer who is away", async () => {
  const away = await aPerson(app, { units: 100_000_000n });
  const offer = await app.db.tx((tx) => anOffer(tx, away.id));
  await app.owner.query(
    "update users set is_demo = true, last_seen_at = market_now() - interval '1 hour' where id = $1",
    [away.id],
  );
  await pass(60);
  const { rows } = await app.owner.query("select 1 from trades where offer_hash = $1", [offer]);
  assert.equal(rows.length, 0);
});

test("robots never start trades with each other", async () => {
  await pass(60);
  const { rows } = await app.owner.query(`
    select 1 from trades
    where buyer_id in (select user_id from demo_robots) and seller_id in (select user_id from demo_robots)`);
  assert.equal(rows.length, 0);
});

test("presence is kept for robots only, and those whom the tour names are always here", async () => {
  const slow = await aRobot("slow");
  await app.owner.query("update users set username = 'SlowSam' where id = $1", [slow.id]);
  const before = await app.owner.query("select last_seen_at from users where id = $1", [person.id]);
  await app.moveClock(7 * 3_600_000);
  await app.runJob("robots-are-here");
  const { rows } = await app.owner.query(
    "select id, market_now() - last_seen_at < interval '1 minute' as here from users where id = $1",
    [slow.id],
  );
  assert.ok(rows[0].here);
  await app.db.tx(async (tx) => recordLastSeen(tx, [{ userId: slow.id, at: new Date(0) }]));
  const after = await app.owner.query("select last_seen_at from users where id = $1", [person.id]);
  assert.deepEqual(after.rows, before.rows);
});

test("the invariants hold after all of it", async () => {
  assert.deepEqual(await checkBooks(app.ownerPorts), []);
});

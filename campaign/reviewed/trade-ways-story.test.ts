// Guards: every way that a trade can go writes what was reviewed, to the second of its deadlines, and nothing of others.
// Surveys: ^server/market/trades/|^server/outward/notifications/(notify-trade|send-not|rows|kinds)
import { test } from "node:test";
import { getReceipt } from "#contract/receipts.ts";
import * as calls from "#contract/trades.ts";
import { Refusal } from "#contract/refusals.ts";
import { createOffer } from "../../server/market/offers/index.ts";
import { openTrades } from "../../server/market/trades/index.ts";
import { identify } from "../../server/people/auth/index.ts";
import { offerBody, priceNow } from "../../server/testing/index.ts";
import { holds } from "./holds.ts";
import { type Actor, openStory } from "./story.ts";
import { tradeSteps } from "./trade-steps.ts";

const story = await openStory({ withoutTables: ["rate_uses"] });
const { app, act, does, takes, at, events, job } = story;
const { reveals, pays, paid, releases, cancels, sees, reopens, looks, prolongs, expiryOf } = tradeSteps(story);
const sela = await story.person("sela", { units: { BTC: 100_000_000n } });
const bob = await story.person("bob");
const dan = await story.person("dan", { units: { BTC: 30_000_000n, ETH: 5_000_000_000_000_000_000n } });
const cara = await story.person("cara", { country: "FR" });
const mara = await story.person("mara");
await app.owner.query("insert into user_roles values ($1, 'moderator', market_now())", [mara.id]);
const sale = await story.offer(sela);
const slow = await story.offer(dan, { payment_window: 43_200, margin: "0" });
const cards = await story.offer(dan, {
  crypto_currency_code: "ETH",
  fiat_currency_code: "EUR",
  payment_method: "amazon-gift-card",
  payment_window: 30,
  range_max: "200",
});

const yen = await app.db.tx((tx) => {
  const { margin, ...body } = offerBody({ fiat_currency_code: "JPY", range_min: "5000", range_max: "200000" });
  return createOffer(tx, {
    owner: { userId: dan.id, countryIso: "DE", level: 4 },
    body: { ...body, fixed_price: "12345678.9" },
  });
});

/** Two trades that stay as they are, whatever happens to the others. */
async function standBeside(): Promise<void> {
  await takes(cara, slow, { fiat_amount: "300" });
  const spent = await takes(cara, slow, { fiat_amount: "40.50" });
  await paid(cara, spent);
  await takes(cara, cards, { crypto_amount: "0.01234567" });
  await takes(cara, cards, { crypto_amount: "0.02" });
  for (const sum of [{ fiat_amount: "5001" }, { crypto_amount: "0.00123456" }, { fiat_amount: "5000.5" }])
    await takes(cara, yen, sum);
}

async function starting(): Promise<void> {
  for (const body of [
    {},
    { fiat_amount: "100", crypto_amount: "0.001" },
    { fiat_amount: "0" },
    { fiat_amount: "19.99" },
    { fiat_amount: "1000.01" },
    { fiat_amount: "20.001" },
    { crypto_amount: "0.000000001" },
    { crypto_amount: "0.00000001" },
    { crypto_amount: "92233720368.5" },
    { fiat_amount: "100", expected_price: "1" },
    (price: string) => ({ fiat_amount: "99", expected_price: `${price}0` }),
    { fiat_amount: "100", expected_revision: 2 },
  ])
    await takes(bob, sale, body);
  await takes(bob, sale, { fiat_amount: "20", expected_revision: 1 });
  await takes(bob, sale, { fiat_amount: "1000", expected_revision: 7, accept_change: true });
  await takes(bob, sale, { crypto_amount: "0.00100001", expected_price: "1", accept_change: true });
  await takes(sela, sale);
  await does(bob, "takes nothing", calls.startTrade, {
    params: { id: "aaaaaaaaaaaaaa" },
    body: { fiat_amount: "100", expected_price: "1" },
  });
  await events();
}

async function usualWay(): Promise<void> {
  const id = await takes(bob, sale, { fiat_amount: "250" });
  await looks(cara, id);
  await pays(bob, id);
  await reveals(sela, id);
  await sees(bob, id);
  await sees(sela, id);
  await sees(sela, id);
  await reveals(bob, id);
  await reveals(bob, id);
  await pays(sela, id);
  await pays(bob, id);
  await pays(bob, id);
  await prolongs(sela, id, 15);
  await cancels(sela, id);
  await releases(bob, id);
  await releases(cara, id);
  await events();
  await looks(bob, id);
  await looks(sela, id);
  const seller = await story.again(sela);
  const ended = await releases(seller, id);
  await events();
  await releases(seller, id);
  await cancels(bob, id);
  await reopens(bob, id);
  await looks(mara, id);
  await does(bob, "looks at the offer of it", calls.getTradeOffer, { params: { id } });
  const uuid = ended.data.receiptUrl?.split("/").at(-1) ?? "";
  await does(story.guest, "reads the receipt", getReceipt, { params: { invoiceUUID: uuid } });
}

/** A buyer gives up before and after paying; a seller releases before. */
async function otherEnds(): Promise<void> {
  const unpaid = await takes(bob, sale);
  await cancels(sela, unpaid);
  await cancels(cara, unpaid);
  await cancels(bob, unpaid);
  const spent = await takes(bob, sale, { fiat_amount: "101" });
  await paid(bob, spent);
  await cancels(bob, spent);
  const early = await takes(bob, sale, { fiat_amount: "102" });
  await releases(sela, early);
  await events();
  await looks(bob, spent);
  const { rows } = await app.owner.query<{ uuid: string }>("select receipt_uuid as uuid from trades where hash = $1", [
    unpaid,
  ]);
  await does(story.guest, "reads no receipt", getReceipt, { params: { invoiceUUID: rows[0]?.uuid ?? "" } });
}

async function expiring(): Promise<void> {
  const id = await takes(bob, sale, { fiat_amount: "103" });
  await prolongs(bob, id, 15);
  await prolongs(sela, id, 15);
  await prolongs(sela, id, 60);
  await prolongs(sela, id, 30);
  const end = await expiryOf(id);
  await at(end, -1);
  await job("expire-trades");
  await at(end);
  await reveals(bob, id);
  await at(end);
  await prolongs(sela, id, 15);
  await at(end);
  await job("expire-trades");
  await events();
  await reopens(sela, id);
  await reopens(bob, id);
  await reopens(bob, id);
  await looks(sela, id);
  await reopens(sela, id);
  await reopens(sela, id);
  await events();
  const second = await expiryOf(id);
  await reveals(bob, id);
  await at(second);
  await pays(bob, id);
  await at(second, -2);
  await pays(bob, id);
  await cancels(bob, id);
  await reopens(bob, id);
  await reopens(mara, id);
  await looks(bob, id);
}

async function reopening(): Promise<void> {
  await story.comes(sela);
  const late = await takes(bob, sale, { fiat_amount: "104" });
  const just = await takes(bob, sale, { fiat_amount: "105" });
  const asked = await takes(bob, sale, { fiat_amount: "106" });
  await cancels(bob, asked);
  await cancels(bob, late);
  const lateEnd = await story.now();
  await cancels(bob, just);
  const justEnd = await story.now();
  await reopens(bob, asked);
  await at(lateEnd, 24 * 3600 + 1);
  await reopens(bob, late);
  await at(lateEnd, 24 * 3600 + 1);
  await reopens(mara, late);
  await at(justEnd, 24 * 3600);
  await reopens(mara, just);
  await reopens(sela, asked);
  await events();
  await looks(bob, just);
  await cancels(bob, just);
  await events();
}

/** Both sides behind one address are told so: that of the owner's newest open session. */
async function sameAddress(): Promise<void> {
  await story.comes(sela);
  const near = await story.offer(sela, { payment_method: "paypal" });
  await story.rates();
  await story.again(sela);
  await story.later(1);
  await story.again(sela);
  await story.later(1);
  await story.again(bob);
  await act("everybody sits somewhere", async () => {
    const set = (ip: string, of: Actor, place: number) =>
      app.owner.query(
        "update sessions set ip = $1 where id = (select id from sessions where user_id = $2 order by id desc offset $3 limit 1)",
        [ip, of.id, place],
      );
    await set("10.0.0.1", sela, 0);
    await set("10.0.0.2", sela, 1);
    await set("10.0.0.3", sela, 2);
    await set("10.0.0.4", bob, 0);
    await app.owner.query("update sessions set ended_at = market_now() where ip = '10.0.0.1'");
  });
  const takesFrom = async (ip: string) => {
    const starter = await identify(app.db, bob.client.token);
    if (!starter) throw new Error("bob is signed in");
    const expectedPrice = await app.db.read((tx) => priceNow(tx, near));
    const rest = { cryptoAmount: undefined, expectedRevision: undefined, acceptChange: false };
    await act(`bob takes the offer from ${ip}`, async () => {
      const [made] = await app.db.tx((tx) =>
        openTrades(tx, [{ offerHash: near, starter, ip, fiatAmount: "109", expectedPrice, ...rest }]),
      );
      return { status: 200, body: made instanceof Refusal ? made.code : { isSameIp: made?.is_same_ip } };
    });
  };
  for (const place of [1, 2, 3, 4]) await takesFrom(`10.0.0.${place}`);
  for (const ip of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.127.0.1"]) {
    await app.owner.query("update sessions set ip = $1 where user_id = $2", [ip, sela.id]);
    await takesFrom(ip);
  }
}

test("each way of a trade answers and writes what was reviewed", async () => {
  await act("the market stands", async () => undefined);
  await standBeside();
  await starting();
  await usualWay();
  await otherEnds();
  await expiring();
  await reopening();
  await sameAddress();
  await job("check-books");
  holds("trade-ways-story", story.tape.lines);
});

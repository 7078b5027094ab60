// Guards: who does not come, pay or prove in time loses no more than was reviewed; lists show everybody their own trades.
// Surveys: ^server/market/trades/|^server/market/offers/for-trades
import { test } from "node:test";
import * as calls from "#contract/trades.ts";
import type { QueryOf } from "#contract/endpoint.ts";
import { resetOfferPenalty } from "#contract/my-offers.ts";
import { moveDeadlines } from "../../server/market/trades/index.ts";
import { giveCoins } from "../../server/testing/index.ts";
import { holds } from "./holds.ts";
import { type Actor, openStory } from "./story.ts";
import { tradeSteps } from "./trade-steps.ts";

const story = await openStory({ withoutTables: ["rate_uses", "live_messages", "live_channels", "sessions"] });
const { app, act, does, takes, at, events, job } = story;
const { reveals, paid, releases, cancels, funds, sees, looks, reopens, expiryOf } = tradeSteps(story);
const sela = await story.person("sela", { units: { BTC: 100_000_000n } });
const bob = await story.person("bob");
const dan = await story.person("dan", { units: { BTC: 30_000_000n, ETH: 5_000_000_000_000_000_000n } });
const cara = await story.person("cara", { country: "FR" });
const sale = await story.offer(sela);
const wish = await story.offer(bob, { offer_type: "buy", offer_cap: { amount: "700", active: true } });
const slow = await story.offer(dan, { payment_window: 43_200, margin: "0" });
const cards = await story.offer(dan, {
  crypto_currency_code: "ETH",
  fiat_currency_code: "EUR",
  payment_method: "amazon-gift-card",
  payment_window: 30,
  range_max: "200",
});

/** Two trades that stay as they are, whatever happens to the others. */
async function standBeside(): Promise<void> {
  await takes(cara, slow, { fiat_amount: "300" });
  const spent = await takes(cara, slow, { fiat_amount: "40.50" });
  await paid(cara, spent);
  await takes(cara, cards, { crypto_amount: "0.01234567" });
  await takes(cara, cards, { crypto_amount: "0.02" });
}

/** A seller who takes an offer to buy and is short. */
async function unfunded(): Promise<void> {
  const pim = await story.person("pim", { units: { BTC: 100_000n } });
  const gone = await takes(pim, wish, { fiat_amount: "200" });
  const left = await takes(pim, wish, { fiat_amount: "201" });
  const back = await takes(pim, wish, { fiat_amount: "202" });
  await takes(pim, wish, { fiat_amount: "98" });
  await sees(bob, await takes(pim, wish, { fiat_amount: "20" }));
  await funds(pim, back);
  await reveals(bob, back);
  await releases(pim, back);
  await cancels(bob, left);
  await events();
  const never = await takes(pim, wish, { fiat_amount: "198" });
  await cancels(pim, gone);
  await looks(pim, back);
  await act("pim gets coins", () => app.db.tx((tx) => giveCoins(tx, pim.id, "BTC", 500_000n)));
  await funds(bob, back);
  await funds(pim, back);
  await funds(pim, back);
  await sees(bob, back);
  const end = await expiryOf(never);
  await at(end, -1);
  await job("expire-trades");
  await at(end);
  await funds(pim, never);
  await at(end);
  await job("expire-trades");
  await events();
  await looks(pim, never);
}

/** The owner of an offer to buy does not come. */
async function absentBuyer(): Promise<void> {
  const ned = await story.person("ned", { units: { BTC: 50_000_000n } });
  const first = await takes(ned, wish, { fiat_amount: "51" });
  const begun = await story.now();
  await looks(ned, first);
  await at(begun, 299);
  await cancels(ned, first);
  await at(begun, 300);
  await cancels(ned, first);
  const seen = await takes(ned, wish, { fiat_amount: "52" });
  await sees(bob, seen);
  await at(await story.now(), 301);
  await cancels(ned, seen);
  await events();
  let missed = "";
  for (const fiat_amount of ["53", "54", "55"]) {
    await story.comes(bob);
    missed = await takes(ned, wish, { fiat_amount });
    await at(await expiryOf(missed), 1);
    await job("expire-trades");
    await events();
  }
  await takes(ned, wish, { fiat_amount: "56" });
  await does(cara, "says for bob to be back", resetOfferPenalty, { params: { hash: wish } });
  await does(bob, "says to be back", resetOfferPenalty, { params: { hash: wish } });
  await reopens(bob, missed);
  await events();
  await reopens(ned, missed);
  await events();
  await cancels(bob, missed);
  const served = await takes(ned, wish, { fiat_amount: "57" });
  await releases(ned, served);
  await events();
}

/** A release needs a proof of the last quarter of an hour, and of just this release. */
async function proofs(): Promise<void> {
  const one = await takes(cara, slow, { fiat_amount: "61" });
  const two = await takes(cara, slow, { fiat_amount: "62" });
  const seller = await story.again(dan);
  const release = (id: string) =>
    does(seller, "releases and proves nothing", calls.releaseTrade, { params: { id }, proves: false });
  const prove = (id: string) =>
    act("dan proves a release", () => app.prove(seller.client.token, { kind: "release", id }));
  await prove(one);
  const shown = await story.now();
  await release(two);
  await at(shown, 15 * 60);
  await release(one);
  await prove(one);
  const again = await story.now();
  await at(again, 15 * 60 - 1);
  await release(one);
  await events();
}

async function outage(): Promise<void> {
  await story.comes(sela);
  await takes(bob, sale, { fiat_amount: "71" });
  const spent = await takes(bob, sale, { fiat_amount: "72" });
  await paid(bob, spent);
  await act("the platform was down for ninety seconds and a bit", () => app.db.tx((tx) => moveDeadlines(tx, 90_001)));
  await events();
}

async function lists(): Promise<void> {
  const show = (who: Actor, query: QueryOf<typeof calls.listTrades>) =>
    does(who, `lists ${JSON.stringify(query)}`, calls.listTrades, { query });
  for (const who of [bob, sela, cara, dan]) await does(who, "lists what is open", calls.listActiveTrades);
  await at(await story.now(), 51 * 60);
  await does(bob, "lists what is open when it runs out soon", calls.listActiveTrades);
  for (const status of calls.HISTORY_FILTERS) await show(bob, { status });
  for (const page of ["1", "2", "9"]) await show(bob, { page });
  for (const role of ["buyer", "seller"] as const) await show(bob, { role });
  for (const partner of ["NED", "cara"]) await show(dan, { partner });
  await show(dan, { crypto_currency_code: "ETH" });
  for (const payment_method of ["amazon-gift-card", "other-bank-transfer", "no-such"])
    await show(cara, { payment_method });
  await show(sela, { role: "seller", status: "successful", partner: "Bob", payment_method: "other-bank-transfer" });
  await job("check-books");
}

test("absence, delay and old proofs answer and write what was reviewed", async () => {
  await act("the market stands", async () => undefined);
  await standBeside();
  await unfunded();
  await absentBuyer();
  await proofs();
  await outage();
  await lists();
  holds("trade-absences-story", story.tape.lines);
});

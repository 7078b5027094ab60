// Guards: what one reads of others is in one's own language, or in the one that is asked for; a country's code is one thing in every answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrentUser, getUser, listRecentPartners, saveSettings } from "#contract/people/accounts.ts";
import { listCountries } from "#contract/reference/catalog.ts";
import { featureOffer, listJudgedOffers } from "#contract/market/offers/moderation.ts";
import { listGiftCards } from "#contract/market/trades/gift-cards.ts";
import { askOtc, getOtcDesk } from "#contract/market/otc/otc.ts";
import { getReceipt } from "#contract/market/trades/receipts.ts";
import { listMyOffers } from "#contract/market/offers/my/offers.ts";
import { giveFeedback, listUserFeedback } from "#contract/market/trades/feedback.ts";
import { getTrade } from "#contract/market/trades/trade/trades.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";
import { aCard } from "../../testing/market/gift-cards.ts";
import { otcBody } from "../../testing/market/otc.ts";
import { giveTestPhone } from "../../testing/people/phone.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const app = await testApp();
const { owner } = app;
const market = await aMarket(app);
const { seller, buyer } = market;
const { rows } = await owner.query("select username from users where id = $1", [seller.id]);
const params = { username: rows[0].username as string };
await owner.query(
  `update users
   set last_seen_at = market_now() - interval '3 hours', sign_in_country = 'FR', usual_country = 'DE'
   where id = $1`,
  [seller.id],
);
await giveTestPhone(app, seller.client, "+34612345678");
await app.runJob("name-phone-lines");
const WORDS = {
  en: ["3 hours ago", "France", "Germany", "Spain"],
  es: ["hace 3 horas", "Francia", "Alemania", "España"],
  ar: ["قبل 3 ساعات", "فرنسا", "ألمانيا", "إسبانيا"],
} as const;

test("a profile is in the reader's language, and in another on request", async () => {
  for (const [locale, words] of Object.entries(WORDS)) {
    await buyer.client.call(saveSettings, { body: { locale } });
    const { data } = await buyer.client.call(getUser, { params });
    const { lastSeen, ipLocation, detectedLocation, phone } = data;
    assert.deepEqual([lastSeen.text, ipLocation?.localizedName, detectedLocation?.name, phone.info], words, locale);
    assert.equal(ipLocation?.name, "France", "beside it the English name");
  }
  const asked = await buyer.client.call(getUser, { params, query: { locale: "es" } });
  assert.equal(asked.data.lastSeen.text, WORDS.es[0]);
  const visitor = app.client();
  assert.equal((await visitor.call(getUser, { params })).data.lastSeen.text, WORDS.en[0]);
  assert.equal((await visitor.call(getUser, { params, query: { locale: "ar" } })).data.lastSeen.text, WORDS.ar[0]);
});

test("so are one's contacts and the other side of a trade", async () => {
  const hash = await aTrade(market, "released");
  await app.deliverEvents();
  await owner.query("update users set last_seen_at = market_now() - interval '3 hours' where id = $1", [seller.id]);
  await buyer.client.call(saveSettings, { body: { locale: "es" } });
  const contacts = await buyer.client.call(listRecentPartners, { query: {} });
  assert.deepEqual(
    contacts.data.map(({ user }) => user.lastSeen.text),
    [WORDS.es[0]],
  );
  const { data } = await buyer.client.call(getTrade, { params: { id: hash } });
  assert.deepEqual([data.seller.lastSeen.text, data.seller.country?.localizedName], [WORDS.es[0], "Alemania"]);
});

test("a payment method has its name in the language that is asked for, in feedback and of one's own offers", async () => {
  const id = await aTrade(market, "released");
  await buyer.client.call(giveFeedback, { params: { id }, body: { rating: 1, message: "Fast and friendly" } });
  for (const [locale, name] of Object.entries({
    en: "Other Bank Transfer",
    es: "Otra transferencia bancaria",
  } as const)) {
    const asked = { locale: locale as "en" | "es" };
    const { items } = (await buyer.client.call(listUserFeedback, { params, query: asked })).data;
    assert.equal(items[0]?.paymentMethod, name);
    const { offers } = (await seller.client.call(listMyOffers, { query: asked })).data;
    assert.equal(offers[0]?.paymentMethod.name.localized, name);
  }
});

test("the code of a country is its dialling code, of the current user and in the list", async () => {
  const ada = await aNamedUser(app);
  await owner.query("update users set country_iso = 'NG' where id = $1", [ada.id]);
  const { country } = (await ada.client.call(getCurrentUser)).data;
  const listed = (await ada.client.call(listCountries, { query: {} })).data.find(({ iso }) => iso === "NG");
  assert.deepEqual([country.code, listed?.code], ["234", "234"]);
});

test("a payment method has its name in the account's language in the vault, at the desk, and for staff; a receipt in the one asked for", async () => {
  const admin = await aNamedUser(app, "admin");
  for (const { client } of [admin, buyer]) await client.call(saveSettings, { body: { locale: "es" } });
  await aCard(buyer.client, { payment_method: "other-gift-cards" });
  const cards = (await buyer.client.call(listGiftCards, {})).data;
  assert.equal(cards[0]?.paymentMethod.name, "Otras tarjetas regalo");

  const asked = await buyer.client.call(askOtc, { body: otcBody({ payment_methods: ["other-bank-transfer"] }) });
  assert.equal(asked.code, "");
  const desk = (await buyer.client.call(getOtcDesk, {})).data;
  assert.equal(desk.requests[0]?.paymentMethods[0]?.name, "Otra transferencia bancaria");

  await admin.client.call(featureOffer, {
    params: { id: market.offer },
    body: { days: 7, reason: "A good example" },
  });
  const judged = (await admin.client.call(listJudgedOffers, { query: { queue: "featured" } })).data;
  assert.equal(judged.rows[0]?.paymentMethod, "Otra transferencia bancaria");

  const id = await aTrade(market, "released");
  const { receiptUrl } = (await buyer.client.call(getTrade, { params: { id } })).data;
  const receipt = async (locale?: "es") =>
    (
      await app.client().call(getReceipt, {
        params: { invoiceUUID: receiptUrl?.split("/").at(-1) ?? "" },
        query: locale ? { locale } : {},
      })
    ).data;
  const [english, spanish] = [await receipt(), await receipt("es")];
  assert.deepEqual([english.methodName, spanish.methodName], ["Other Bank Transfer", "Otra transferencia bancaria"]);
  assert.equal(english.digest, spanish.digest);
});

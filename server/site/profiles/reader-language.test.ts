// Guards: what one reads of others is in one's own language, or in the one that is asked for; a country's code is one thing in every answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrentUser, getUser, listRecentPartners, saveSettings } from "#contract/people/accounts.ts";
import { listCountries } from "#contract/reference/catalog.ts";
import { getTrade } from "#contract/market/trades/trade/trades.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";
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

test("the code of a country is its dialling code, of the current user and in the list", async () => {
  const ada = await aNamedUser(app);
  await owner.query("update users set country_iso = 'NG' where id = $1", [ada.id]);
  const { country } = (await ada.client.call(getCurrentUser)).data;
  const listed = (await ada.client.call(listCountries, { query: {} })).data.find(({ iso }) => iso === "NG");
  assert.deepEqual([country.code, listed?.code], ["234", "234"]);
});

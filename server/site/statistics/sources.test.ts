// Guards: a known source goes with a registration and the start of a trade and is counted once for each; an unknown one is ignored; only the staff
// see the numbers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { register } from "#contract/people/sign-in/auth.ts";
import { sourceOf, withSource } from "#contract/people/sources.ts";
import { startTrade } from "#contract/market/trades/trade/trades.ts";
import { getMarketStatistics } from "#contract/site/statistics.ts";
import { aMarket, priceNow, TEST_PASSWORD, testApp } from "../../testing/index.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const app = await testApp();
const market = await aMarket(app);
const admin = await aNamedUser(app, "admin");

const joined = (email: string, source_id?: string) =>
  app
    .client("", "198.51.100.9")
    .call(register, { body: { email, password: TEST_PASSWORD, ...(source_id === undefined ? {} : { source_id }) } });
const started = async (source_id?: string) =>
  market.buyer.client.call(startTrade, {
    params: { id: market.offer },
    body: {
      fiat_amount: "25",
      expected_price: await app.db.read((tx) => priceNow(tx, market.offer)),
      ...(source_id === undefined ? {} : { source_id }),
    },
  });

test("registrations and trades are counted by their source, and an unknown source by none", async () => {
  assert.equal((await joined("one@example.org", "email")).code, "");
  assert.equal((await joined("two@example.org", "email")).code, "");
  assert.equal((await joined("three@example.org", "nobody-knows")).code, "");
  assert.equal((await joined("four@example.org")).code, "");
  assert.equal((await started("telegram")).code, "");
  assert.equal((await started("<b>")).code, "");
  await app.deliverEvents();
  await app.deliverEvents();
  const { sources } = (await admin.client.call(getMarketStatistics, {})).data;
  assert.deepEqual(sources, [
    { source: "email", registrations: 2, trades: 0 },
    { source: "telegram", registrations: 0, trades: 1 },
  ]);
});

test("the public and other users do not see the numbers of sources", async () => {
  for (const client of [app.client(), market.buyer.client])
    assert.equal((await client.call(getMarketStatistics, {})).data.sources, null);
});

test("a link says its source before its anchor, and beside what it asks already", () => {
  assert.equal(withSource("/wallet", "email"), "/wallet?sourceId=email");
  assert.equal(withSource("/trading?x=1#top", "push"), "/trading?x=1&sourceId=push#top");
  assert.equal(sourceOf("email"), "email");
  for (const unknown of ["", "EMAIL", "email ", "constructor", null, undefined])
    assert.equal(sourceOf(unknown), undefined);
});

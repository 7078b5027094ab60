// Guards: others see whether a user has confirmed a phone, in the profile, in a trade and on an offer, and nothing of its
// number; a signed-in user sees the kind of line and its country.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getUser } from "#contract/people/accounts.ts";
import { getOffer } from "#contract/market/offers/offers.ts";
import { resetPhone } from "#contract/people/phones.ts";
import { getTrade } from "#contract/market/trades/trade/trades.ts";
import { aMarket, aTrade, type TestClient, testApp } from "../../testing/index.ts";
import { giveTestPhone } from "../../testing/people/phone.ts";

const app = await testApp();

test("a confirmed phone is shown as such and not by its number, until it is taken away", async () => {
  const market = await aMarket(app);
  const hash = await aTrade(market);
  const { rows } = await app.owner.query("select username from users where id = $1", [market.seller.id]);
  const shown = async () => {
    const visitor = app.client();
    const [user, offer, trade] = await Promise.all([
      visitor.call(getUser, { params: { username: rows[0].username } }),
      visitor.call(getOffer, { params: { id: market.offer }, query: {} }),
      market.buyer.client.call(getTrade, { params: { id: hash } }),
    ]);
    const all = [user.data.phone.active, offer.data.owner.verification.phone, trade.data.seller.phone.active];
    assert.ok(!JSON.stringify([user.body, offer.body, trade.body]).includes("15123"));
    return all;
  };
  assert.deepEqual(await shown(), [false, false, false]);
  await giveTestPhone(app, market.seller.client, "+4915123456789");
  assert.deepEqual(await shown(), [true, true, true]);
  assert.equal((await market.seller.client.call(resetPhone)).status, 200);
  assert.deepEqual(await shown(), [false, false, false]);
});

test("a signed-in user reads the kind of line and its country, as a worker has named them, and visitors do not", async () => {
  const market = await aMarket(app);
  const { rows } = await app.owner.query("select username from users where id = $1", [market.seller.id]);
  const params = { username: rows[0].username as string };
  const shownTo = async (reader: TestClient) => (await reader.call(getUser, { params })).data.phone;
  const give = async (number: string) => {
    await giveTestPhone(app, market.seller.client, number);
    await app.runJob("name-phone-lines");
  };
  await give("+4915123456701");
  assert.deepEqual(await shownTo(market.buyer.client), { active: true, type: "mobile", info: "Germany" });
  assert.deepEqual(await shownTo(app.client()), { active: true, type: null, info: null });
  assert.equal((await market.seller.client.call(resetPhone)).status, 200);
  assert.deepEqual(await shownTo(market.buyer.client), { active: false, type: null, info: null });
  await app.owner.query("update phone_messages set made_at = made_at - interval '3 days', network = id::text");
  await give("+12125550123");
  assert.deepEqual(await shownTo(market.buyer.client), {
    ...{ active: true, type: "fixed_line_or_mobile", info: "United States" },
  });
});

test("the web names no kind of line, and a number that changes has none", async () => {
  const { seller } = await aMarket(app);
  await giveTestPhone(app, seller.client, "+4915123456702");
  await app.runJob("name-phone-lines");
  const named = Object.assign([`update phones set line_type = 'mobile' where user_id = ${seller.id}`], { raw: [""] });
  await assert.rejects(
    app.dbs.web.tx((tx) => tx.rows(named)),
    /permission denied/,
  );
  await app.owner.query("update phones set country_iso = 'FR' where user_id = $1", [seller.id]);
  const { rows } = await app.owner.query("select line_type from phones where user_id = $1", [seller.id]);
  assert.equal(rows[0].line_type, null);
});

test("a number that does not open is of an unknown kind, and keeps no other from being named", async () => {
  const [broken, sound] = [(await aMarket(app)).seller, (await aMarket(app)).seller];
  await giveTestPhone(app, broken.client, "+4915123456703");
  await app.owner.query("update phone_messages set made_at = made_at - interval '3 days', network = id::text");
  await giveTestPhone(app, sound.client, "+4915123456704");
  const kinds = async () => {
    const { rows } = await app.owner.query("select line_type from phones where user_id = any ($1) order by user_id", [
      [broken.id, sound.id],
    ]);
    return rows.map(({ line_type }) => line_type);
  };
  const seals = [
    "overlay(number_sealed placing '\\xff'::bytea from 1)",
    "overlay(number_sealed placing '\\xffff' from 20)",
    "'\\x01'",
  ];
  for (const seal of seals) {
    await app.owner.query(
      `update phones set line_type = null, number_sealed = case when user_id = $1 then ${seal} else number_sealed end where user_id = any ($2)`,
      [broken.id, [broken.id, sound.id]],
    );
    await app.runJob("name-phone-lines");
    assert.deepEqual(await kinds(), ["unknown", "mobile"], seal);
  }
});

// Guards: others read of somebody whether they have confirmed a phone, in the profile, in a trade and on an offer, and nothing of its number.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getUser } from "#contract/accounts.ts";
import { getOffer } from "#contract/offers.ts";
import { resetPhone } from "#contract/phones.ts";
import { getTrade } from "#contract/trades.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";
import { giveTestPhone } from "../../testing/phone.ts";

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

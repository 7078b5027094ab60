// Guards: staff close the ended trades of a person to them, for a reason in the chain of acts; what is open stays open to its end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrentUser } from "#contract/people/accounts.ts";
import { getTradeUploads, readPolicy } from "#contract/market/trades/attachments.ts";
import { listMessages, postMessage } from "#contract/market/trades/chat.ts";
import { blockTradeView, lookUpPerson } from "#contract/compliance/restrictions.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { aModerator } from "../../../testing/market/disputes.ts";
import { aMarket, aTrade, testApp } from "../../../testing/index.ts";

const app = await testApp();

test("ended trades close to a person for whom staff block view-trade, and an open one stays open to its end", async () => {
  const market = await aMarket(app);
  const { client } = market.buyer;
  const staff = await aModerator(market);
  const { username } = (await client.call(getCurrentUser)).data;
  const [ended, open] = [await aTrade(market), await aTrade(market, "paid")];
  await market.seller.client.call(calls.releaseTrade, { params: { id: ended } });
  const block = (is_blocked: boolean, reason = "collects account numbers") =>
    staff.call(blockTradeView, { body: { username, is_blocked, reason } });

  assert.equal((await block(false)).code, "staff.unchanged");
  assert.deepEqual((await block(true)).data, { username, areTradesClosed: true });
  assert.equal((await block(true)).code, "staff.unchanged");
  const asked = async (hash: string) => {
    const params = { id: hash };
    const answers = [
      await client.call(calls.getTrade, { params }),
      await client.call(calls.getTradeV1, { params }),
      await client.call(calls.getTradeOffer, { params }),
      await client.call(listMessages, { params }),
      await client.call(getTradeUploads, { params }),
      await client.call(readPolicy, { params, body: { url: "/dispute-rules" } }),
    ];
    return answers.map(({ status, code }) => `${status} ${code}`.trim());
  };
  assert.deepEqual(await asked(ended), Array(6).fill("403 trade.view_blocked"));
  assert.deepEqual(await asked(open), Array(6).fill("200"));
  const write = (hash: string) => client.call(postMessage, { params: { id: hash }, body: { text: "hello again" } });
  assert.deepEqual([(await write(ended)).code, (await write(open)).code], ["trade.view_blocked", ""]);
  assert.deepEqual((await client.call(getCurrentUser)).data.blockedKycActions, ["view-trade"]);
  const listed = (await client.call(calls.listTrades, { query: {} })).data.map(({ tradeHash }) => tradeHash);
  assert.ok(listed.includes(ended), "the row stays");
  const page = await app.app.fastify.inject({
    url: `/trade/${ended}`,
    headers: { accept: "text/html", cookie: `parley=${client.token}` },
  });
  assert.doesNotMatch(page.body, new RegExp(`"tradeHash":"${ended}"`));

  const seller = await market.seller.client.call(calls.getTrade, { params: { id: ended } });
  assert.equal(seller.status, 200, "the other side reads on");
  const seen = await staff.call(lookUpPerson, { body: { by: "username", who: username, reason: "asked again" } });
  assert.equal(seen.data.areTradesClosed, true);

  const over = await client.call(calls.cancelTrade, { params: { id: open } });
  assert.equal(over.status, 200, "the step that ends a trade is answered");
  assert.deepEqual((await asked(open))[0], "403 trade.view_blocked");
  const reopen = (who: typeof client) => who.call(calls.reopenTrade, { params: { id: open } });
  assert.equal((await reopen(client)).code, "trade.view_blocked");
  assert.deepEqual((await block(false, "asked and explained")).data, { username, areTradesClosed: false });
  assert.deepEqual(await asked(ended), Array(6).fill("200"));
  assert.equal((await reopen(client)).status, 200, "asked for as soon as the trades are open again");
  const { rows } = await app.owner.query(
    "select act, reason from staff_acts where subject like $1 and act like 'trades.%' order by id",
    [`${username}:%`],
  );
  assert.deepEqual(rows, [
    { act: "trades.close", reason: "collects account numbers" },
    { act: "trades.open", reason: "asked and explained" },
  ]);
});

test("nobody closes or opens their own trades, those of the staff, or those of a user who does not exist", async () => {
  const market = await aMarket(app);
  const [staff, other] = [await aModerator(market), await aModerator(market)];
  const nameOf = async (client: typeof staff) => (await client.call(getCurrentUser)).data.username;
  const block = async (by: typeof staff, username: string) =>
    (await by.call(blockTradeView, { body: { username, is_blocked: true, reason: "a try" } })).code;
  assert.equal(await block(staff, await nameOf(staff)), "staff.own_account");
  assert.equal(await block(staff, await nameOf(other)), "restriction.not_allowed");
  assert.equal(await block(staff, "nobody9"), "account.not_found");
  assert.equal(await block(market.seller.client, await nameOf(market.buyer.client)), "auth.forbidden");
});

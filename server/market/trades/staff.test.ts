// Guards: the staff touches no trade that nobody brought to it, decides in none of its own, and does not trade.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getTradeUploads } from "#contract/market/trades/attachments.ts";
import { listDisputes, takeDispute } from "#contract/market/disputes/disputes.ts";
import { createOffer, setOfferStatus, toggleAllOffers } from "#contract/market/offers/my/offers.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import {
  aMarket,
  aPerson,
  aTrade,
  giveCoins,
  giveLevel,
  offerBody,
  signIn,
  start,
  testApp,
} from "../../testing/index.ts";
import { grantRole } from "../../people/accounts/index.ts";
import { grantByOperator, revokeByOperator } from "../../staff/console/index.ts";
import { aModerator, openDisputeAndTake } from "../../testing/market/disputes.ts";

const app = await testApp({ config: { demo: true } });
const market = await aMarket(app);
const staff = await aModerator(market);

const balanceOf = async (id: bigint) =>
  (await app.owner.query("select balance_units from ledger_accounts where name = $1", [`user:${id}:BTC:available`]))
    .rows[0]?.balance_units;

test("a trade that nobody disputed is none of the staff's business", async () => {
  const params = { id: (await start(market)).data.tradeHash };
  for (const endpoint of [calls.getTrade, calls.getTradeV1, calls.getTradeOffer])
    assert.equal((await staff.call(endpoint, { params })).status, 404, endpoint.name);
});

test("a moderator takes a seller's coins again only where the buyer has asked for it", async () => {
  const params = { id: (await start(market)).data.tradeHash };
  await market.buyer.client.call(calls.cancelTrade, { params });
  const before = await balanceOf(market.seller.id);
  assert.equal((await staff.call(calls.reopenTrade, { params })).code, "dispute.not_taken");
  assert.equal(await balanceOf(market.seller.id), before);
  assert.equal((await staff.call(calls.getTrade, { params })).status, 404);
  const take = () => staff.call(takeDispute, { params, body: { reason: "the buyer wrote to support" } });
  assert.equal((await take()).status, 404);
  await market.buyer.client.call(calls.reopenTrade, { params });
  assert.equal((await staff.call(calls.getTrade, { params })).code, "dispute.not_taken");
  assert.equal((await staff.call(calls.reopenTrade, { params })).code, "dispute.not_taken");
  assert.equal(await balanceOf(market.seller.id), before);
  assert.equal((await take()).status, 200);
  const brought = await staff.call(calls.getTrade, { params });
  assert.equal(brought.status, 200, "the buyer brought it to the staff");
  assert.equal(brought.data.tradeDetails, null, "payment details are for the moderator of a dispute");
  const ordered = await staff.call(calls.reopenTrade, { params });
  assert.equal(ordered.data.status, "active_funded");
  assert.notEqual(await balanceOf(market.seller.id), before);
});

test("of a trade that was disputed the staff read nothing before they have taken it for a reason, and nobody else for that", async () => {
  const hash = await openDisputeAndTake(market, { moderator: await aModerator(market) });
  const params = { id: hash };
  const acts = async () => (await app.owner.query("select count(*)::int as n from staff_acts")).rows[0].n;
  const before = await acts();
  const nothing = async (why: string) => {
    for (const endpoint of [calls.getTrade, calls.getTradeV1, calls.getTradeOffer])
      assert.equal((await staff.call(endpoint, { params })).code, "dispute.not_taken", `${why}: ${endpoint.name}`);
    assert.equal((await staff.call(getTradeUploads, { params })).status, 404, why);
  };
  await nothing("a colleague has it");
  await app.owner.query(
    "delete from user_roles where user_id = (select taken_by from disputes where trade_hash = $1)",
    [hash],
  );
  await nothing("nobody has it");
  assert.equal(await acts(), before);
  assert.equal((await staff.call(takeDispute, { params, body: { reason: "next in the queue" } })).status, 200);
  assert.equal(await acts(), before + 1, "the reason is in the staff log");
  assert.equal((await staff.call(calls.getTrade, { params })).status, 200);
  assert.equal((await staff.call(getTradeUploads, { params })).status, 200);
  await app.owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
     select taken_by, 'restricted', 'test', 'case of staff', now(), now() from disputes where trade_hash = $1`,
    [hash],
  );
  assert.equal((await staff.call(calls.getTrade, { params })).status, 404, "restricted staff act as a stranger");
  const { rows } = await app.owner.query("select taken_by from disputes where trade_hash = $1", [hash]);
  const again = app.client(await app.db.tx((tx) => signIn(tx, BigInt(rows[0].taken_by))));
  assert.equal((await again.call(calls.getTrade, { params })).status, 404, "restricted staff act as a stranger");
  assert.equal((await again.call(listDisputes, { query: { state: "open" } })).code, "auth.restricted");
  await app.owner.query("delete from user_restrictions where case_number = 'case of staff'");
});

test("the staff reads how to pay in disputed trades only", async () => {
  const hash = await openDisputeAndTake(market, { moderator: staff });
  const { data } = await staff.call(calls.getTrade, { params: { id: hash } });
  assert.equal(data.tradeDetails, "Bank details follow in the chat.");
});

test("a staff member neither takes an offer nor makes one", async () => {
  const clerk = await aPerson(app);
  await giveLevel(app, clerk.id, 4);
  await app.db.tx((tx) => grantRole(tx, { userId: clerk.id, role: "moderator" }));
  const client = app.client(await app.db.tx((tx) => signIn(tx, clerk.id)));
  const started = await start({ ...market, buyer: { ...clerk, client } });
  assert.deepEqual([started.status, started.code], [403, "auth.staff_account"]);
  const made = await client.call(createOffer, { body: offerBody() });
  assert.deepEqual([made.status, made.code], [403, "auth.staff_account"]);
});

test("offers of a user who gets a role are held, cannot be switched on, and come back with the end of the role", async () => {
  const owner = await aPerson(app);
  await giveLevel(app, owner.id, 4);
  await app.db.tx((tx) => giveCoins(tx, owner.id, "BTC", 100_000_000n));
  const made = await owner.client.call(createOffer, { body: offerBody() });
  const hash = made.data.idHashed;
  const holdNow = async () => {
    await app.deliverEvents();
    return (await app.owner.query("select hold from offers where hash = $1", [hash])).rows[0].hold;
  };
  assert.equal(await holdNow(), null);
  const { rows } = await app.owner.query("select username from users where id = $1", [owner.id]);
  const change = { username: rows[0].username, role: "moderator", reason: "hired" } as const;
  await app.ownerPorts.db.tx((tx) => grantByOperator(tx, change));
  assert.equal(await holdNow(), "staff");
  const client = app.client(await app.db.tx((tx) => signIn(tx, owner.id)));
  const params = { hash };
  assert.equal((await client.call(setOfferStatus, { params, body: { new_status: "inactive" } })).status, 200);
  const shown = await client.call(setOfferStatus, { params, body: { new_status: "active" } });
  assert.deepEqual([shown.status, shown.code], [403, "auth.staff_account"]);
  assert.equal((await client.call(toggleAllOffers, { body: { new_status: "active" } })).code, "auth.staff_account");
  await app.ownerPorts.db.tx((tx) => revokeByOperator(tx, change));
  assert.equal(await holdNow(), null);
});

test("a side of a trade that became staff is still only a side of it", async () => {
  const hash = await aTrade(market);
  await market.buyer.client.call(calls.cancelTrade, { params: { id: hash } });
  await app.db.tx((tx) => grantRole(tx, { userId: market.buyer.id, role: "moderator" }));
  const client = app.client(await app.db.tx((tx) => signIn(tx, market.buyer.id)));
  const asked = await client.call(calls.reopenTrade, { params: { id: hash } });
  assert.equal(asked.data.status, "cancelled_buyer", "asking, not ordering");
});

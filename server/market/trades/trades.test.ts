// Guards: the main job through HTTP: coins enter escrow once, leave it once, and go where the table says.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as chat from "#contract/market/trades/chat.ts";
import * as disputes from "#contract/market/disputes/disputes.ts";
import * as feedback from "#contract/market/trades/feedback.ts";
import { getReceipt } from "#contract/market/trades/receipts.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { accountOf, balanceOf } from "../../money/ledger/index.ts";
import { checkBooks } from "../../staff/console/index.ts";
import { aMarket, aPerson, aTrade, freshRates, giveLevel, start, testApp, testLog } from "../../testing/index.ts";

const app = await testApp({ poolSize: 30 });
const { db, owner, moveClock } = app;

async function balance(userId: bigint): Promise<bigint> {
  return db.read((tx) => balanceOf(tx, accountOf.available(userId, "BTC")));
}
async function assertBooksHold() {
  assert.deepEqual(await checkBooks({ db, log: testLog }), []);
}
const ONE = 100_000_000n;

test("a buyer takes a sell offer, pays, the seller releases: the coins are the buyer's, the fee the house's", async () => {
  const market = await aMarket(app);
  const { seller, buyer } = market;
  const started = await start(market);
  assert.equal(started.status, 200, started.code);
  const trade = started.data;
  assert.equal(trade.status, "active_funded");
  assert.equal(trade.tradeDetails, null, "the details are not shown before the buyer asks");
  const params = { id: trade.tradeHash };
  assert.ok((await balance(seller.id)) < ONE);

  const early = await buyer.client.call(calls.markTradePaid, { params });
  assert.equal(early.code, "trade.details_first");
  const revealed = await buyer.client.call(calls.revealPaymentDetails, { params });
  assert.equal(revealed.data.tradeDetails, "Bank details follow in the chat.");
  assert.equal((await buyer.client.call(calls.markTradePaid, { params })).data.status, "paid");
  const released = await seller.client.call(calls.releaseTrade, { params });
  assert.equal(released.status, 200, released.code);
  assert.equal(released.data.status, "released");

  const { rows } = await owner.query("select units, fee_units from trades where hash = $1", [trade.tradeHash]);
  assert.equal(await balance(buyer.id), BigInt(rows[0].units));
  assert.equal(await balance(seller.id), ONE - BigInt(rows[0].units) - BigInt(rows[0].fee_units));
  const receipt = await app
    .client()
    .call(getReceipt, { params: { invoiceUUID: released.data.receiptUrl?.split("/").at(-1) ?? "" } });
  assert.equal(receipt.data.status, "released");
  assert.ok(!JSON.stringify(receipt.body).includes(released.data.buyer.username));
  await assertBooksHold();
});

test("a seller takes a buy offer the other way round", async () => {
  const market = await aMarket(app, { offer_type: "buy" });
  const started = await start(market, { by: "seller" });
  assert.equal(started.status, 200, started.code);
  assert.equal(started.data.viewerRole, "seller");
  const params = { id: started.data.tradeHash };
  await market.buyer.client.call(calls.revealPaymentDetails, { params });
  await market.buyer.client.call(calls.markTradePaid, { params });
  assert.equal((await market.seller.client.call(calls.releaseTrade, { params })).data.status, "released");
  await assertBooksHold();
});

test("a seller who is short may fund within half an hour, after that the trade ends by itself", async () => {
  const market = await aMarket(app, { offer_type: "buy", range_max: "200000" });
  const poor = await aPerson(app);
  await giveLevel(app, poor.id, 4);
  const started = await start({ ...market, seller: poor }, { by: "seller" });
  assert.equal(started.data.status, "not_funded");
  const params = { id: started.data.tradeHash };
  assert.equal((await poor.client.call(calls.fundTrade, { params })).code, "trade.low_balance");
  await moveClock(31 * 60_000);
  await app.runJob("expire-trades");
  assert.equal((await poor.client.call(calls.getTrade, { params })).data.status, "cancelled_system");
  await assertBooksHold();
});

test("a changed price or changed terms refuse the start with the new value, and may be confirmed", async () => {
  const market = await aMarket(app);
  const body = { fiat_amount: "100", expected_price: "1" };
  const refused = await market.buyer.client.call(calls.startTrade, { params: { id: market.offer }, body });
  assert.equal(refused.code, "offer_margin_changed");
  const price = (refused.body.context as { price: string }).price;
  const stale = await market.buyer.client.call(calls.startTrade, {
    params: { id: market.offer },
    body: { fiat_amount: "100", expected_price: price, expected_revision: 9999 },
  });
  assert.equal(stale.code, "offer_changed");
  const confirmed = await market.buyer.client.call(calls.startTrade, {
    params: { id: market.offer },
    body: { ...body, accept_change: true },
  });
  assert.equal(confirmed.status, 200, confirmed.code);
  assert.equal(confirmed.data.fiatPricePerCrypto, price);
});

test("an unpaid window that runs out returns the coins; a paid trade never expires", async () => {
  const market = await aMarket(app);
  const unpaid = await aTrade(market);
  const paid = await aTrade(market, "paid");
  await moveClock(61 * 60_000);
  await Promise.all([app.runJob("expire-trades"), app.runJob("expire-trades")]);
  const look = async (hash: string) =>
    (await market.buyer.client.call(calls.getTrade, { params: { id: hash } })).data.status;
  assert.equal(await look(unpaid), "expired");
  assert.equal(await look(paid), "paid");
  await assertBooksHold();
});

test("an expired trade goes on when the buyer asks and the seller agrees, at the same amount, once", async () => {
  await freshRates(app);
  const market = await aMarket(app);
  const hash = await aTrade(market);
  const before = await balance(market.seller.id);
  await moveClock(61 * 60_000);
  await app.runJob("expire-trades");
  const params = { id: hash };
  assert.equal((await market.seller.client.call(calls.reopenTrade, { params })).code, "trade.reopen_not_asked");
  assert.equal((await market.buyer.client.call(calls.reopenTrade, { params })).status, 200);
  const reopened = await market.seller.client.call(calls.reopenTrade, { params });
  assert.equal(reopened.data.status, "active_funded", reopened.code);
  assert.equal(await balance(market.seller.id), before);
  await market.buyer.client.call(calls.markTradePaid, { params });
  assert.equal((await market.seller.client.call(calls.releaseTrade, { params })).data.status, "released");
  await assertBooksHold();
});

test("a stranger, and a side out of turn, get nothing and change nothing", async () => {
  const market = await aMarket(app);
  const params = { id: await aTrade(market, "paid") };
  const stranger = await aPerson(app);
  for (const call of [
    calls.getTrade,
    calls.releaseTrade,
    calls.markTradePaid,
    calls.cancelTrade,
    chat.listMessages,
  ] as const) {
    const answer = await stranger.client.call(call as typeof calls.getTrade, { params });
    assert.equal(answer.status, 404, call.name);
  }
  assert.equal((await market.buyer.client.call(calls.releaseTrade, { params })).code, "trade.not_yours");
  const cancel = await market.seller.client.call(calls.cancelTrade, { params });
  assert.deepEqual([cancel.status, cancel.code], [400, "trade.cancel_refused"]);
  await assertBooksHold();
});

test("a release asks for a proof of itself: none, another trade's and one of a quarter of an hour ago are none", async () => {
  const market = await aMarket(app);
  const [id, other] = [await aTrade(market, "paid"), await aTrade(market, "paid")];
  const release = () => market.seller.client.call(calls.releaseTrade, { params: { id }, proves: false });
  const prove = (hash: string) => app.prove(market.seller.client.token, { kind: "release", id: hash });
  const refused = await release();
  assert.deepEqual([refused.status, refused.code], [403, "auth.password_proof"]);
  assert.deepEqual(refused.body.context, { for: { kind: "release", id } });
  await prove(other);
  assert.equal((await release()).code, "auth.password_proof");
  await prove(id);
  await moveClock(15 * 60_000);
  assert.equal((await release()).code, "auth.password_proof");
  assert.equal((await prove(id))?.outcome, "proved", "made again it takes the place of the one that has ended");
  await moveClock(15 * 60_000 - 10_000);
  assert.equal((await release()).status, 200);
  await assertBooksHold();
});

test("twenty releases at once pay the buyer once, and the same request key gives the same answer", async () => {
  const market = await aMarket(app);
  const params = { id: await aTrade(market, "paid") };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => market.seller.client.call(calls.releaseTrade, { params })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.ok(answers.every(({ status }) => [200, 409].includes(status)));
  const other = { id: await aTrade(market, "paid") };
  const one = await market.seller.client.call(calls.releaseTrade, { params: other, key: "release-key-1" });
  const two = await market.seller.client.call(calls.releaseTrade, { params: other, key: "release-key-1" });
  assert.deepEqual(two.data, one.data);
  const wrong = await market.seller.client.call(calls.releaseTrade, { params, key: "release-key-1" });
  assert.equal(wrong.code, "idempotency.other_body");
  await assertBooksHold();
});

test("a dispute: opened after its waiting time, taken by one moderator, decided for a side; staff who are parties may not", async () => {
  const market = await aMarket(app);
  const params = { id: await aTrade(market, "paid") };
  const body = { dispute_reason_id: 22, dispute_reason_text: "The payment came from somebody else" };
  const early = await market.seller.client.call(disputes.openDispute, { params, body });
  assert.equal(early.code, "dispute.too_early");
  await moveClock(31 * 60_000);
  assert.equal(
    (await market.buyer.client.call(disputes.openDispute, { params, body })).code,
    "dispute.reason_unknown",
    "a seller's reason is not a buyer's",
  );
  assert.equal((await market.seller.client.call(disputes.openDispute, { params, body })).data.status, "dispute_open");
  const [one, two] = [await aPerson(app), await aPerson(app)];
  for (const { id } of [one, two, market.seller])
    await owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [id]);
  const award = { winner: "seller", reason_code: "third_party_payment", note: "The name differs" } as const;
  assert.equal((await one.client.call(disputes.decideDispute, { params, body: award })).code, "dispute.not_taken");
  assert.equal(
    (await market.seller.client.call(disputes.takeDispute, { params, body: { reason: "next in the queue" } })).code,
    "dispute.own_trade",
  );
  assert.equal(
    (await one.client.call(disputes.takeDispute, { params, body: { reason: "next in the queue" } })).status,
    200,
  );
  assert.equal(
    (await two.client.call(disputes.takeDispute, { params, body: { reason: "next in the queue" } })).code,
    "dispute.taken",
  );
  const before = await balance(market.seller.id);
  const decided = await one.client.call(disputes.decideDispute, { params, body: award });
  assert.equal(decided.data.trade.status, "dispute_won_seller");
  assert.ok((await balance(market.seller.id)) > before);
  await assertBooksHold();
});

test("an award above 1,000 USD needs a second moderator who says the same", async () => {
  const market = await aMarket(app, { range_max: "5000" });
  const started = await start(market, { fiat: "2000" });
  const params = { id: started.data.tradeHash };
  await market.buyer.client.call(calls.revealPaymentDetails, { params });
  await market.buyer.client.call(calls.markTradePaid, { params });
  await moveClock(31 * 60_000);
  const [one, two] = [await aPerson(app), await aPerson(app)];
  for (const { id } of [one, two])
    await owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [id]);
  await market.buyer.client.call(disputes.openDispute, {
    params,
    body: { dispute_reason_id: 11, dispute_reason_text: "No answer for half an hour" },
  });
  await one.client.call(disputes.takeDispute, { params, body: { reason: "next in the queue" } });
  assert.equal(
    (await two.client.call(disputes.takeDispute, { params, body: { reason: "next in the queue" } })).code,
    "dispute.taken",
  );
  const body = { winner: "buyer", reason_code: "payment_proven", note: "bank statement" } as const;
  assert.equal((await one.client.call(disputes.decideDispute, { params, body })).data.needsSecond, true);
  for (const _ of ["once", "twice"])
    assert.equal(
      (await two.client.call(disputes.takeDispute, { params, body: { reason: "next in the queue" } })).code,
      "",
      "he reads before he confirms",
    );
  const joined = await owner.query(
    "select 1 from chat_messages m join trades t on t.id = m.trade_id where t.hash = $1 and m.system_key = 'moderator_joined'",
    [params.id],
  );
  assert.equal(joined.rows.length, 2, "each of them joined once");
  assert.equal((await one.client.call(disputes.decideDispute, { params, body })).code, "dispute.second_person");
  assert.equal(
    (await two.client.call(disputes.decideDispute, { params, body })).data.trade.status,
    "dispute_won_buyer",
  );
  await assertBooksHold();
});

test("the sides may settle a dispute: the case closes with the trade", async () => {
  const market = await aMarket(app);
  const params = { id: await aTrade(market, "paid") };
  await moveClock(31 * 60_000);
  await market.buyer.client.call(disputes.openDispute, {
    params,
    body: { dispute_reason_id: 11, dispute_reason_text: "No answer for half an hour" },
  });
  assert.equal((await market.seller.client.call(calls.releaseTrade, { params })).data.status, "released");
  await app.deliverEvents();
  const { rows } = await owner.query("select outcome from disputes where trade_hash = $1", [params.id]);
  assert.equal(rows[0].outcome, "settled");
});

test("feedback is given after success, changed, replied to once, and counted once", async () => {
  const market = await aMarket(app);
  const hash = await aTrade(market, "paid");
  const params = { id: hash };
  const good = { rating: 1, message: "Fast and friendly" } as const;
  assert.equal(
    (await market.buyer.client.call(feedback.giveFeedback, { params, body: good })).code,
    "feedback.not_finished",
  );
  await market.seller.client.call(calls.releaseTrade, { params });
  assert.equal((await market.buyer.client.call(feedback.giveFeedback, { params, body: good })).status, 200);
  assert.equal(
    (
      await market.buyer.client.call(feedback.giveFeedback, {
        params,
        body: { rating: -1, message: "On second thought" },
      })
    ).status,
    200,
  );
  assert.equal(
    (await market.seller.client.call(feedback.replyToFeedback, { params, body: { reply: "Sorry to hear" } })).data
      .reply,
    "Sorry to hear",
  );
  const keys = (await market.seller.client.call(chat.listMessages, { params })).data.map(({ systemKey }) => systemKey);
  assert.deepEqual(
    keys.filter((key) => key?.startsWith("feedback_")),
    ["feedback_given", "feedback_updated", "feedback_replied"],
  );
  assert.equal(
    (await market.seller.client.call(feedback.replyToFeedback, { params, body: { reply: "Again" } })).code,
    "feedback.replied",
  );
  const other = await aTrade(market, "paid");
  await market.seller.client.call(calls.releaseTrade, { params: { id: other } });
  const filtered = await market.buyer.client.call(calls.listTrades, { query: { status: "feedback_updated" } });
  assert.deepEqual(
    filtered.data.map(({ tradeHash }) => tradeHash),
    [hash],
    "the filter leaves out what ended without feedback",
  );
  const said = await market.buyer.client.call(feedback.listFeedback, { params, query: {} });
  assert.deepEqual(
    said.data.items.map(({ isMine, reply }) => ({ isMine, reply })),
    [{ isMine: true, reply: "Sorry to hear" }],
    "who gave it sees the answer",
  );
  await app.deliverEvents();
  const lines = await owner.query(
    "select 1 from chat_messages m join trades t on t.id = m.trade_id where t.hash = $1 and m.system_key = 'feedback_replied'",
    [hash],
  );
  assert.equal(lines.rows.length, 1, "the chat says once that there is an answer");
  const { rows } = await owner.query(
    "select feedback_positive, feedback_negative from user_reputation where user_id = $1",
    [market.seller.id],
  );
  assert.deepEqual(rows[0], { feedback_positive: 0, feedback_negative: 1 });
});

test("the limits of a level hold against many starts at once", async () => {
  const market = await aMarket(app, { range_max: "5000" });
  await giveLevel(app, market.buyer.id, 2);
  await owner.query("update users set granted_level = null where id = $1", [market.buyer.id]);
  const answers = await Promise.all(Array.from({ length: 8 }, () => start(market, { fiat: "300" })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 2);
  const codes = new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code));
  assert.deepEqual([...codes], ["max_2_active_trades_id_not_verified"]);
  const other = await aMarket(app, { range_max: "5000" });
  await owner.query("update users set granted_level = null where id = $1", [other.buyer.id]);
  assert.equal((await start(other, { fiat: "701" })).code, "max_per_trade_limit");
});

test("the chat: text reaches both, a stranger's upload is refused, lies about files are found out", async () => {
  const market = await aMarket(app);
  const params = { id: await aTrade(market) };
  const sent = await market.buyer.client.call(chat.postMessage, {
    params,
    body: { text: "Hello, I will pay from example.com now" },
  });
  assert.equal(sent.status, 200, sent.code);
  const seen = await market.seller.client.call(chat.listMessages, { params });
  assert.equal(seen.meta.unread, 2, "the system's line and the message");
  assert.deepEqual(seen.data.at(-1)?.warnings, ["link"]);
  await market.seller.client.call(chat.markMessagesRead, { params, body: { message_id: seen.data.at(-1)?.id ?? "" } });
  assert.equal((await market.seller.client.call(chat.listMessages, { params })).meta.unread, 0);
  assert.equal(
    (await market.buyer.client.call(chat.postMessage, { params, body: { upload_id: "NoSuchUpload12" } })).code,
    "upload.not_found",
  );
  assert.equal((await market.buyer.client.call(chat.postMessage, { params, body: { text: "  " } })).code, "chat.empty");
  await market.buyer.client.call(calls.cancelTrade, { params });
  assert.equal(
    (await market.buyer.client.call(chat.postMessage, { params, body: { text: "still there?" } })).code,
    "chat.blocked",
  );
});

test("fifty-six messages at once, half of each side: none is lost", async () => {
  const market = await aMarket(app);
  const params = { id: await aTrade(market) };
  await owner.query("update chat_messages set at = at - interval '1 hour'");
  const texts = Array.from({ length: 28 }, (_, index) => `message ${index}`);
  await Promise.all(
    texts.flatMap((text) => [
      market.buyer.client.call(chat.postMessage, { params, body: { text } }),
      market.seller.client.call(chat.postMessage, { params, body: { text } }),
    ]),
  );
  const seen = await market.buyer.client.call(chat.listMessages, { params, query: { limit: "200" } });
  assert.equal(seen.data.filter(({ type }) => type === "msg").length, 56);
});

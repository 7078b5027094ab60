// Guards: what a trade, its dispute, its chat and its feedback refuse, asked over HTTP.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as chat from "#contract/market/trades/chat.ts";
import * as disputes from "#contract/market/disputes/disputes.ts";
import * as feedback from "#contract/market/trades/feedback.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { changeRelation } from "#contract/people/accounts.ts";
import { ids } from "../../platform/ids.ts";
import { refusalsOf } from "../../platform/http/openapi/refusals-of.ts";
import { halt, lift } from "../../money/ledger/index.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { aModerator, openDisputeAndTake } from "../../testing/market/disputes.ts";
import {
  signIn,
  aMarket,
  aPerson,
  aTrade,
  freshRates,
  giveLevel,
  priceNow,
  start,
  type TestMarket,
  testApp,
} from "../../testing/index.ts";

const app = await testApp();
const { db, owner, moveClock } = app;

async function usernameOf({ id }: { id: bigint }): Promise<string> {
  const { rows } = await owner.query("select username from users where id = $1", [id]);
  return rows[0].username;
}

async function startWith(market: TestMarket, body: { fiat_amount?: string; crypto_amount?: string }, key?: string) {
  const expected_price = await db.read((tx) => priceNow(tx, market.offer));
  return market.buyer.client.call(calls.startTrade, {
    params: { id: market.offer },
    body: { ...body, expected_price },
    ...(key ? { key } : {}),
  });
}

test("demo accounts trade with demo accounts only, whichever side is one", async () => {
  const market = await aMarket(app);
  const become = (id: bigint, isDemo: boolean) =>
    app.owner.query("update users set is_demo = $2 where id = $1", [id, isDemo]);
  const before = (await app.owner.query("select is_demo from users where id = $1", [market.buyer.id])).rows[0].is_demo;
  for (const id of [market.buyer.id, market.seller.id]) {
    await become(id, !before);
    const client = app.client(await app.db.tx((tx) => signIn(tx, market.buyer.id)));
    assert.equal((await start({ ...market, buyer: { ...market.buyer, client } })).code, "offer.demo");
    await become(id, before);
  }
  const client = app.client(await app.db.tx((tx) => signIn(tx, market.buyer.id)));
  assert.equal((await start({ ...market, buyer: { ...market.buyer, client } })).status, 200);
});

test("a trade starts with an amount in one of the two currencies: neither, or both, is refused", async () => {
  const market = await aMarket(app);
  assert.equal((await startWith(market, {})).code, "trade.amount_missing");
  assert.equal((await startWith(market, { fiat_amount: "50", crypto_amount: "0.001" })).code, "trade.amount_missing");
  assert.equal((await startWith(market, { fiat_amount: "50.001" })).code, "money.too_many_digits");
  assert.equal((await startWith(market, { crypto_amount: "0.0005" })).status, 200);
});

test("while new trades are halted none starts, and while the ledger is nothing is taken on", async () => {
  const market = await aMarket(app);
  for (const [name, code] of [
    ["new_trades", "trade.start_halted"],
    ["ledger", "LEDGER_ASYNC_MODE"],
  ] as const) {
    await db.tx((tx) => halt(tx, { name, reason: "test" }));
    assert.equal((await start(market)).code, code);
    await db.tx((tx) => lift(tx, name));
  }
  assert.equal((await start(market)).status, 200);
});

test("a start that was answered is answered the same under its key, also while starts are halted", async () => {
  const market = await aMarket(app);
  const once = () => startWith(market, { fiat_amount: "50" }, "AStartThatIsSentTwice");
  const first = await once();
  assert.equal(first.status, 200);
  for (const name of ["new_trades", "ledger"] as const) {
    await db.tx((tx) => halt(tx, { name, reason: "test" }));
    assert.deepEqual((await once()).data, first.data, name);
    await db.tx((tx) => lift(tx, name));
  }
});

test("no trade starts if either side has blocked the other", async () => {
  const market = await aMarket(app);
  const params = { username: await usernameOf(market.buyer) };
  const { client } = market.seller;
  await client.call(changeRelation, { params, body: { action: "blocked" } });
  assert.equal((await start(market)).code, "offer.blocked");
  await client.call(changeRelation, { params, body: { action: "unblocked" } });
  assert.equal((await start(market)).status, 200);
});

test("what is above the rest of an offer's cap is refused, and so is everything once less than the minimum is left", async () => {
  const market = await aMarket(app, { offer_cap: { amount: "150", active: true } });
  assert.equal((await start(market)).status, 200);
  assert.equal((await start(market, { fiat: "51" })).code, "offer.cap_used");
  assert.equal((await start(market, { fiat: "50" })).status, 200);
});

test("the day's limit of a level counts what was finished in 24 hours, and not what was finished before", async () => {
  const market = await aMarket(app);
  await giveLevel(app, market.buyer.id, 1);
  const finish = async () => {
    const started = await start(market, { fiat: "400" });
    if (started.status !== 200) return started.code;
    const params = { id: started.data.tradeHash };
    await market.buyer.client.call(calls.revealPaymentDetails, { params });
    await market.buyer.client.call(calls.markTradePaid, { params });
    assert.equal((await market.seller.client.call(calls.releaseTrade, { params })).status, 200);
    return "";
  };
  assert.equal(await finish(), "");
  assert.equal(await finish(), "reached_daily_compliance_limit");
  await moveClock(24 * 3_600_000 + 1000);
  await freshRates(app);
  await owner.query("update sessions set seen_at = market_now()");
  assert.equal(await finish(), "");
});

test("a trade that never was is not there, for each side of it", async () => {
  const { seller, buyer } = await aMarket(app);
  for (const { client } of [seller, buyer]) {
    const params = { id: "NeverWasATrade" };
    assert.equal((await client.call(calls.getTrade, { params })).code, "trade.not_found");
    assert.equal((await client.call(calls.markTradePaid, { params })).code, "trade.not_found");
  }
});

test("the time is extended twice, and a third time refused", async () => {
  const market = await aMarket(app);
  const params = { id: await aTrade(market) };
  const extend = () => market.seller.client.call(calls.extendTrade, { params, body: { minutes: 15 } });
  assert.equal((await extend()).status, 200);
  assert.equal((await extend()).status, 200);
  assert.equal((await extend()).code, "trade.no_extension_left");
});

test("how often the time is extended is what staff had set when the trade began, and the page says what is left", async () => {
  const market = await aMarket(app);
  const set = (value: number) =>
    app.db.tx((tx) => changeSetting(tx, { name: "trades.extensions", value, changedBy: null }));
  const before = { id: await aTrade(market) };
  await set(3);
  const after = { id: await aTrade(market) };
  await set(2);
  const extend = (params: { id: string }) =>
    market.seller.client.call(calls.extendTrade, { params, body: { minutes: 15 } });
  assert.deepEqual((await extend(after)).data.extensionsLeft, 2);
  for (const left of [1, 0]) assert.equal((await extend(after)).data.extensionsLeft, left);
  assert.equal((await extend(after)).code, "trade.no_extension_left");
  for (const left of [1, 0]) assert.equal((await extend(before)).data.extensionsLeft, left);
  assert.equal((await extend(before)).code, "trade.no_extension_left");
  // A write that bypasses the rules of the process meets those of the table.
  await assert.rejects(
    owner.query("update trades set extended_times = 4 where hash = $1", [after.id]),
    /trades_extended_times_check/,
  );
});

test("a trade is reopened within 24 hours of its end and not a moment later", async () => {
  const market = await aMarket(app);
  for (const [afterMs, expected] of [
    [24 * 3_600_000 - 60_000, ""],
    [24 * 3_600_000 + 1000, "trade.reopen_too_late"],
  ] as const) {
    const params = { id: await aTrade(market) };
    await market.buyer.client.call(calls.cancelTrade, { params });
    await moveClock(afterMs);
    await freshRates(app);
    await owner.query("update sessions set seen_at = market_now()");
    assert.equal((await market.buyer.client.call(calls.reopenTrade, { params })).code, expected);
  }
});

test("only the parties' own acts are taken: the buyer cannot release, nor the seller say that it is paid", async () => {
  const market = await aMarket(app);
  const params = { id: await aTrade(market, "paid") };
  assert.equal((await market.buyer.client.call(calls.releaseTrade, { params })).code, "trade.not_yours");
  const unpaid = { id: await aTrade(market) };
  assert.equal((await market.seller.client.call(calls.markTradePaid, { params: unpaid })).code, "trade.not_yours");
});

test("a dispute needs one of its side's reasons and ten letters, and its time", async () => {
  const market = await aMarket(app);
  const params = { id: await aTrade(market, "paid") };
  const open = (dispute_reason_id: number, dispute_reason_text: string) =>
    market.buyer.client.call(disputes.openDispute, { params, body: { dispute_reason_id, dispute_reason_text } });
  assert.equal((await open(99, "there is no such reason")).code, "dispute.reason_unknown");
  assert.equal((await open(12, "too short")).code, "dispute.text_needed");
  assert.equal((await open(12, "long enough to be read")).code, "dispute.too_early");
  await owner.query("update trades set dispute_wait_sec = 0 where hash = $1", [params.id]);
  assert.equal((await open(21, "this is a seller's reason")).code, "dispute.reason_unknown");
  await app.db.tx((tx) => changeSetting(tx, { name: "disputes.text_letters", value: 60, changedBy: null }));
  for (const letters of [61, 1001, 5000]) {
    const over = await open(12, "x".repeat(letters));
    assert.deepEqual([over.status, over.code], [422, "dispute.text_needed"]);
    assert.match(JSON.stringify(over.body), /in 10 to 60 characters/);
  }
  await app.db.tx((tx) => changeSetting(tx, { name: "disputes.text_letters", value: 300, changedBy: null }));
  assert.equal((await open(12, "x".repeat(300))).status, 200);
});

test("a case is decided by the moderator who took it, who is no party, and above 1,000 dollars by two", async () => {
  const market = await aMarket(app, { range_max: "5000" });
  const [first, second] = [await aModerator(market), await aModerator(market)];
  const hash = await openDisputeAndTake(market, { moderator: first });
  const params = { id: hash };
  const body = { winner: "buyer", reason_code: "other", note: "seen the receipt" } as const;
  assert.equal(
    (await second.call(disputes.takeDispute, { params, body: { reason: "next in the queue" } })).code,
    "dispute.taken",
  );
  assert.equal((await second.call(disputes.decideDispute, { params, body })).code, "dispute.not_taken");
  await owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [
    market.buyer.id,
  ]);
  assert.equal(
    (await market.buyer.client.call(disputes.takeDispute, { params, body: { reason: "next in the queue" } })).code,
    "dispute.own_trade",
  );
  await owner.query("update disputes set usd_cents = 100001 where trade_hash = $1", [hash]);
  assert.equal((await first.call(disputes.decideDispute, { params, body })).data.needsSecond, true);
  assert.equal((await first.call(disputes.decideDispute, { params, body })).code, "dispute.second_person");
  await second.call(disputes.takeDispute, { params, body: { reason: "next in the queue" } });
  assert.equal((await second.call(disputes.decideDispute, { params, body })).data.isDecided, true);
});

test("thirty messages a minute are written, the next one is too fast, and after a minute there is room again", async () => {
  const market = await aMarket(app);
  const params = { id: await aTrade(market) };
  const write = (text: string) => market.buyer.client.call(chat.postMessage, { params, body: { text } });
  for (const blank of ["   ", "\u2800\u2800", "\u3164", "\n\u00a0"])
    assert.equal((await write(blank)).code, "chat.empty");
  for (let number = 0; number < 30; number++) assert.equal((await write(`message ${number}`)).status, 200);
  assert.equal((await write("one more")).code, "chat.too_fast");
  await moveClock(61_000);
  assert.equal((await write("and on")).status, 200);
});

test("a conversation holds forty files, and a stranger's file is not one's own", async () => {
  const market = await aMarket(app);
  const hash = await aTrade(market);
  const params = { id: hash };
  const makeUpload = async (ownerId: bigint, name: string) =>
    owner.query(
      `insert into uploads (hash, owner_id, name, mime_type, file_key, size_bytes, created_at)
       values ($1, $2, 'a.png', 'image/png', 'none', 1, market_now())`,
      [name, ownerId],
    );
  await makeUpload(market.seller.id, "UploadOfSeller");
  await makeUpload(market.buyer.id, "UploadOfBuyer0");
  const attach = (upload_id: string) => market.buyer.client.call(chat.postMessage, { params, body: { upload_id } });
  assert.equal((await attach("UploadOfSeller")).code, "upload.not_found");
  assert.equal((await attach("UploadOfBuyer0")).status, 200);
  await owner.query(
    `insert into chat_messages (trade_id, author_id, type, body, upload_id, at)
     select trade_id, author_id, type, body, upload_id, at - interval '2 minutes'
     from chat_messages cross join generate_series(1, 39)
     where upload_id is not null and author_id = $1`,
    [market.buyer.id],
  );
  assert.equal((await attach("UploadOfBuyer0")).code, "upload.count_limit");
});

test("feedback needs a finished trade, a reason when it is bad, thirty days at most, and is replied to once", async () => {
  const market = await aMarket(app);
  const { client } = market.buyer;
  const give = (id: string, rating: 1 | -1, message: string) =>
    client.call(feedback.giveFeedback, { params: { id }, body: { rating, message } });
  assert.equal((await give(await aTrade(market, "paid"), 1, "good")).code, "feedback.not_finished");
  const hash = await aTrade(market, "released");
  const reply = () =>
    market.seller.client.call(feedback.replyToFeedback, { params: { id: hash }, body: { reply: "thank you" } });
  assert.equal((await give(hash, -1, "")).code, "feedback.message_needed");
  assert.equal((await reply()).code, "feedback.nothing_to_reply");
  assert.equal((await give(hash, 1, "quick")).status, 200);
  assert.equal((await reply()).status, 200);
  assert.equal((await reply()).code, "feedback.replied");
  await owner.query("update trades set ended_at = ended_at - interval '30 days 1 second' where hash = $1", [hash]);
  assert.equal((await give(hash, -1, "changed my mind")).code, "feedback.too_late");
});

test("a stranger gets the same refusal for a trade's chat and feedback as for a trade that never existed", async () => {
  const market = await aMarket(app);
  const stranger = await aPerson(app);
  const params = { id: await aTrade(market, "released") };
  const read = await stranger.client.call(chat.listMessages, { params });
  const rate = await stranger.client.call(feedback.giveFeedback, { params, body: { rating: 1, message: "good" } });
  assert.deepEqual([read.code, rate.code], ["trade.not_found", "trade.not_found"]);
});

test("every refusal of a cancel that a person should read answers 400, and the description of the calls says so", async () => {
  const market = await aMarket(app);
  const params = { id: await aTrade(market, "paid") };
  const cancel = async (key?: string) => {
    const asked = { params, proves: false as const, ...(key ? { key } : {}) };
    const { status, code } = await market.buyer.client.call(calls.cancelTrade, asked);
    return [status, code];
  };
  assert.deepEqual(await cancel(), [400, "auth.password_proof"]);
  assert.deepEqual(await cancel(ids.hash()), [400, "auth.password_proof"], "under a request key");
  await owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, since, review_at)
     values ($1, 'frozen', 'chargeback', 'CASE-400', market_now(), market_now() + interval '1 day')`,
    [market.buyer.id],
  );
  assert.deepEqual(await cancel(), [400, "auth.restricted"]);
  const { status, code } = await market.buyer.client.call(calls.releaseTrade, { params });
  assert.deepEqual([status, code], [403, "auth.restricted"], "elsewhere the status is the general one");

  const route = app.app.routes.find(({ endpoint }) => endpoint.name === "cancelTrade");
  assert.ok(route);
  const byStatus = refusalsOf(route);
  for (const one of ["auth.password_proof", "auth.restricted", "auth.throttled", "trade.cancel_refused"] as const)
    assert.ok(byStatus.get(400)?.includes(one), one);
  assert.ok(![...(byStatus.get(403) ?? [])].some((one) => one === "auth.password_proof" || one === "auth.restricted"));
});

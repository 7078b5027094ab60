// Guards: the record of a request key and the effect of the call are one: both are there, or neither is.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as chat from "#contract/market/trades/chat.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { REFUSALS, Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import { aMarket, aTrade, testApp } from "../../../testing/index.ts";
import { LOGINS } from "../../postgres/logins.ts";
import { againIfTaken, findAnswer, isKept, requestKey } from "./idempotency.ts";

const app = await testApp();
const { owner } = app;

/** Transactions that write to the table fail at their very commit while the work runs. */
async function failingCommits(table: string, work: () => Promise<void>): Promise<void> {
  await owner.query(
    "create function fail_late() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$",
  );
  await owner.query(
    `create constraint trigger fail_late after insert or update on ${table} deferrable initially deferred for each row execute function fail_late()`,
  );
  try {
    await work();
  } finally {
    await owner.query("drop function fail_late cascade");
  }
}

const recordsOf = async (key: string) =>
  (await owner.query("select status from idempotency_keys where key = $1", [key])).rows;

test("a call whose commit fails leaves neither effect nor record, and works with the same key later", async () => {
  const market = await aMarket(app);
  const params = { id: await aTrade(market) };
  const say = () =>
    market.buyer.client.call(chat.postMessage, { params, body: { text: "Once only" }, key: "said-once-1" });
  const said = async () =>
    (await owner.query("select count(*)::int as n from chat_messages where body = 'Once only'")).rows[0].n;
  await failingCommits("chat_messages", async () => {
    assert.equal((await say()).status, 500);
    assert.equal(await said(), 0);
    assert.deepEqual(await recordsOf("said-once-1"), []);
  });
  const first = await say();
  assert.equal(first.status, 200);
  assert.deepEqual(await recordsOf("said-once-1"), [{ status: 200 }], "the answer left before its record was kept");
  assert.deepEqual((await say()).data, first.data);
  assert.equal(await said(), 1);
});

test("a key that another call is at work with is refused until that one has ended", async () => {
  const wanted = requestKey({ principal: "user:1", key: "at-work-once-1", route: "POST /somewhere", body: null });
  const look = () => app.db.tx((tx) => findAnswer(tx, wanted));
  await app.db.tx(async (tx) => {
    assert.equal(await findAnswer(tx, wanted), undefined);
    await assert.rejects(look(), { code: "idempotency.in_flight" });
  });
  assert.equal(await look(), undefined);
});

test("the same for calls that share a transaction", async () => {
  const market = await aMarket(app);
  const params = { id: await aTrade(market, "paid") };
  const release = () => market.seller.client.call(calls.releaseTrade, { params, key: "release-late-1" });
  await failingCommits("trades", async () => {
    assert.equal((await release()).status, 500);
    assert.deepEqual(await recordsOf("release-late-1"), []);
  });
  const first = await release();
  assert.equal(first.data.status, "released");
  assert.deepEqual(await recordsOf("release-late-1"), [{ status: 200 }]);
  assert.deepEqual((await release()).data, first.data);
});

test("a refusal by a rule is kept under its key, one by shape is not", async () => {
  const market = await aMarket(app);
  const params = { id: await aTrade(market) };
  const early = () => market.buyer.client.call(calls.markTradePaid, { params, key: "paid-early-1" });
  assert.equal((await early()).code, "trade.details_first");
  await market.buyer.client.call(calls.revealPaymentDetails, { params });
  assert.equal((await early()).code, "trade.details_first", "the answer of a key never changes");
  const say = (text: string) =>
    market.buyer.client.call(chat.postMessage, { params, body: { text }, key: "shape-first-1" });
  assert.equal((await say("x".repeat(100_000))).status, 422);
  assert.equal((await say("Right this time")).status, 200);
});

test('a rule\'s refusal is kept with its key; a bad shape, a missing sign-in and "not now" are asked anew', () => {
  const codes = Object.keys(REFUSALS) as RefusalCode[];
  for (const code of codes) {
    const status = REFUSALS[code];
    const isAskedAnew =
      [400, 401, 429, 500, 503].includes(status) || ["ERROR_INPUT_VALIDATION", "idempotency.in_flight"].includes(code);
    assert.equal(isKept(new Refusal(code)), !isAskedAnew, code);
  }
});

test("of two who write what there is once only, the second finds it and follows the rule; a lasting fault is thrown", async () => {
  await owner.query("create table only_ones (name text primary key)");
  await owner.query(`grant select, insert on only_ones to ${LOGINS.web}`);
  let looks = 0;
  let bothLooked = () => {};
  const both = new Promise<void>((done) => (bothLooked = done));
  const take = () =>
    app.dbs.web.tx(async (tx) => {
      const [found] = await tx.rows`select from only_ones where name = 'anna'`;
      if (found) return "taken";
      looks += 1;
      if (looks === 2) bothLooked();
      await both;
      await tx.rows`insert into only_ones (name) values ('anna')`;
      return "hers";
    });
  assert.deepEqual((await Promise.all([againIfTaken(take), againIfTaken(take)])).sort(), ["hers", "taken"]);

  let tries = 0;
  const always = () =>
    app.dbs.web.tx(async (tx) => {
      tries += 1;
      await tx.rows`insert into only_ones (name) values ('anna')`;
    });
  await assert.rejects(againIfTaken(always), { code: "23505" });
  assert.equal(tries, 2);
});

// Guards: a deadline is judged by the clock of the moment in which the trade is held, not of that in which one asked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import * as chat from "#contract/market/trades/chat.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { moveDeadlines } from "./moves/after-outage.ts";
import { aMarket, aTrade, freshRates, start, testApp } from "../../testing/index.ts";

const app = await testApp();
const { owner } = app;

test("a payment that waits for the trade's lock until its window is over is too late", async () => {
  const market = await aMarket(app);
  const params = { id: await aTrade(market) };
  await market.buyer.client.call(calls.revealPaymentDetails, { params });
  await owner.query(
    "update trades set expires_at = market_now() + interval '400 milliseconds', funded_at = funded_at - make_interval(mins => window_minutes + 1) where hash = $1",
    [params.id],
  );
  const holder = await owner.connect();
  await holder.query("begin");
  await holder.query("select from trades where hash = $1 for update", [params.id]);
  const paying = market.buyer.client.call(calls.markTradePaid, { params });
  await pause(700);
  await holder.query("commit");
  holder.release();
  assert.equal((await paying).code, "trade.wrong_status");
  await app.runJob("expire-trades");
  assert.equal((await market.buyer.client.call(calls.getTrade, { params })).data.status, "expired");
});

test("rates that grow old stop new trades with a reason, and let running ones go on", async () => {
  const market = await aMarket(app);
  const params = { id: await aTrade(market, "paid") };
  await app.moveClock(200_000);
  const refused = await start(market);
  assert.deepEqual([refused.status, refused.code], [503, "rates.stale"]);
  assert.equal((await market.seller.client.call(calls.releaseTrade, { params })).data.status, "released");
  await freshRates(app);
  assert.equal((await start(market)).status, 200);
});

test("while the platform was down no window ran: each is longer by that time, and the trade and its chat say so", async () => {
  await freshRates(app);
  const market = await aMarket(app);
  const [running, paid, over] = [
    await aTrade(market),
    await aTrade(market, "paid"),
    await aTrade(market, "released"),
  ] as const;
  const rowsOf = async () => {
    const { rows } = await owner.query(
      "select hash, expires_at, version from trades where hash = any($1) order by array_position($1, hash)",
      [[running, paid, over]],
    );
    return rows as { hash: string; expires_at: Date | null; version: number }[];
  };
  const before = await rowsOf();
  await app.db.tx((tx) => moveDeadlines(tx, 90_500));
  const after = await rowsOf();

  assert.equal((after[0]?.expires_at?.getTime() ?? 0) - (before[0]?.expires_at?.getTime() ?? 0), 91_000);
  assert.equal(after[0]?.version, (before[0]?.version ?? 0) + 1);
  assert.deepEqual(after.slice(1), before.slice(1), "what has no window stays as it is");

  const view = (await market.buyer.client.call(calls.getTrade, { params: { id: running } })).data;
  const last = view.transitions.at(-1);
  assert.deepEqual([last?.verb, last?.actor, last?.note], ["outage", "platform", "91 seconds"]);
  const { data: lines } = await market.buyer.client.call(chat.listMessages, { params: { id: running } });
  const extended = lines.filter(({ systemKey }) => systemKey === "platform_was_down");
  assert.deepEqual(
    extended.map(({ systemValues }) => systemValues),
    [{ minutes: "2" }],
  );
});

test("the owner's first look at a trade is noted, and nobody else's", async () => {
  await freshRates(app);
  const market = await aMarket(app);
  const params = { id: await aTrade(market) };
  const ownerSide = market.seller.client;
  const respondedAt = async () =>
    (await owner.query("select owner_responded_at as at from trades where hash = $1", [params.id])).rows[0].at;
  await market.buyer.client.call(calls.markTradeSeen, { params });
  assert.equal(await respondedAt(), null);
  assert.equal((await ownerSide.call(calls.getTrade, { params })).data.isUnseen, true);
  assert.equal((await market.buyer.client.call(calls.getTrade, { params })).data.isUnseen, false);
  assert.equal((await ownerSide.call(calls.markTradeSeen, { params })).data.isUnseen, false);
  const first = await respondedAt();
  assert.ok(first instanceof Date);
  await ownerSide.call(calls.markTradeSeen, { params });
  assert.deepEqual(await respondedAt(), first, "the first time counts");
});

test("a trade that cannot be ended holds up no other", async () => {
  await freshRates(app);
  const market = await aMarket(app);
  const [stuck, free] = [await aTrade(market), await aTrade(market)];
  await owner.query(
    `create function refuse_one() returns trigger language plpgsql as $$ begin if new.hash = '${stuck}' then raise exception 'malformed'; end if; return new; end $$; create trigger refuse_one before update on trades for each row execute function refuse_one()`,
  );
  await app.moveClock(61 * 60_000);
  await assert.rejects(app.runJob("expire-trades"), /malformed/);
  const { rows } = await owner.query("select status from trades where hash = $1", [free]);
  assert.equal(rows[0].status, "expired");
  await owner.query("drop function refuse_one cascade");
  await app.runJob("expire-trades");
});

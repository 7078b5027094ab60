// Guards: a monthly top-up asks once a month, pays only with a yes and a proof, once, and makes up for no month that is over.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changeTopUpRule,
  createTopUpRule,
  listTopUpRules,
  quoteTopUpAsk,
  skipTopUpAsk,
} from "#contract/products/top-up-rules.ts";
import { createTopUp } from "#contract/products/top-ups.ts";
import { listNotifications } from "#contract/reach/notifications.ts";
import type { TestPerson } from "../../testing/market/trades.ts";
import { topUpWorld } from "../../testing/market/top-ups.ts";

const world = await topUpWorld();
const DAY = 86_400_000;

async function aRule({ most = "5" } = {}) {
  const ada = await world.payer();
  const order = (await world.paid(ada)).data;
  await world.run();
  const day = Math.min(28, world.db.marketNow().getUTCDate());
  const made = await ada.client.call(createTopUpRule, { body: { order_id: order.id, day, most_usd: most } });
  assert.equal(made.code, "");
  return { ada, order, rule: made.data };
}

const ruleOf = async ({ client }: TestPerson) => (await client.call(listTopUpRules)).data[0];

/** Sessions end before a month does. */
async function moveOn(ms: number): Promise<void> {
  await world.moveOn(ms);
  await world.owner.query("update sessions set seen_at = market_now(), expires_at = market_now() + interval '30 days'");
}

/** To its next question. */
async function nextQuestion(ada: TestPerson) {
  const at = (await ruleOf(ada))?.nextAt;
  assert.ok(at);
  await moveOn(new Date(at).getTime() - world.db.marketNow().getTime() + 60_000);
  await world.runJob("ask-top-up-rules");
  const ask = (await ruleOf(ada))?.ask;
  assert.ok(ask);
  return ask;
}

const quoteOf = (ada: TestPerson, id: string) => ada.client.call(quoteTopUpAsk, { params: { id } });
const countOrders = async ({ id }: TestPerson) =>
  (await world.owner.query("select count(*)::int as n from provider_orders where user_id = $1", [id])).rows[0].n;

test("it asks each month by a notification, and a yes with a proof pays that month once", async () => {
  const { ada, rule } = await aRule();
  assert.deepEqual([rule.amount, rule.currencyCode, rule.mostUsd, rule.ask], ["500", "NGN", "5", null]);
  await world.runJob("ask-top-up-rules");
  assert.equal((await ruleOf(ada))?.ask, null, "not before its day");
  for (const month of [1, 2]) {
    const ask = await nextQuestion(ada);
    assert.equal(ask.status, "waiting");
    for (let again = 0; again < 3; again++) await world.runJob("ask-top-up-rules");
    await world.deliverEvents();
    const notified = (await ada.client.call(listNotifications, { query: {} })).data;
    const asked = notified.filter(({ kind }) => kind === "top_up_asked");
    assert.deepEqual([asked.length, asked[0]?.link], [month, "/mobile-top-up"]);
    assert.equal(await countOrders(ada), month, "asking pays nothing");
    const [one, two] = [(await quoteOf(ada, ask.id)).data, (await quoteOf(ada, ask.id)).data];
    const unproved = await ada.client.call(createTopUp, { body: { quote_id: one.id }, proves: false });
    assert.equal(unproved.code, "auth.password_proof");
    assert.equal((await ruleOf(ada))?.ask?.status, "waiting");
    const paid = await ada.client.call(createTopUp, { body: { quote_id: one.id } });
    assert.deepEqual([paid.code, paid.data.number], ["", "+2348031234550"]);
    assert.equal((await ada.client.call(createTopUp, { body: { quote_id: two.id } })).code, "top_up.ask_over");
    assert.equal((await quoteOf(ada, ask.id)).code, "top_up.ask_over");
    assert.equal((await ruleOf(ada))?.ask?.status, "paid");
    await world.run();
  }
  await world.assertBooks();
});

test("a no, no answer in a week, and months in which nobody was asked are over", async () => {
  const { ada } = await aRule();
  const first = await nextQuestion(ada);
  assert.equal(
    (await (await world.payer()).client.call(skipTopUpAsk, { params: { id: first.id } })).code,
    "top_up.ask_over",
  );
  assert.equal((await ada.client.call(skipTopUpAsk, { params: { id: first.id } })).data.ask?.status, "skipped");
  assert.equal((await ada.client.call(skipTopUpAsk, { params: { id: first.id } })).code, "top_up.ask_over");
  const second = await nextQuestion(ada);
  assert.notEqual(second.month, first.month);
  await moveOn(7 * DAY + 60_000);
  assert.equal((await quoteOf(ada, second.id)).code, "top_up.ask_over");
  await world.runJob("ask-top-up-rules");
  assert.equal((await ruleOf(ada))?.ask?.status, "missed");
  await moveOn(100 * DAY);
  await world.runJob("ask-top-up-rules");
  const { rows } = await world.owner.query("select status from top_up_asks where user_id = $1 order by month", [
    ada.id,
  ]);
  assert.deepEqual(
    rows.map(({ status }) => status),
    ["skipped", "missed", "waiting"],
    "one question for the months that were missed",
  );
  assert.equal(await countOrders(ada), 1);
});

test("a price over the bound is refused until its owner raises the bound", async () => {
  const { ada, rule } = await aRule({ most: "0.30" });
  const ask = await nextQuestion(ada);
  assert.equal((await quoteOf(ada, ask.id)).code, "top_up.over_bound");
  const change = (most_usd: string, status: "active" | "paused" | "ended" = "active") =>
    ada.client.call(changeTopUpRule, { params: { id: rule.id }, body: { status, most_usd } });
  assert.equal((await change("1.234")).code, "money.too_many_digits");
  assert.equal((await change("0.40")).data.mostUsd, "0.4");
  assert.equal((await quoteOf(ada, ask.id)).code, "");
});

test("a paused one asks nothing, a resumed one from its next day on, and an ended one never again", async () => {
  const { ada, order, rule } = await aRule();
  const ask = await nextQuestion(ada);
  const quote = (await quoteOf(ada, ask.id)).data;
  const change = async (status: "active" | "paused" | "ended") =>
    ada.client.call(changeTopUpRule, { params: { id: rule.id }, body: { status, most_usd: "5" } });
  const paused = (await change("paused")).data;
  assert.deepEqual([paused.nextAt, paused.ask?.status], [null, "skipped"]);
  assert.equal((await ada.client.call(createTopUp, { body: { quote_id: quote.id } })).code, "top_up.ask_over");
  await moveOn(40 * DAY);
  await world.runJob("ask-top-up-rules");
  assert.equal((await ruleOf(ada))?.ask?.status, "skipped");
  const resumed = (await change("active")).data;
  assert.ok(resumed.nextAt && resumed.nextAt > world.db.marketNow().toISOString());
  assert.equal((await nextQuestion(ada)).status, "waiting");
  assert.equal((await change("ended")).data.status, "ended");
  assert.equal((await change("active")).code, "top_up.rule_unknown");
  assert.equal(await ruleOf(ada), undefined);
  const again = { order_id: order.id, day: 3, most_usd: "5" };
  const stranger = await world.payer();
  assert.equal((await stranger.client.call(createTopUpRule, { body: again })).code, "order.unknown");
  for (let more = 0; more < 20; more++) await ada.client.call(createTopUpRule, { body: again });
  assert.equal((await ada.client.call(createTopUpRule, { body: again })).code, "top_up.too_many_rules");
});

test("while the flag is off nobody is asked, and a rule can still be ended", async () => {
  const { ada, rule } = await aRule();
  await world.owner.query("update feature_flags set percent = 0 where name = 'isMobileTopUpEnabled'");
  await moveOn(40 * DAY);
  await world.runJob("ask-top-up-rules");
  assert.equal((await ruleOf(ada))?.ask, null);
  const body = { order_id: rule.id, day: 3, most_usd: "5" };
  assert.equal((await ada.client.call(createTopUpRule, { body })).code, "request.not_found");
  const ended = await ada.client.call(changeTopUpRule, {
    params: { id: rule.id },
    body: { status: "ended", most_usd: "5" },
  });
  assert.equal(ended.code, "");
  await world.owner.query("update feature_flags set percent = 100 where name = 'isMobileTopUpEnabled'");
});

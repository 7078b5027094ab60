// Guards: a rule converts what its user proved and no more, each occasion once, keeps the reserve, and says why when it does not convert.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createHedgeRule,
  getHedging,
  pauseHedging,
  previewHedgeRule,
  switchHedgeRule,
} from "#contract/products/hedging/hedging.ts";
import { hedgeRuleText } from "#contract/products/hedging/names.ts";
import { checkInvariants, halt, LEDGER_CHECKS, lift, post } from "../../money/ledger/index.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { ids } from "../../platform/ids.ts";
import { listNotifications } from "#contract/reach/notifications.ts";
import { aDeposit, aHedger, aRule, openHedging, setPrice } from "../../testing/market/hedging.ts";
import { aMarket, aTrade, type TestPerson, testApp } from "../../testing/index.ts";
import { HEDGE_CHECKS } from "./invariants.ts";
import { readRule } from "./rule.ts";

const app = await testApp();
await openHedging(app);

const BTC = 100_000_000n;
const runAll = async () => {
  await app.deliverEvents();
  await app.runJob("note-hedge-times");
  await app.runJob("run-hedges");
};
const seen = async ({ client }: TestPerson) => (await client.call(getHedging)).data;
const balance = async ({ id }: TestPerson, code: string) => {
  const { rows } = await app.owner.query("select balance_units from ledger_accounts where name = $1", [
    `user:${id}:${code}:available`,
  ]);
  return BigInt(rows[0]?.balance_units ?? 0);
};
const assertBooks = async () => {
  assert.deepEqual(await app.db.tx((tx) => checkInvariants(tx, [...LEDGER_CHECKS, ...HEDGE_CHECKS])), []);
};

test("half of each deposit becomes dollars, once, whatever is delivered twice", async () => {
  const person = await aHedger(app, { BTC: BTC / 10n });
  const rule = await aRule(person);
  const deposit = await aDeposit(app, person.id, BTC / 100n);
  await runAll();
  const noteAgain = () =>
    app.dbs.worker.tx((tx) => tx.rows`select note_hedge_arrivals(${[deposit]}::text[], '{}', ${tx.now})`);
  await noteAgain();
  await runAll();
  assert.equal(await balance(person, "BTC"), BTC / 10n + BTC / 200n);
  assert.equal(await balance(person, "USDT"), 495_000_000n, "500 dollars less one per cent");
  const { rules, runs } = await seen(person);
  assert.deepEqual(
    runs.map(({ ruleId, outcome, gave, got }) => ({ ruleId, outcome, gave, got })),
    [{ ruleId: rule.id, outcome: "converted", gave: "0.005", got: "495" }],
  );
  assert.deepEqual(rules[0]?.month, { conversions: 1, gave: "0.005", got: "495" });
  await assertBooks();
});

test("what a trade brings is converted, and the reserve stays", async () => {
  const market = await aMarket(app);
  await setPrice(app, 100_000);
  await aRule(market.buyer, { trigger: "trade_end", share_bp: 10_000, keep: "0.0004" });
  await aTrade(market, "released");
  await runAll();
  assert.equal(await balance(market.buyer, "BTC"), 40_000n);
  const { runs } = await seen(market.buyer);
  assert.deepEqual([runs[0]?.occasion, runs[0]?.outcome], ["trade_end", "converted"]);
  await assertBooks();
});

test("a schedule runs when its time comes, missed times are one, and a price runs when it is crossed", async () => {
  const saver = await aHedger(app, { USDT: 1_000_000_000n });
  await aRule(saver, { trigger: "schedule", from: "USDT", to: "BTC", share_bp: 1000, every_days: 1 });
  const guard = await aHedger(app, { BTC });
  await aRule(guard, { trigger: "price", share_bp: 10_000, price_side: "at_most", price_usd: "90000" });
  await runAll();
  assert.equal((await seen(saver)).runs.length + (await seen(guard)).runs.length, 0);
  await app.owner.query("update hedge_rules set next_at = market_now() - interval '3 days' where user_id = $1", [
    saver.id,
  ]);
  await setPrice(app, 89_000);
  await runAll();
  await runAll();
  assert.equal(await balance(saver, "USDT"), 900_000_000n);
  assert.deepEqual(
    (await seen(guard)).runs.map(({ outcome, gave }) => [outcome, gave]),
    [["converted", "1"]],
  );
  await setPrice(app, 100_000);
  await runAll();
  assert.equal((await seen(guard)).runs.length, 1, "leaving the price is no occasion");
  await assertBooks();
});

test("a rule that does not convert says why, and is tried at its next occasion only", async () => {
  const person = await aHedger(app);
  const rule = await aRule(person, { share_bp: 10_000, price_side: "at_least", price_usd: "50000" });
  const deposit = (units = BTC / 1000n) => aDeposit(app, person.id, units);
  const outcome = async () => {
    await runAll();
    return (await seen(person)).runs[0]?.outcome;
  };
  await deposit(500n);
  assert.equal(await outcome(), "too_small");
  await setPrice(app, 40_000);
  await deposit();
  assert.equal(await outcome(), "price");
  await setPrice(app, 100_000);
  await app.db.tx((tx) => halt(tx, { name: "conversions", reason: "test" }));
  await deposit();
  assert.equal(await outcome(), "halted");
  await app.db.tx((tx) => lift(tx, "conversions"));
  await app.owner.query(
    "update rates set stale_at = market_now() - interval '1 hour' where crypto = 'USDT' and fiat = 'USD'",
  );
  await deposit();
  assert.equal(await outcome(), "stale");
  await app.owner.query(
    "update rates set stale_at = market_now() + interval '1 day' where crypto = 'USDT' and fiat = 'USD'",
  );
  await app.owner.query(
    `insert into wallet_holds (user_id, currency, owed_units, deposit_id, reason, since)
     select $1, 'BTC', 1, max(id), 'deposit_reversed', market_now() from deposits`,
    [person.id],
  );
  await deposit();
  assert.equal(await outcome(), "on_hold");
  await app.owner.query("update wallet_holds set owed_units = 0, lifted_at = market_now()");
  const back = await deposit();
  const postings = [{ from: `user:${person.id}:BTC:available`, to: "outside:BTC:chain", units: BTC / 1000n }];
  await app.db.tx((tx) => post(tx, [{ kind: "deposit_reversal", subject: `${back}:1`, postings }]));
  assert.equal(await outcome(), "reversed");
  await deposit();
  await app.deliverEvents();
  await person.client.call(switchHedgeRule, { params: { id: rule.id }, body: { status: "paused" } });
  assert.equal(await outcome(), "paused");
  assert.equal((await seen(person)).rules[0]?.month.conversions, 0);
});

test("a conversion is notified, and a failure with its reason, once a day for each rule and reason", async () => {
  const person = await aHedger(app);
  const rule = await aRule(person);
  const guarded = await aRule(person, { price_side: "at_most", price_usd: "1" });
  const deposit = async (units: bigint) => {
    await aDeposit(app, person.id, units);
    await runAll();
    await app.deliverEvents();
  };
  const notified = async () =>
    (await person.client.call(listNotifications, { query: {} })).data
      .filter(({ link }) => link === "/hedging")
      .map(({ kind, subject, details }) => [kind, subject === rule.id, details.crypto, details.why].join(" "));
  await deposit(BTC / 100n);
  assert.deepEqual(await notified(), ["hedge_converted false 495 USDT "], "the other rule waits for its price");
  await deposit(500n);
  await deposit(700n);
  await app.db.tx((tx) => halt(tx, { name: "conversions", reason: "test" }));
  await person.client.call(switchHedgeRule, { params: { id: guarded.id }, body: { status: "ended" } });
  await deposit(BTC / 100n);
  await app.db.tx((tx) => lift(tx, "conversions"));
  assert.deepEqual((await notified()).slice(0, -1), [
    "hedge_failed true 0.01 BTC halted",
    "hedge_failed true 0.000005 BTC too_small",
  ]);
  await app.owner.query("alter table hedge_runs disable trigger all");
  await app.owner.query("update hedge_runs set at = at - interval '1 day' where user_id = $1", [person.id]);
  await app.owner.query("alter table hedge_runs enable trigger all");
  await deposit(500n);
  assert.equal((await notified()).length, 4, "the next day");
  const mails = await app.owner.query("select subject from mails where subject like 'Your rule did not%' order by id");
  assert.equal(mails.rows[0]?.subject, "Your rule did not convert: There was less than 1 USD to convert");
});

test("a deposit that the network took back after its conversion pauses the rule", async () => {
  const person = await aHedger(app);
  await aRule(person);
  const deposit = await aDeposit(app, person.id, BTC / 100n);
  await runAll();
  await app.owner.query("update deposits set status = 'gone' where hash = $1", [deposit]);
  await app.db.tx(async (tx) =>
    emitWalletEvent(tx, {
      ...{ userId: person.id, currency: "BTC", reason: "deposit_reverted", subject: deposit, units: 1n, txid: deposit },
    }),
  );
  await app.deliverEvents();
  const [rule] = (await seen(person)).rules;
  assert.deepEqual([rule?.status, rule?.pausedWhy], ["paused", "deposit_reversed"]);
  const resumed = await person.client.call(switchHedgeRule, {
    params: { id: rule?.id ?? "" },
    body: { status: "active" },
  });
  assert.equal(resumed.data.rules[0]?.status, "active");
});

test("a rule is saved with its own proof alone, and two that feed each other are refused", async () => {
  const person = await aHedger(app);
  const body = { trigger: "deposit", from: "BTC", to: "USDT", share_bp: 5000, keep: "0.1" } as const;
  const save = (given: object, more = {}) =>
    person.client.call(createHedgeRule, { body: { ...body, ...given }, ...more });
  await app.prove(person.client.token, {
    kind: "hedge_rule",
    id: hedgeRuleText(readRule({ ...body, share_bp: 4000 })),
  });
  assert.equal((await save({}, { proves: false })).code, "auth.password_proof", "another share was proved");
  assert.equal((await save({ to: "BTC" }, { proves: false })).code, "wallet.same_currency");
  assert.equal((await save({ to: "ETH" }, { proves: false })).code, "hedging.rule_shape");
  assert.equal((await save({ trigger: "price" }, { proves: false })).code, "hedging.rule_shape");
  assert.equal((await save({ every_days: 7 }, { proves: false })).code, "hedging.rule_shape");
  assert.equal((await save({ keep: "0.123456789" }, { proves: false })).code, "money.too_many_digits");
  assert.equal((await save({})).code, "");
  assert.equal((await save({ from: "USDT", to: "BTC", keep: "5" })).code, "hedging.feeds");
  await app.owner.query(
    `insert into hedge_rules (hash, user_id, trigger, from_currency, to_currency, share_bp, keep_units, created_at)
     select 'manyrules' || n, $1, 'deposit', 'ETH', 'USDT', 1, 0, market_now() from generate_series(10, 28) as n`,
    [person.id],
  );
  assert.equal((await save({})).code, "hedging.too_many");
  const paused = await person.client.call(pauseHedging);
  assert.ok(paused.data.rules.length === 20 && paused.data.rules.every(({ status }) => status === "paused"));
  const [rule] = paused.data.rules;
  const end = () => person.client.call(switchHedgeRule, { params: { id: rule?.id ?? "" }, body: { status: "ended" } });
  assert.equal((await end()).data.rules.length, 19);
  const again = await person.client.call(switchHedgeRule, {
    params: { id: rule?.id ?? "" },
    body: { status: "active" },
  });
  assert.equal(again.code, "hedging.unknown");
});

test("the worker converts nothing but the due part of a rule, at a fair rate", async () => {
  const person = await aHedger(app, { BTC });
  await aRule(person);
  await aDeposit(app, person.id, BTC / 100n);
  await app.deliverEvents();
  const { rows } = await app.owner.query("select rule_id, subject from hedge_dues");
  const [due] = rows as { rule_id: string; subject: string }[];
  const run = (rate: string) =>
    app.dbs.worker.tx(
      (tx) =>
        tx.rows<{
          outcome: string;
        }>`select run_hedge(${BigInt(due?.rule_id ?? 0)}, ${due?.subject ?? ""}, ${ids.hash()}, ${rate}::numeric, ${tx.now}) as outcome`,
    );
  assert.deepEqual(await run("80000"), [{ outcome: "price_moved" }]);
  assert.deepEqual(await run("99000"), [{ outcome: "gone" }]);
  assert.equal(await balance(person, "BTC"), BTC + BTC / 100n);
  await assertBooks();
});

test("a preview shows the value with and without a rule on the recorded days", async () => {
  const person = await aHedger(app);
  const query = { trigger: "deposit", from: "BTC", to: "USDT", share_bp: "10000", amount: "0.1" } as const;
  const all = (await person.client.call(previewHedgeRule, { query })).data;
  assert.ok(all.points.length > 10 && all.conversions > 1 && Number(all.fees) > 0);
  const none = (
    await person.client.call(previewHedgeRule, { query: { ...query, price_side: "at_most", price_usd: "0.01" } })
  ).data;
  assert.equal(none.conversions, 0);
  assert.ok(
    none.points.every(({ ruled, held }) => ruled === held),
    "a rule that never runs changes nothing",
  );
  const bad = await person.client.call(previewHedgeRule, { query: { ...query, share_bp: "0" } });
  assert.equal(bad.code, "hedging.rule_shape");
});

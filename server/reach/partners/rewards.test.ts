// Guards: a reward is born once from the fee that the ledger booked, names its version and its reason, waits, is claimed once, and is taken back
// when the fee is reversed.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as chargebacks from "#contract/market/disputes/chargebacks.ts";
import * as calls from "#contract/reach/partner/partner.ts";
import { checkBooks } from "../../staff/console/index.ts";
import { aPerson, aTrade, testApp } from "../../testing/index.ts";
import type { TestPerson } from "../../testing/market/trades.ts";
import { type Entry, partnersOf } from "../../testing/people/partners.ts";
import { Fragment } from "../../platform/postgres/statements.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { accrue } from "./rows.ts";

const app = await testApp({ poolSize: 12 });
const { owner } = app;
const { aReferred, available, claim, enter, entriesOf, fresh, holds, rewardsHeld, rewardsOf, set, settle, wait } =
  partnersOf(app);
const DAY = 24 * 3_600_000;

test("half of the fee is for the direct referrer and a tenth for the second, held for a week, of a fee up to one percent of the trade", async () => {
  const { first, second, buyer, seller, ...rest } = await aReferred();
  const hash = await aTrade({ buyer, seller, ...rest }, "released");
  const { rows } = await owner.query("select units, fee_units from trades where hash = $1", [hash]);
  const counted = [BigInt(rows[0].fee_units), BigInt(rows[0].units) / 100n].reduce((a, b) => (a < b ? a : b));
  const before = await rewardsHeld();
  await settle();
  const entries = await entriesOf(hash);
  assert.deepEqual(
    entries.map(({ tier, units, fee_units, status, why, referrer_id }) => ({
      tier,
      units,
      fee_units,
      status,
      why,
      referrer_id,
    })),
    [
      {
        tier: 1,
        units: (counted * 5000n) / 10000n,
        fee_units: counted,
        status: "held",
        why: null,
        referrer_id: first.id,
      },
      {
        tier: 2,
        units: (counted * 1000n) / 10000n,
        fee_units: counted,
        status: "held",
        why: null,
        referrer_id: second.id,
      },
    ],
  );
  assert.equal((await rewardsHeld()) - before, (counted * 5000n) / 10000n + (counted * 1000n) / 10000n);
  const [shown] = await rewardsOf(first);
  assert.equal(shown?.rateVersion, String(entries[0]?.rate_id));
  const masked = shown?.trade ?? hash;
  assert.ok(!hash.includes(masked) && hash.startsWith(masked.slice(0, 3)), "the trade is masked");
  assert.equal((await claim(first)).code, "partner.nothing");
  await settle();
  assert.equal((await entriesOf(hash)).length, 2, "a second run adds nothing");
  await holds();
  assert.deepEqual(await checkBooks(app.ownerPorts), []);
});

test("cashback and a discount lower what counts, and where both sides were referred each share is halved", async () => {
  const market = await aReferred();
  const other = await aPerson(app);
  // The seller came by somebody else: an account older than the seller.
  await owner.query("update users set created_at = market_now() where id = $1", [market.seller.id]);
  const elder = market.second;
  assert.equal((await enter(market.seller, elder)).code, "");
  assert.equal((await enter(other, market.seller)).code, "");
  const hash = await aTrade(market, "released");
  await settle();
  const { rows } = await owner.query("select units, fee_units from trades where hash = $1", [hash]);
  const counted = [BigInt(rows[0].fee_units), BigInt(rows[0].units) / 100n].reduce((a, b) => (a < b ? a : b)) / 2n;
  const entries = await entriesOf(hash);
  assert.deepEqual(
    entries.map(({ tier, units, referrer_id }) => [tier, units, referrer_id]).sort(),
    [
      [1, (counted * 5000n) / 10000n, elder.id],
      [1, (counted * 5000n) / 10000n, market.first.id],
      [2, (counted * 1000n) / 10000n, elder.id],
    ].sort(),
  );
  await holds();
});

test("without the flag of the second tier only the direct referrer earns", async () => {
  const market = await aReferred();
  await owner.query(
    "insert into feature_flag_users (name, user_id, is_on) values ('isMultiTierPartnerProgramEnabled', $1, false), ('isPartnerProgramEnabled', $2, false)",
    [market.second.id, market.first.id],
  );
  const hash = await aTrade(market, "released");
  await settle();
  assert.deepEqual(
    (await entriesOf(hash)).map(({ tier, units, why }) => [tier, units, why]),
    [[1, 0n, "off"]],
  );
  assert.equal((await market.first.client.call(calls.getPartnerProgram)).code, "partner.off");
});

test("a changed share is a new version, and a fee that was booked before counts by the old one", async () => {
  const market = await aReferred();
  const before = await aTrade(market, "released");
  await app.deliverEvents();
  await app.moveClock(1000);
  await set("partner.first_tier_bp", 2500);
  await app.runJob("accrue-rewards");
  const [old] = await entriesOf(before);
  await app.moveClock(1000);
  const after = await aTrade(market, "released");
  await settle();
  const [fresh] = await entriesOf(after);
  await set("partner.first_tier_bp", 5000);
  await app.moveClock(1000);
  await app.runJob("accrue-rewards");
  assert.equal(old?.units, ((old?.fee_units ?? 0n) * 5000n) / 10000n);
  assert.equal(fresh?.units, ((fresh?.fee_units ?? 0n) * 2500n) / 10000n);
  assert.notEqual(fresh?.rate_id, old?.rate_id);
  await assert.rejects(owner.query("update reward_rates set rate_bp = 1"), /append-only/);
});

test("the last second of the twelve months counts, the next one does not, by the time of the ledger", async () => {
  for (const [offset, rewarded] of [
    [-1000, true],
    [0, false],
    [1000, false],
  ] as const) {
    const market = await aReferred();
    const hash = await aTrade(market, "released");
    // The referral ends so that the fee was booked just before, at, or after its end.
    await owner.query(
      `update referrals set ends_at = (
         select journal.at - make_interval(secs => $2::float8 / 1000) from journals journal
         join trades on journal.kind = 'trade_release' and journal.subject = trades.id || ':' || trades.round
         where trades.hash = $3)
       where user_id = $1`,
      [market.buyer.id, offset, hash],
    );
    await settle();
    assert.equal((await entriesOf(hash)).length > 0, rewarded, `booked ${offset} ms after the end`);
  }
  await holds();
});

/** Open rewards in another coin, as a trade in it would have made them: of this referrer's newest one. */
async function giveDollars(referrer: TestPerson, units: bigint) {
  await owner.query(
    `select post_each(array['test_rewards'], array[gen_random_uuid()::text], market_now(), array[1], array['outside:USDT:chain'],
       array['house:USDT:rewards'], array[$1::bigint])`,
    [units],
  );
  await owner.query(
    `insert into reward_entries (trade_id, round, person_id, partner_id, referrer_id, tier, rate_id, currency, fee_units, units, status, at, held_until)
     select trade_id, 99, person_id, partner_id, referrer_id, tier, rate_id, 'USDT', $2, $2, 'open', at, at
     from reward_entries where referrer_id = $1 order by id desc limit 1`,
    [referrer.id, units],
  );
}

test("a claim pays all open rewards of one coin, two at once pay once, and in two coins each exactly", async () => {
  let market = await aReferred();
  const hashes: string[] = [];
  for (const _ of [1, 2, 3, 4, 5]) hashes.push(await aTrade(market, "released"));
  await settle();
  await wait(7 * DAY - 5000);
  market = await fresh(market);
  await settle();
  assert.equal((await claim(market.first)).code, "partner.nothing", "still held");
  await wait(6000);
  await settle();
  const low = await claim(market.first);
  assert.equal(low.code, "partner.too_little", "of five trades of 100 dollars");
  await set("partner.claim_usd", 1);
  await giveDollars(market.first, 5_000_000n);
  const { first } = market;
  const owed = (await Promise.all(hashes.map(entriesOf)))
    .flat()
    .filter(({ tier, fee_units }) => tier === 1 && fee_units !== 5_000_000n);
  const before = [await available(first), await available(first, "USDT")] as const;
  const answers = await Promise.all([claim(first), claim(first), claim(first, "USDT"), claim(first, "USDT")]);
  assert.deepEqual(answers.map(({ code }) => code).sort(), ["", "", "partner.nothing", "partner.nothing"]);
  const sum = owed.reduce((total, { units }) => total + units, 0n);
  assert.equal((await available(first)) - before[0], sum);
  assert.equal((await available(first, "USDT")) - before[1], 5_000_000n);
  await set("partner.claim_usd", 10);
  assert.equal((await rewardsOf(first)).filter(({ status }) => status === "claimed").length, 6);
  const { balances } = (await first.client.call(calls.getPartnerProgram)).data;
  assert.deepEqual(
    balances.map(({ cryptoCurrencyCode, open }) => [cryptoCurrencyCode, open]),
    [
      ["BTC", "0"],
      ["USDT", "0"],
    ],
  );
  const { data: days } = await first.client.call(calls.listPartnerEarnings);
  assert.deepEqual([...new Set(days.map(({ tier }) => tier))], [1]);
  await owner.query("delete from reward_entries where round = 99");
  await holds();
});

/** As a seller's report and its confirmation leave the trade. */
async function setStatus(hash: string, status: string) {
  await owner.query("set session_replication_role = replica");
  await owner.query("update trades set status = $2 where hash = $1", [hash, status]);
  await owner.query("set session_replication_role = origin");
}
const review = (hash: string) =>
  owner.query("select note_reward_dues('review', array[$1])", [hash]).then(() => app.runJob("settle-rewards"));

test("a claim leaves out a reward whose chargeback no batch has looked at yet", async () => {
  const market = await aReferred();
  const good: string[] = [];
  for (const _ of [1, 2, 3, 4]) good.push(await aTrade(market, "released"));
  const bad = await aTrade(market, "released");
  await settle();
  await wait(8 * DAY);
  await settle();
  const { first } = await fresh(market);
  await setStatus(bad, "chargeback_started");
  await set("partner.claim_usd", 1);
  const before = await available(first);
  assert.equal((await claim(first)).code, "");
  const owed = (await Promise.all(good.map(entriesOf))).flat().filter(({ tier }) => tier === 1);
  assert.equal(
    (await available(first)) - before,
    owed.reduce((sum, { units }) => sum + units, 0n),
  );
  assert.equal((await entriesOf(bad))[0]?.status, "open");
  await set("partner.claim_usd", 10);
  await holds();
});

test("fees that staff moved away make one coin wait, and nothing of its batch is kept", async () => {
  const market = await aReferred();
  const hash = await aTrade(market, "released");
  await app.deliverEvents();
  const move = (from: string, to: string) =>
    owner.query(
      `select post_each(array['test_moved'], array[gen_random_uuid()::text], market_now(), array[1], array[$1], array[$2],
         array[(select balance_units from ledger_accounts where name = $1)])`,
      [from, to],
    );
  await move("house:BTC:fees", "outside:BTC:chain");
  await app.runJob("accrue-rewards");
  assert.deepEqual(await entriesOf(hash), []);
  await owner.query(
    `select post_each(array['test_moved'], array['back ' || $1], market_now(), array[1], array['outside:BTC:chain'],
       array['house:BTC:fees'], array[(select fee_units from trades where hash = $1)])`,
    [hash],
  );
  await app.runJob("accrue-rewards");
  assert.equal((await entriesOf(hash)).length, 2);
});

test("a running chargeback holds a reward, a repaid one takes it back", async () => {
  const market = await aReferred();
  const [dismissed, repaid] = [await aTrade(market, "released"), await aTrade(market, "released")];
  await settle();
  await wait(8 * DAY);
  await settle();
  const states = async (hash: string) => (await entriesOf(hash)).map(({ status, why }) => [status, why]);
  assert.deepEqual(await states(repaid), [
    ["open", null],
    ["open", null],
  ]);
  for (const hash of [dismissed, repaid]) {
    await setStatus(hash, "chargeback_started");
    await review(hash);
    assert.deepEqual(await states(hash), [
      ["held", null],
      ["held", null],
    ]);
  }
  await setStatus(dismissed, "released");
  await setStatus(repaid, "chargeback_paid");
  const before = await rewardsHeld();
  await review(repaid);
  await review(dismissed);
  assert.deepEqual(await states(dismissed), [
    ["open", null],
    ["open", null],
  ]);
  assert.deepEqual(await states(repaid), [
    ["cancelled", "fee_reversed"],
    ["cancelled", "fee_reversed"],
  ]);
  const gone = (await entriesOf(repaid)).reduce((sum, { units }) => sum + units, 0n);
  assert.equal(before - (await rewardsHeld()), gone);
  await holds();
});

test("a report of a chargeback holds the reward, its confirmation takes it back, its dismissal gives it free", async () => {
  const judge = await aNamedUser(app, "moderator");
  const market = await aReferred();
  await set("partner.hold_days", 0);
  for (const [outcome, states] of [
    ["confirmed", ["cancelled", "cancelled"]],
    ["dismissed", ["open", "open"]],
  ] as const) {
    const hash = await aTrade(market, "released");
    await settle();
    const statuses = async () => (await entriesOf(hash)).map(({ status }) => status);
    assert.deepEqual(await statuses(), ["open", "open"]);
    const { data, code } = await market.seller.client.call(chargebacks.reportChargeback, {
      body: {
        ...{ id_hashed: hash, isVerifiedCorrectly: true, reason: "payment_reversed" },
        ...{ text: "PayPal took the payment back on the 3rd", payer_name: "Max Payer", payer_email: "max@example.org" },
      },
    });
    assert.equal(code, "");
    await settle();
    assert.deepEqual(await statuses(), ["held", "held"]);
    const params = { id: data.report?.caseNumber ?? "" };
    await judge.client.call(chargebacks.takeChargeback, { params, body: { reason: "next in the queue" } });
    const decided = await judge.client.call(chargebacks.decideChargeback, {
      params,
      body: { outcome, answer: "The notice of the provider shows it." },
    });
    assert.equal(decided.code, "");
    await settle();
    assert.deepEqual(await statuses(), states, outcome);
    await holds();
  }
  await set("partner.hold_days", 7);
});

test("a fee that is reversed after the claim makes a debt that the next rewards pay, and the balance never falls", async () => {
  let market = await aReferred();
  await set("partner.claim_usd", 1);
  const claimed = [];
  for (const _ of [1, 2, 3]) claimed.push(await aTrade(market, "released"));
  await settle();
  await wait(8 * DAY);
  market = await fresh(market);
  await settle();
  assert.equal((await claim(market.first)).code, "");
  const paid = await available(market.first);
  for (const hash of claimed) {
    await setStatus(hash, "chargeback_paid");
    await review(hash);
    await review(hash);
  }
  assert.equal(await available(market.first), paid, "what was claimed stays");
  const debts = (await rewardsOf(market.first)).filter(({ amount }) => amount.startsWith("-"));
  assert.equal(debts.length, 3, "one for each, also when it is looked at twice");
  assert.equal((await claim(market.first)).code, "partner.nothing");
  const next = [];
  for (const _ of [1, 2, 3, 4, 5, 6]) next.push(await aTrade(market, "released"));
  await settle();
  await wait(8 * DAY);
  market = await fresh(market);
  await settle();
  await holds();
  const earned = (await Promise.all(next.map(entriesOf))).flat().filter(({ tier }) => tier === 1);
  const owed = (await Promise.all(claimed.map(entriesOf))).flat().filter(({ tier, units }) => tier === 1 && units > 0n);
  const sum = (entries: readonly Entry[]) => entries.reduce((total, { units }) => total + units, 0n);
  const answer = await claim(market.first);
  assert.equal(answer.code, "");
  assert.equal((await available(market.first)) - paid, sum(earned) - sum(owed));
  await set("partner.claim_usd", 10);
  await holds();
});

test("a worker that dies in the middle of a batch leaves nothing of it, and the next one pays each reward once", async () => {
  const market = await aReferred();
  const hashes = [await aTrade(market, "released"), await aTrade(market, "released")];
  await app.deliverEvents();
  const before = await rewardsHeld();
  const dies = app.dbs.worker.tx(async (tx) => {
    assert.equal(await accrue(tx, "BTC", 100), 2);
    await tx.rows`select pg_terminate_backend(pg_backend_pid())`;
  });
  await assert.rejects(dies);
  assert.deepEqual((await Promise.all(hashes.map(entriesOf))).flat(), []);
  assert.equal(await rewardsHeld(), before);
  await Promise.all([app.runJob("accrue-rewards"), app.runJob("accrue-rewards")]);
  const entries = (await Promise.all(hashes.map(entriesOf))).flat();
  assert.equal(entries.length, 4);
  assert.equal(
    (await rewardsHeld()) - before,
    entries.reduce((sum, { units }) => sum + units, 0n),
  );
  await holds();
});

test("no process writes referrals, rewards or claims beside the functions", async () => {
  for (const role of ["web", "worker"] as const)
    for (const table of [
      "referrals",
      "reward_entries",
      "reward_claims",
      "reward_rates",
      "partner_cases",
      "partner_clicks",
    ])
      await assert.rejects(
        app.dbs[role].tx((tx) => tx.rows`delete from ${new Fragment([table], [])}`),
        /permission denied/,
        `${role} ${table}`,
      );
  await assert.rejects(
    app.dbs.web.tx((tx) => accrue(tx, "BTC", 1)),
    /permission denied/,
  );
});

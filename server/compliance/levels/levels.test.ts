// Guards: levels, their limits and what is left of them are what the rules decide by, for both sides of a trade.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrentUser, getUser } from "#contract/people/accounts.ts";
import { resendEmailCode, verifyEmailCode } from "#contract/people/sign-in/auth.ts";
import { convertToCorporate } from "#contract/compliance/companies.ts";
import * as calls from "#contract/compliance/levels.ts";
import { demandVerification, listVerifications } from "#contract/compliance/verification/verification.ts";
import { aMarket, aPerson, giveLevel, start, testApp } from "../../testing/index.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { anApproved, approve, aSubmitted, look, reject, startId } from "../../testing/people/verification.ts";

const app = await testApp({ poolSize: 12 });
const { owner } = app;
const mod = await aNamedUser(app, "moderator");

test("a trade counts against the owner's limits as against the starter's, and both see what is left before they type", async () => {
  const market = await aMarket(app, { range_max: "100000" });
  await giveLevel(app, market.seller.id, 1);
  const limits = async () =>
    (await market.buyer.client.call(calls.getTradeLimits, { params: { id: market.offer } })).data;
  const shown = async () => {
    const { level, ownMax, ownerMax } = await limits();
    return { level, ownMax, ownerMax };
  };
  assert.deepEqual(await shown(), { level: "L4", ownMax: null, ownerMax: "700.00" });
  assert.equal((await start(market, { fiat: "701" })).code, "trade.owner_limit");
  assert.equal((await start(market, { fiat: "550" })).status, 200);
  assert.equal((await limits()).ownerMax, "100.00", "to others in steps: the rest would reveal what was traded");
  assert.equal((await start(market, { fiat: "151" })).code, "trade.owner_limit");
  await giveLevel(app, market.buyer.id, 1);
  assert.deepEqual(await shown(), { level: "L1", ownMax: "150.00", ownerMax: "100.00" });
  assert.equal(
    (await start(market, { fiat: "151" })).code,
    "max_per_trade_limit",
    "the user's own is shown with what is left",
  );
  assert.equal((await start(market, { fiat: "150" })).status, 200);
  assert.deepEqual([(await limits()).ownMax, (await limits()).ownerMax], ["0.00", "0.00"]);
});

test("those who start at once on the offer of one owner stay within the owner's limits together", async () => {
  const market = await aMarket(app, { range_max: "100000" });
  await giveLevel(app, market.seller.id, 2);
  const buyers = await Promise.all([1, 2, 3, 4, 5].map(() => aPerson(app)));
  for (const { id } of buyers) await giveLevel(app, id, 4);
  // The first goes alone; those that come meanwhile share the next transaction.
  const outcomes = await Promise.all(buyers.map((buyer) => start({ ...market, buyer }, { fiat: "4000" })));
  const owners = "trade.owner_limit";
  assert.deepEqual(outcomes.map(({ code }) => code).sort(), ["", "", owners, owners, owners]);
});

test("the current user's level, unused volume and blocked actions are what the rules say", async () => {
  const market = await aMarket(app, { range_max: "100000" });
  const { client, id } = market.buyer;
  await owner.query(
    "update users set country_iso = 'US', currency_code = 'USD', email_confirmed_at = market_now() where id = $1",
    [id],
  );
  const facts = async () => {
    const { kycLevelCheck, blockedKycActions } = (await client.call(getCurrentUser)).data;
    return { ...kycLevelCheck, blockedKycActions };
  };
  assert.deepEqual(await facts(), {
    level: "L4",
    number: -1,
    unusedTradingVolumeInFiatCurrency: null,
    blockedKycActions: [],
  });
  await giveLevel(app, id, 1);
  assert.equal((await start(market, { fiat: "150" })).status, 200);
  assert.equal((await facts()).unusedTradingVolumeInFiatCurrency, "550.00");
  await owner.query("update users set country_iso = 'AF' where id = $1", [id]);
  assert.deepEqual((await facts()).blockedKycActions, ["start-trade-buy", "start-trade-sell", "use-wallet"]);
  const check = await client.call(calls.kycCheck, { query: { fiatCurrencyCode: "USD" } });
  assert.deepEqual(check.data, { level: "L1", number: -1, unusedTradingVolumeInFiatCurrency: "550.00" });
  const naira = await client.call(calls.kycCheck, { query: { fiatCurrencyCode: "NGN" } });
  assert.ok(Number(naira.data.unusedTradingVolumeInFiatCurrency) > 100_000);
  assert.equal((await client.call(calls.kycCheck, { query: { fiatCurrencyCode: "ZZZ" } })).code, "rates.unknown");
});

test("a demo account is -1 to programs, and has the rights of its level in the demo market", async () => {
  const ada = await aNamedUser(app);
  const facts = async () => (await ada.client.call(getCurrentUser)).data.kycLevelCheck;
  for (const [isDemo, number] of [
    [false, 1.5],
    [true, -1],
  ] as const) {
    await owner.query("update users set is_demo = $2, granted_level = 1.5 where id = $1", [ada.id, isDemo]);
    assert.deepEqual([(await facts()).level, (await facts()).number], ["L1+", number]);
    assert.equal((await ada.client.call(calls.kycCheck)).data.number, number);
    const info = (await ada.client.call(calls.getLevelsInfo)).data;
    assert.deepEqual([info.level, info.isDemo], ["L1+", isDemo]);
  }
});

test("levels say what they need and allow, and which of it the caller has", async () => {
  const ada = await aNamedUser(app);
  await owner.query("update users set granted_level = null, email_confirmed_at = market_now() where id = $1", [ada.id]);
  const levels = async () => (await ada.client.call(calls.getLevelsInfo)).data;
  const needs = async (name: string) => (await levels()).levels.find(({ level }) => level === name);
  assert.equal((await levels()).level, "L1");
  assert.deepEqual((await needs("L2"))?.requirements, [
    { condition: "verification_condition_id", isPending: false, isPassed: false },
  ]);
  const reference = await aSubmitted(app, ada);
  assert.equal((await needs("L2"))?.requirements[0]?.isPending, true);
  await look(mod, reference);
  await reject(mod, reference);
  await anApproved(app, { person: ada, staff: mod });
  assert.deepEqual([(await needs("L2"))?.hasLevel, (await needs("L2"))?.requirements[0]?.isPassed], [true, true]);
  assert.equal((await needs("L2"))?.limits.openTradesUsd, "10000.00");
  const own = await ada.client.call(calls.getLevelLimits, { params: { level: "Dashboard" } });
  assert.deepEqual([own.data.level, own.data.limits.dayUsd, own.data.limits.lifetimeUsd], ["L2", "20000.00", null]);
  const other = await ada.client.call(calls.getLevelLimits, { params: { level: "L2+POA" } });
  assert.equal(other.data.limits.openTradesUsd, "25000.00");
  assert.equal((await mod.client.call(getUser, { params: { username: ada.username } })).data.verification.id, true);
  const { verification } = (await ada.client.call(getCurrentUser)).data;
  assert.deepEqual(
    [verification.id.isVerified, verification.id.triesLeft, verification.id.expiresAt],
    [true, 3, "2039-01-31T00:00:00.000Z"],
  );
});

test("the state of each verification of a user is shown, and the levels show the same state", async () => {
  const ada = await aNamedUser(app);
  await owner.query("update users set granted_level = null, email_confirmed_at = null where id = $1", [ada.id]);
  const facts = async () => (await ada.client.call(getCurrentUser)).data;
  const email = async () => (await facts()).verification.email;
  const needs = async (condition: string) => {
    const { levels } = (await ada.client.call(calls.getLevelsInfo)).data;
    const need = levels.flatMap(({ requirements }) => requirements).find((one) => one.condition === condition);
    return [need?.isPassed, need?.isPending];
  };
  assert.deepEqual([(await email()).isPending, await needs("verification_condition_email")], [false, [false, false]]);
  assert.equal((await ada.client.call(resendEmailCode)).status, 200);
  const out = await email();
  assert.deepEqual([out.isPending, out.triesLeft, out.isRejected], [true, 5, false]);
  assert.ok(Date.parse(out.expiresAt ?? "") > 0, "the code has an end");
  assert.deepEqual(await needs("verification_condition_email"), [false, true]);
  for (let tried = 0; tried < 5; tried += 1) await ada.client.call(verifyEmailCode, { body: { code: "000000" } });
  assert.deepEqual(
    [(await email()).isPending, (await email()).isRejected, (await email()).rejectReasons, (await email()).triesLeft],
    [false, true, ["attempts_exceeded"], 0],
  );
  assert.equal((await facts()).basicVerification, "pending");

  await owner.query("update users set email_confirmed_at = market_now() where id = $1", [ada.id]);
  assert.equal((await facts()).basicVerification, "approved");
  const name = async () => (await facts()).verification.fullnameBirthday;
  const reference = await aSubmitted(app, ada);
  assert.deepEqual([(await name()).isVerified, (await name()).isPending], [true, true]);
  await look(mod, reference);
  await reject(mod, reference, ["unreadable", "name_mismatch"]);
  assert.deepEqual(
    [
      (await name()).isVerified,
      (await name()).isRejected,
      (await name()).rejectReasons,
      (await facts()).basicVerification,
    ],
    [false, true, ["name_mismatch"], "rejected"],
  );
  assert.deepEqual(await needs("verification_condition_fullname_birthday"), [false, false]);
  await anApproved(app, { person: ada, staff: mod });
  assert.deepEqual([(await name()).isVerified, (await facts()).basicVerification], [true, "approved"]);
  const body = { username: ada.username, kind: "id", reason: "the register has another name" } as const;
  assert.equal((await mod.client.call(demandVerification, { body })).status, 200);
  assert.deepEqual([(await name()).isForced, (await facts()).verification.id.isForced], [true, true]);
  assert.deepEqual(
    [(await facts()).verification.phone.isForced, (await facts()).verification.email.isForced],
    [false, false],
  );
  await owner.query("update users set registration_group = 1 where id = $1", [ada.id]);
  assert.equal((await facts()).verification.phone.isForced, true, "the wallet of this group needs it");
});

test("a document that is being renewed counts until its day, which is still shown", async () => {
  const ada = await aNamedUser(app);
  const soon = new Date((await app.db.tx(async (tx) => tx.now.getTime())) + 20 * 86_400_000).toISOString().slice(0, 10);
  const first = await aSubmitted(app, ada);
  await look(mod, first);
  assert.equal((await approve(mod, first, { expires_on: soon })).status, 200);
  assert.equal((await startId(ada)).status, 200);
  const { id } = (await ada.client.call(getCurrentUser)).data.verification;
  assert.deepEqual([id.isVerified, id.expiresAt], [true, `${soon}T00:00:00.000Z`]);
  const standing = (await ada.client.call(listVerifications)).data.find(({ kind }) => kind === "id");
  assert.deepEqual([standing?.expiresOn, standing?.latest?.status], [soon, "started"]);
});

test("a requirement that staff meet is under way while it waits for the second of them, or a company for its reviewers", async () => {
  const ada = await aNamedUser(app);
  await owner.query("update users set granted_level = null, email_confirmed_at = market_now() where id = $1", [ada.id]);
  const pending = async () => {
    const { levels } = (await ada.client.call(calls.getLevelsInfo)).data;
    return ["L3", "L4"].map((name) => levels.find(({ level }) => level === name)?.requirements[0]?.isPending);
  };
  assert.deepEqual(await pending(), [false, false]);
  await anApproved(app, { person: ada, staff: mod });
  assert.equal((await ada.client.call(convertToCorporate)).status, 200);
  await aSubmitted(app, ada, { kind: "company" });
  assert.deepEqual(await pending(), [true, false]);
  await owner.query(
    `insert into staff_changes (hash, kind, user_id, detail, subject, reason, proposed_by, proposed_at, expires_at)
     values ('abcdefghijk', 'set_level', $1, '4', 'for a test', 'a contract was signed', $2, market_now(), market_now() + interval '1 day')`,
    [ada.id, mod.id],
  );
  assert.deepEqual(await pending(), [true, true]);
  // Nor is it anybody else's, a role, over, or confirmed already.
  for (const [what, isPending] of [
    [`set user_id = ${mod.id}`, false],
    [`set user_id = ${ada.id}, expires_at = market_now()`, false],
    ["set expires_at = market_now() + interval '1 day'", true],
    ["set kind = 'grant_role', detail = 'moderator'", false],
    ["set kind = 'set_level', detail = '4'", true],
    [`set confirmed_at = market_now(), confirmed_by = ${ada.id}`, false],
  ] as const) {
    await owner.query(`update staff_changes ${what} where hash = 'abcdefghijk'`);
    assert.deepEqual(await pending(), [true, isPending], what);
  }
});

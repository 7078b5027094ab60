// Guards: a user is attributed once, to an older account, by exactly its code; a refused code stops nothing and is named; restricted users,
// halts and other subjects claim nothing; staff decide a case once, and no member of the staff their own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { register } from "#contract/people/sign-in/auth.ts";
import * as calls from "#contract/reach/partner/partner.ts";
import { aPerson, aMarket, aTrade, giveLevel, testApp, type TestPerson } from "../../testing/index.ts";
import { aNamedUser, restrict } from "../../testing/people/restrictions.ts";

const app = await testApp();
const { owner } = app;
const codeOf = async (id: bigint) =>
  (await owner.query("select referral_code as code from users where id = $1", [id])).rows[0].code as string;
const enter = (person: TestPerson, code: string) => person.client.call(calls.enterReferralCode, { body: { code } });
const program = async ({ client }: Pick<TestPerson, "client">) => (await client.call(calls.getPartnerProgram)).data;
const stateOf = async (code: string) =>
  (await app.client().call(calls.checkReferralCode, { params: { code } })).data?.state;
/** With a code that has letters that others look like. */
async function aReferrer(code: string): Promise<TestPerson> {
  const person = await aPerson(app);
  await owner.query("update users set referral_code = $2 where id = $1", [person.id, code]);
  return person;
}
let registrations = 0;
async function aNewcomer(code?: string) {
  const client = app.client("", `198.51.100.${++registrations}`);
  const answer = await client.call(register, {
    body: {
      email: `new${registrations}@example.org`,
      password: "amber otter sails home",
      ...(code ? { referral_code: code } : {}),
    },
  });
  assert.equal(answer.code, "");
  await app.deliverEvents();
  const { rows } = await owner.query("select max(id)::text as id from users");
  return { id: BigInt(rows[0].id), client };
}

test("a registration with a code is attributed to its owner and to theirs, with the terms of that moment", async () => {
  const second = await aPerson(app);
  const first = await aNewcomer(await codeOf(second.id));
  const person = await aNewcomer(await codeOf(first.id));
  const { rows } = await owner.query(
    "select tier1::text, tier2::text, source, ends_at - at = interval '12 months' or ends_at = at + interval '12 months' as year from referrals where user_id = $1",
    [person.id],
  );
  assert.deepEqual(rows[0], { tier1: String(first.id), tier2: String(second.id), source: "registration", year: true });
  const shown = await program(person);
  assert.equal(shown.referredBy?.fault, null);
  assert.equal(shown.mayEnterUntil, null, "it is fixed");
  assert.equal((await enter(person, await codeOf(second.id))).code, "partner.code_fixed");
  const { code, link, funnel } = await program(first);
  assert.equal(link, `http://localhost/register?referralCode=${code}`);
  assert.deepEqual(funnel, { clicks: 0, signUps: 1, verified: 0, traded: 0 });
});

test("a code that is unknown or only looks like one is named, stops no registration, and can be corrected by hand", async () => {
  const referrer = await aReferrer("rO1ling7");
  assert.equal(await stateOf("rO1ling7"), "known");
  for (const [code, state] of [
    ["r01ling7", "look_alike"],
    ["rOlling7", "look_alike"],
    ["RO1LING7", "look_alike"],
    ["r\u041e1ling7", "look_alike"],
    ["nobody99", "unknown"],
    ["\u0416\u0416\u0416\u0416", "unknown"],
  ] as const) {
    assert.equal(await stateOf(code), state, code);
    const person = await aNewcomer(code);
    const shown = await program(person);
    assert.deepEqual(
      [shown.referredBy?.code, shown.referredBy?.fault, shown.referredBy?.username],
      [code, state, null],
    );
    const answer = await enter(person, code);
    assert.deepEqual([answer.status, answer.code], [422, `partner.code_${state}`]);
    assert.equal((await enter(person, "rO1ling7")).code, "");
    assert.ok((await program(person)).referredBy?.username);
  }
  assert.equal((await program(referrer)).funnel.signUps, 6);
});

test("new codes look like no code that there is", async () => {
  const codes = await Promise.all(Array.from({ length: 40 }, async () => codeOf((await aPerson(app)).id)));
  const { rows } = await owner.query(
    "select count(distinct referral_look(code))::int as looks from unnest($1::text[]) as code",
    [codes],
  );
  assert.equal(rows[0].looks, 40);
  assert.ok(codes.every((code) => /^[a-z2-9]{8}$/.test(code)));
});

test("one's own code, that of a newer account, and a code after seven days are refused", async () => {
  const person = await aPerson(app);
  const newer = await aPerson(app);
  assert.equal((await enter(person, await codeOf(person.id))).code, "partner.code_own");
  assert.equal((await enter(person, await codeOf(newer.id))).code, "partner.code_younger");
  await owner.query("update users set created_at = market_now() - interval '7 days' where id = $1", [newer.id]);
  assert.equal((await enter(newer, await codeOf(person.id))).code, "partner.code_late");
  await owner.query(
    "update users set created_at = market_now() - interval '7 days' + interval '2 seconds' where id = $1",
    [newer.id],
  );
  const answers = await Promise.all([enter(newer, await codeOf(person.id)), enter(newer, await codeOf(person.id))]);
  assert.deepEqual(answers.map(({ code }) => code).sort(), ["", "partner.code_fixed"]);
});

test("calls of one's own earnings with another subject are refused", async () => {
  const [ada, eve] = [await aPerson(app), await aPerson(app)];
  const { rows } = await owner.query("select external_id::text as id from users where id = any ($1) order by id", [
    [ada.id, eve.id],
  ]);
  const ask = async (sub: string | undefined) =>
    (
      await app.app.fastify.inject({
        method: "GET",
        url: "/rest/v1/partner/earnings",
        cookies: { parley: ada.client.token },
        ...(sub === undefined ? {} : { headers: { sub } }),
      })
    ).statusCode;
  const own = (await owner.query("select external_id::text as id from users where id = $1", [ada.id])).rows[0].id;
  const other = rows.map((row) => row.id).find((id) => id !== own);
  assert.deepEqual([await ask(own), await ask(undefined), await ask(other), await ask("")], [200, 200, 403, 403]);
});

/** A referrer with an open reward of ten dollars and more. */
async function anEarner() {
  const earner = await aNamedUser(app);
  await giveLevel(app, earner.id, 4);
  const market = await aMarket(app, { payment_method: "paypal", range_max: "100000" });
  assert.equal((await enter(market.buyer, await codeOf(earner.id))).code, "");
  const hash = await aTrade(market, "released");
  await app.deliverEvents();
  await app.runJob("accrue-rewards");
  await owner.query("update reward_entries set status = 'open' where referrer_id = $1", [earner.id]);
  return { earner, market, hash };
}
const claim = ({ client }: Pick<TestPerson, "client">) =>
  client.call(calls.claimPartnerRewards, { body: { crypto_currency_code: "BTC" } });

test("no claim without a confirmed email, under a restriction, while halted, or without a price", async () => {
  await owner.query(
    "insert into settings (name, value, changed_at) values ('partner.claim_usd', '1', market_now()) on conflict do nothing",
  );
  await owner.query("update settings set value = '1' where name = 'partner.claim_usd'");
  const { earner } = await anEarner();
  await owner.query("update reward_entries set fee_units = 100000, units = 50000 where referrer_id = $1", [earner.id]);
  await owner.query(
    `select post_each(array['test_more'], array['1'], market_now(), array[1], array['outside:BTC:chain'], array['house:BTC:rewards'],
       array[50000::bigint - (select balance_units from ledger_accounts where name = 'house:BTC:rewards')])`,
  );
  const none = await aPerson(app, { level: 0 });
  await owner.query("update users set granted_level = 0 where id = $1", [none.id]);
  assert.equal((await claim(none)).status, 403);
  const direct = await owner.query("select outcome from claim_rewards($1, 'BTC', 'x', market_now())", [none.id]);
  assert.equal(direct.rows[0].outcome, "level");
  for (const halt of ["money_out", "ledger", "coin_BTC"]) {
    await owner.query("insert into halts (name, reason, since) values ($1, 'a test', market_now())", [halt]);
    assert.equal((await claim(earner)).code, halt === "ledger" ? "LEDGER_ASYNC_MODE" : "ledger.halted", halt);
    await owner.query("delete from halts where name = $1", [halt]);
  }
  await owner.query(
    "update rates set stale_at = market_now() - interval '1 second' where crypto = 'BTC' and fiat = 'USD'",
  );
  assert.equal((await claim(earner)).code, "rates.stale");
  await owner.query(
    "update rates set stale_at = market_now() + interval '1 day' where crypto = 'BTC' and fiat = 'USD'",
  );
  const ada = await aNamedUser(app, "admin");
  assert.equal((await restrict(ada, earner, "frozen")).code, "");
  assert.equal((await claim(earner)).code, "auth.restricted");
  const kept = await owner.query("select outcome from claim_rewards($1, 'BTC', 'y', market_now())", [earner.id]);
  assert.equal(kept.rows[0].outcome, "restricted", "the database says so itself");
  await owner.query("update user_restrictions set lifted_at = market_now() where user_id = $1", [earner.id]);
  const done = await claim(earner);
  assert.deepEqual([done.code, done.data.amount], ["", "0.0005"]);
});

test("rewards that the account does not hold are not paid", async () => {
  const { earner } = await anEarner();
  await owner.query("update reward_entries set fee_units = 90000, units = 80000 where referrer_id = $1", [earner.id]);
  const attempt = owner.query("select * from claim_rewards($1, 'BTC', 'short', market_now())", [earner.id]);
  await assert.rejects(attempt, /the rewards of \d+ in BTC cannot be paid/);
  await owner.query("update reward_entries set status = 'cancelled', why = 'voided' where referrer_id = $1", [
    earner.id,
  ]);
});

/** A trade between accounts of one browser. */
async function aCase() {
  const { earner, market } = await anEarner();
  for (const id of [earner.id, market.buyer.id])
    await owner.query("insert into known_devices values ($1, $2, market_now())", [
      id,
      Buffer.from(`browser of ${earner.id}`),
    ]);
  await aTrade(market, "released");
  await app.deliverEvents();
  await app.runJob("accrue-rewards");
  const { rows } = await owner.query(
    "select number from partner_cases where $1::bigint = any (people) and status = 'open'",
    [earner.id],
  );
  return { number: rows[0].number as string, earner, market };
}
const decide = ({ client }: Pick<TestPerson, "client">, number: string, decision: "dismissed" | "confirmed") =>
  client.call(calls.decidePartnerCase, { params: { number }, body: { decision, reason: "Two people of one office." } });
const whyOf = async (earner: { id: bigint }) =>
  (
    await owner.query("select status, why from reward_entries where referrer_id = $1 order by id", [earner.id])
  ).rows.map((row) => [row.status, row.why]);

test("a dismissed case lets the accounts earn again, and is decided once", async () => {
  const [ada, mod] = [await aNamedUser(app, "admin"), await aNamedUser(app, "moderator")];
  const { number, earner, market } = await aCase();
  assert.equal((await mod.client.call(calls.listPartnerCases, { query: {} })).code, "auth.forbidden");
  assert.equal((await decide(mod, number, "dismissed")).code, "auth.forbidden");
  const direct = await owner.query(
    "select decide_partner_case($1, 'dismissed', 'because', $2, market_now()) as outcome",
    [number, mod.id],
  );
  assert.equal(direct.rows[0].outcome, "not_judge", "the database says so itself");
  const { data: listed } = await ada.client.call(calls.listPartnerCases, { query: {} });
  assert.ok(listed.some((one) => one.number === number && one.people.includes(earner.username)));
  assert.equal((await decide(ada, number, "dismissed")).data.status, "dismissed");
  assert.equal((await decide(ada, number, "confirmed")).code, "partner.case_closed");
  assert.equal((await decide(ada, "PARTNER-999999", "confirmed")).code, "partner.no_case");
  await aTrade(market, "released");
  await app.deliverEvents();
  await app.runJob("accrue-rewards");
  assert.deepEqual(await whyOf(earner), [
    ["open", null],
    ["cancelled", "household"],
    ["held", null],
  ]);
  const acts = await owner.query("select act from staff_acts where subject = $1", [number]);
  assert.deepEqual(acts.rows, [{ act: "partner_case.dismissed" }]);
});

test("a confirmed case ends the referral and takes back what nobody claimed", async () => {
  const ada = await aNamedUser(app, "supermoderator");
  const { number, earner, market } = await aCase();
  assert.equal((await decide(ada, number, "confirmed")).code, "");
  await aTrade(market, "released");
  await app.deliverEvents();
  await app.runJob("accrue-rewards");
  assert.deepEqual(await whyOf(earner), [
    ["cancelled", "voided"],
    ["cancelled", "household"],
    ["cancelled", "voided"],
  ]);
});

test("a case is not confirmed while the ledger is halted, because it moves rewards, and may be dismissed", async () => {
  const ada = await aNamedUser(app, "supermoderator");
  const { number } = await aCase();
  await owner.query("insert into halts (name, reason, since) values ('ledger', 'a test', market_now())");
  assert.equal((await decide(ada, number, "confirmed")).code, "LEDGER_ASYNC_MODE");
  assert.equal((await decide(ada, number, "dismissed")).code, "");
  await owner.query("delete from halts where name = 'ledger'");
});

test("where entering by hand is off, a registration still counts", async () => {
  const referrer = await aPerson(app);
  await owner.query(
    "insert into settings (name, value, changed_at) values ('partner.hand_days', '0', market_now()) on conflict (name) do update set value = '0'",
  );
  const person = await aNewcomer(await codeOf(referrer.id));
  assert.ok((await program(person)).referredBy?.username);
  await owner.query("update settings set value = '7' where name = 'partner.hand_days'");
});

test("staff do not decide a case that they are part of", async () => {
  const { number, earner } = await aCase();
  await owner.query("insert into user_roles values ($1, 'admin', market_now() - interval '2 days')", [earner.id]);
  assert.equal((await decide(earner, number, "dismissed")).code, "partner.case_own");
});

test("a visit by a link is counted once for a browser, by day and country, and only of a code that there is", async () => {
  const referrer = await aPerson(app);
  const code = await codeOf(referrer.id);
  const visit = (path: string, cookie?: string) =>
    app.app.fastify.inject({ method: "GET", url: path, ...(cookie ? { cookies: { parley_referral: cookie } } : {}) });
  const first = await visit(`/avatars/amara.svg?referralCode=${code}`);
  const set = first.cookies.find(({ name }) => name.endsWith("parley_referral"));
  assert.deepEqual([set?.value, set?.maxAge, set?.httpOnly], [code, 30 * 24 * 3600, true]);
  await visit(`/avatars/amara.svg?referralCode=${code}`, code);
  await visit("/avatars/amara.svg?referralCode=nobody99");
  await visit(`/avatars/amara.svg?referralCode=${encodeURIComponent("<script>")}`);
  await visit(`/rest/v1/nowhere?referralCode=${code}`);
  // Visits are counted after their answers.
  const clicks = async () => (await program(referrer)).funnel.clicks;
  for (let tries = 0; (await clicks()) === 0 && tries < 50; tries++) await new Promise((done) => setTimeout(done, 20));
  assert.equal(await clicks(), 1);
  const { rows } = await owner.query("select count(*)::int as many from partner_clicks where code = 'nobody99'");
  assert.equal(rows[0].many, 0);
});

test("staff see every version of the shares, with what they cost, and what another share would have cost", async () => {
  const ada = await aNamedUser(app, "admin");
  await anEarner();
  const { data } = await ada.client.call(calls.viewPartnerRates, { query: { tier: "1", percent: "25" } });
  assert.ok(data.versions.some(({ tier, percent, validFrom }) => tier === 1 && percent === 50 && validFrom === null));
  const cost = data.costs.find(({ tier, cryptoCurrencyCode }) => tier === 1 && cryptoCurrencyCode === "BTC");
  assert.ok(cost && Number(cost.wouldCost) > 0 && Number(cost.wouldCost) <= Number(cost.fees) / 4 + 1e-8);
});

test("an account with rewards to claim does not close; what is too small or on hold goes back to the fees", async () => {
  const { earner } = await anEarner();
  const obstacles = async () =>
    (await owner.query("select code, detail from closing_obstacles($1)", [earner.id])).rows.filter(
      ({ code }) => code === "rewards",
    );
  await owner.query("update settings set value = '1' where name = 'partner.claim_usd'");
  await owner.query("update reward_entries set fee_units = 100000, units = 50000 where referrer_id = $1", [earner.id]);
  assert.deepEqual(await obstacles(), [{ code: "rewards", detail: "BTC" }]);
  await owner.query("update settings set value = '1000' where name = 'partner.claim_usd'");
  assert.deepEqual(await obstacles(), []);
  const diverge = (is: boolean) =>
    owner.query("update rates set is_divergent = $1 where crypto = 'BTC' and fiat = 'USD'", [is]);
  await diverge(true);
  assert.deepEqual(await obstacles(), [{ code: "rewards", detail: "BTC" }], "no price says that they are too small");
  await diverge(false);
  await owner.query(
    `select post_each(array['test_even'], array[$1], market_now(), array[1], array['outside:BTC:chain'], array['house:BTC:rewards'],
       array[50000::bigint])`,
    [String(earner.id)],
  );
  await owner.query("select erase_user_from_partners($1)", [earner.id]);
  assert.deepEqual(await whyOf(earner), [["cancelled", "closed"]]);
  const { rows } = await owner.query("select code from referrals where tier1 = $1", [earner.id]);
  assert.deepEqual(rows, [{ code: "" }]);
});

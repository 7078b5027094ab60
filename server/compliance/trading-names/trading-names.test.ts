// Guards: others see a trading name only after two reviewers approved it, each by their own proof and neither of it for their own
// company; until then, and after it ended, the legal name is shown; a name that looks like another's is refused at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrentUser, getUser, saveSettings } from "#contract/people/accounts.ts";
import * as corporate from "#contract/compliance/companies.ts";
import * as calls from "#contract/compliance/trading-names.ts";
import { seal } from "../../platform/sealed.ts";
import { aNamedUser, type NamedUser } from "../../testing/people/restrictions.ts";
import {
  approveName,
  askFor,
  aTradingName,
  aVerifiedCompany,
  referenceOf,
} from "../../testing/people/trading-names.ts";
import { testApp } from "../../testing/index.ts";

const app = await testApp({ poolSize: 12 });
const { owner } = app;
const [mod, other] = [await aNamedUser(app, "supermoderator"), await aNamedUser(app, "supermoderator")];
const reader = await aNamedUser(app);

const seenOf = async ({ username }: NamedUser) =>
  (await reader.client.call(getUser, { params: { username } })).data.fullName;
const own = async ({ client }: NamedUser) => (await client.call(calls.getTradingName)).data;
const show = async ({ client }: NamedUser, full_name_visibility: "business_name" | "legal_entity_name") =>
  (await client.call(saveSettings, { body: { full_name_visibility } })).data.fullNameVisibilityType;
const noticesOf = async ({ id }: NamedUser) => {
  await app.deliverEvents();
  const { rows } = await owner.query(
    "select kind from notifications where user_id = $1 and kind like 'trading_name%' order by id",
    [id],
  );
  return rows.map(({ kind }) => kind);
};
const asWeb = (text: string) =>
  app.dbs.web.tx((tx) => tx.rows<{ outcome: string }>(Object.assign([text], { raw: [text] })));

test("a trading name is shown after two reviewers approved it, and only where the company shows its business name", async () => {
  const company = await aVerifiedCompany(app, "Alba Holdings Ltd");
  assert.equal(await seenOf(company), "Alba Holdings Ltd");
  assert.equal((await askFor(company, "Alba Exchange")).status, 200);
  assert.equal((await company.client.call(getCurrentUser)).data.fullNameVisibilityType, "business_name");
  assert.equal(await seenOf(company), "Alba Holdings Ltd", "nobody has approved it");
  assert.equal((await own(company)).waiting?.name, "Alba Exchange");

  const reference = await referenceOf(app, company);
  assert.equal((await approveName(mod, reference, { proves: false })).code, "auth.password_proof");
  assert.equal((await approveName(mod, reference)).data.status, "waiting");
  assert.equal(await seenOf(company), "Alba Holdings Ltd", "one reviewer is not enough");
  assert.equal((await approveName(mod, reference, { proves: false })).code, "verification.second_person");
  assert.equal((await approveName(other, reference)).data.status, "approved");
  assert.equal(await seenOf(company), "Alba Exchange");
  assert.equal(await show(company, "legal_entity_name"), "legal_entity_name");
  assert.equal(await seenOf(company), "Alba Holdings Ltd");
  assert.equal(await show(company, "business_name"), "business_name");
  assert.equal(await seenOf(company), "Alba Exchange");
  assert.deepEqual(await noticesOf(company), ["trading_name_approved"]);
  assert.equal((await approveName(other, reference, { proves: false })).code, "trading_name.over");
});

test("the approved name stays until another one is approved, and the legal name follows a withdrawal", async () => {
  const company = await aVerifiedCompany(app, "Birch Holdings Ltd");
  await aTradingName(app, { company, name: "Birch Exchange", status: "approved" });
  assert.equal((await askFor(company, "Birch Exchange")).code, "trading_name.unchanged");
  const second = await aTradingName(app, { company, name: "Birch Market" });
  assert.equal(await seenOf(company), "Birch Exchange");
  assert.equal((await askFor(company, "Birch Desk")).code, "trading_name.waiting");
  for (const staff of [mod, other]) assert.equal((await approveName(staff, second)).status, 200);
  assert.equal(await seenOf(company), "Birch Market");
  assert.equal((await askFor(company, "Birch Three")).status, 200);
  const withdraw = (which: "waiting" | "approved") =>
    company.client.call(calls.withdrawTradingName, { body: { which } });
  assert.equal((await withdraw("waiting")).data.waiting, null);
  assert.equal((await withdraw("waiting")).code, "trading_name.over");
  assert.equal(await seenOf(company), "Birch Market");
  assert.equal((await withdraw("approved")).data.approved, null);
  assert.equal(await seenOf(company), "Birch Holdings Ltd");
  assert.equal((await askFor(company, "Birch Four")).code, "trading_name.too_often");
  assert.equal((await own(company)).asksLeft, 0);
});

test("a refused name is not shown, the company reads why, and staff take an approved one away for a reason in the log", async () => {
  const company = await aVerifiedCompany(app, "Cedar Holdings Ltd");
  const first = await aTradingName(app, { company, name: "Cedar Bank" });
  const refused = await mod.client.call(calls.refuseTradingName, {
    body: { reference: first, reason: "misleading" },
  });
  assert.equal(refused.data.status, "refused");
  assert.equal(await seenOf(company), "Cedar Holdings Ltd");
  assert.equal((await own(company)).over?.reason, "misleading");

  const reference = await aTradingName(app, { company, name: "Cedar Exchange", status: "approved" });
  assert.equal(await seenOf(company), "Cedar Exchange");
  const body = { reference, reason: "like_another" as const, why: "The registry wrote to us." };
  assert.equal((await mod.client.call(calls.removeTradingName, { body })).status, 200);
  assert.equal(await seenOf(company), "Cedar Holdings Ltd");
  assert.equal((await mod.client.call(calls.removeTradingName, { body })).code, "trading_name.over");
  assert.deepEqual(await noticesOf(company), ["trading_name_refused", "trading_name_approved", "trading_name_removed"]);
  const { rows } = await owner.query("select act from staff_acts where reason like $1 order by id", [`${reference}%`]);
  assert.deepEqual(
    rows.map(({ act }) => act),
    ["trading_name.approve_first", "trading_name.approve", "trading_name.remove"],
  );
});

test("nobody approves a name of their own company, whatever process asks, and no moderator without the right", async () => {
  const company = await aVerifiedCompany(app, "Dune Holdings Ltd");
  const reference = await aTradingName(app, { company, name: "Dune Exchange" });
  await owner.query("insert into user_roles values ($1, 'supermoderator', market_now() - interval '1 day')", [
    company.id,
  ]);
  assert.equal((await approveName(company, reference, { proves: false })).code, "staff.own_account");
  const proved = await app.prove(company.client.token, { kind: "approve_verification", id: reference });
  assert.equal(proved?.outcome, "nothing");
  await owner.query(
    `insert into proofs (subject, user_id, method, proved_at, expires_at)
     values ($1, $2, 'passkey', market_now(), market_now() + interval '15 minutes')`,
    [`staff_approve_verification:${reference}`, company.id],
  );
  const [answer] = await asWeb(`select outcome from approve_trading_name('${reference}', ${company.id}, market_now())`);
  assert.equal(answer?.outcome, "own");
  const moderator = await aNamedUser(app, "moderator");
  assert.equal((await approveName(moderator, reference, { proves: false })).code, "auth.forbidden");
  await assert.rejects(asWeb("update trading_names set status = 'approved'"), { code: "42501" });
  await assert.rejects(asWeb("update users set trading_name = 'Dune Exchange'"), { code: "42501" });
  assert.equal(await seenOf(company), "Dune Holdings Ltd");
});

const FORMS = [
  "X",
  "x".repeat(61),
  "12 34",
  "Elm ✓",
  "Elm 🔒",
  "Еlm Trade",
  "Elm Tradе",
  "\u0301\u0301Elm",
  "e\u0301\u0301\u0301\u0301\u0301lm",
];
const RESERVED = ["Parley Exchange", "The Pаrlеy", "Elm Support Desk", "Official Elm", "Elm Escrow", "Аdmin", "Adm1n"];

test("a name is refused at once by its form, its words of the staff, and its look", async () => {
  const company = await aVerifiedCompany(app, "Elm Holdings Ltd");
  for (const name of FORMS) assert.equal((await askFor(company, name)).code, "trading_name.form", name);
  for (const name of RESERVED)
    assert.ok(["trading_name.reserved", "trading_name.form"].includes((await askFor(company, name)).code), name);
  assert.equal((await askFor(company, "ОФИС Ѕupport")).code, "trading_name.form");

  const another = await aVerifiedCompany(app, "Fjord Payments GmbH");
  await aTradingName(app, { company: another, name: "Fjord Market", status: "approved" });
  const staff = await aNamedUser(app, "moderator");
  await owner.query(
    "update users set username = 'Fern_Tree', username_skeleton = username_skeleton('Fern_Tree') where id = $1",
    [staff.id],
  );
  const vendor = await aNamedUser(app);
  await owner.query(
    "update users set username = 'Gorse-Desk', username_skeleton = username_skeleton('Gorse-Desk') where id = $1",
    [vendor.id],
  );
  await owner.query(
    "insert into user_reputation (user_id, badge) values ($1, 'vendor') on conflict (user_id) do update set badge = 'vendor'",
    [vendor.id],
  );
  const alike = ["Fjord Payments", "FJORD-PAYMENTS Ltd.", "Fj0rd Market", "Fjörd Market", "Fern Tree", "G0rse Desk"];
  for (const name of alike) assert.equal((await askFor(company, name)).code, "trading_name.taken", name);
  assert.equal((await askFor(company, "ＥＬＭ \u200b\u202e Market")).status, 200);
  assert.equal((await own(company)).waiting?.name, "ELM Market");
});

test("a name waits in the queue beside what is known of the company, and the signer's proof is for just that name", async () => {
  const company = await aVerifiedCompany(app, "Gale Holdings Ltd");
  await aTradingName(app, {
    company: await aVerifiedCompany(app, "Gull Ltd"),
    name: "Gale Markets",
    status: "approved",
  });
  const reference = await aTradingName(app, { company, name: "Gale Market" });
  const moderator = await aNamedUser(app, "moderator");
  const { data } = await moderator.client.call(calls.listTradingNames, { query: { who: company.username } });
  assert.deepEqual(
    data.rows.map((row) => [row.reference, row.name, row.isOwn]),
    [[reference, "Gale Market", false]],
  );
  assert.ok(data.waiting >= 1);
  const opened = await moderator.client.call(calls.openTradingName, { query: { reference } });
  assert.deepEqual([opened.data.legalName, opened.data.documents], ["Gale Holdings Ltd", null]);
  await owner.query(
    `insert into verifications (reference, user_id, kind, status, country_iso3, document_type, details_sealed, started_at, submitted_at, decided_at)
     values ('galeholding', $1, 'company', 'approved', 'NGA', 'limited_company', 'sealed', market_now(), market_now(), market_now())`,
    [company.id],
  );
  const { documents } = (await moderator.client.call(calls.openTradingName, { query: { reference } })).data;
  assert.deepEqual([documents?.legalForm, documents?.sides.length], ["limited_company", 4]);
  assert.equal(opened.data.similar[0]?.name, "Gale Markets");
  assert.equal(
    (await moderator.client.call(calls.openTradingName, { query: { reference: "x".repeat(11) } })).code,
    "trading_name.unknown",
  );
});

test("a trading name ends with the verification of its company, and a person has none", async () => {
  const company = await aVerifiedCompany(app, "Heath Holdings Ltd");
  const person = await aNamedUser(app);
  assert.equal((await askFor(person, "Heath Exchange")).code, "trading_name.unverified");
  await aTradingName(app, { company, name: "Heath Exchange", status: "approved" });
  await aTradingName(app, { company, name: "Heath Market" });
  assert.equal((await company.client.call(corporate.convertToPersonal)).status, 200);
  const { rows } = await owner.query("select status from trading_names where user_id = $1 order by id", [company.id]);
  assert.deepEqual(
    rows.map(({ status }) => status),
    ["ended", "ended"],
  );
  const name = await owner.query("select external_id, trading_name from users where id = $1", [company.id]);
  assert.equal(name.rows[0].trading_name, null);
  const sealed = seal("Heath Holdings Ltd", `users.company_name:${name.rows[0].external_id}`);
  await owner.query(
    "update users set corporate_since = market_now(), company_name_sealed = $2, verified_level = 3 where id = $1",
    [company.id, sealed],
  );
  assert.equal(await seenOf(company), "Heath Holdings Ltd", "an approval of before does not come back");
});

// Guards: an account becomes a company's and a person's again, while nothing runs; a company is verified by two reviewers with a
// proof each, neither of them its own; others then see its legal name and never the person's; what administrators decided about a
// level stays theirs.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { getCurrentUser, getUser } from "#contract/people/accounts.ts";
import * as calls from "#contract/compliance/companies.ts";
import {
  demandVerification,
  listStaffVerifications,
  listVerifications,
} from "#contract/compliance/verification/verification.ts";
import { useWatchList } from "../../platform/words/watch-list.ts";
import { aMarket, aTrade, freshRates, testApp } from "../../testing/index.ts";
import { type NamedUser, aNamedUser } from "../../testing/people/restrictions.ts";
import {
  anApproved,
  approve,
  aSubmitted,
  levelOf,
  look,
  reject,
  startCompany,
} from "../../testing/people/verification.ts";

const app = await testApp({ poolSize: 12 });
const { owner } = app;
await freshRates(app);
const [mod, other] = [await aNamedUser(app, "supermoderator"), await aNamedUser(app, "supermoderator")];

/** Verified by a passport, with no level but what follows from it. */
async function aPersonOfLevelTwo(): Promise<NamedUser> {
  const person = await aNamedUser(app);
  await owner.query(
    "update users set granted_level = null, email_confirmed_at = market_now(), country_iso = 'NG' where id = $1",
    [person.id],
  );
  await anApproved(app, { person, staff: mod });
  return person;
}
const toCorporate = ({ client }: NamedUser) => client.call(calls.convertToCorporate);
const toPersonal = ({ client }: NamedUser) => client.call(calls.convertToPersonal);
const own = async ({ client }: NamedUser) => (await client.call(calls.getCorporateAccount)).data;
const seenOf = async (person: NamedUser) =>
  (await other.client.call(getUser, { params: { username: person.username } })).data;
const asWeb = (text: string) =>
  app.dbs.web.tx((tx) => tx.rows<{ outcome: string }>(Object.assign([text], { raw: [text] })));

async function aCompany(): Promise<NamedUser> {
  const person = await aPersonOfLevelTwo();
  assert.equal((await toCorporate(person)).status, 200);
  return person;
}
async function anApprovedCompany(): Promise<NamedUser> {
  const person = await aCompany();
  const reference = await aSubmitted(app, person, { kind: "company" });
  for (const staff of [mod, other]) {
    await look(staff, reference);
    assert.equal((await approve(staff, reference, { kind: "company" })).status, 200);
  }
  return person;
}

test("an account becomes a company's and a person's again, and each answer says where to go", async () => {
  const ada = await aPersonOfLevelTwo();
  assert.deepEqual(await own(ada), {
    isCorporateAccount: false,
    status: null,
    legalName: null,
    postponedUntil: null,
  });
  const { data } = await toCorporate(ada);
  assert.equal(data.redirect, "/account/company");
  assert.equal((await ada.client.call(getCurrentUser)).data.isCorporateAccount, true);
  assert.equal((await toCorporate(ada)).code, "corporate.already");
  assert.deepEqual((await seenOf(ada)).company, { isVerified: false });
  assert.equal((await seenOf(ada)).fullName, null, "the person is not shown, and the company not yet");
  assert.deepEqual((await toPersonal(ada)).data, { message: "Your account is a personal account again." });
  assert.deepEqual([(await own(ada)).isCorporateAccount, (await seenOf(ada)).company], [false, null]);
  assert.equal((await toPersonal(ada)).code, "corporate.already");
  await app.deliverEvents();
  const { rows } = await owner.query(
    "select kind from notifications where user_id = $1 and kind like 'became%' order by id",
    [ada.id],
  );
  assert.deepEqual(rows, [{ kind: "became_corporate" }, { kind: "became_personal" }]);
});

test("open trades and a document in review keep an account as it is, and the refusal says where to go", async () => {
  const market = await aMarket(app);
  await aTrade(market);
  const refusalOf = async ({ client }: Pick<NamedUser, "client">, way: "personal" | "corporate") => {
    const { code, body } =
      way === "personal" ? await client.call(calls.convertToPersonal) : await client.call(calls.convertToCorporate);
    return [code, (body as { data?: unknown }).data];
  };
  const message = "Finish your open trades before you convert your account.";
  const trades = ["corporate.trades", { message, redirect: "/dashboard/trades" }];
  for (const person of [market.buyer, market.seller]) {
    assert.deepEqual(await refusalOf(person, "corporate"), trades);
    await owner.query("update users set corporate_since = market_now() where id = $1", [person.id]);
    assert.deepEqual(await refusalOf(person, "personal"), trades);
  }

  const ada = await aCompany();
  await aSubmitted(app, ada, { kind: "company" });
  await owner.query("update users set locale = 'es' where id = $1", [ada.id]);
  const pending = (redirect: string) => [
    "corporate.pending",
    { message: "Todavía estamos revisando un documento. Podrás convertir tu cuenta después.", redirect },
  ];
  assert.deepEqual(await refusalOf(ada, "personal"), pending("/account/company"));
  const ida = await aNamedUser(app);
  await owner.query("update users set locale = 'es' where id = $1", [ida.id]);
  await aSubmitted(app, ida);
  assert.deepEqual(await refusalOf(ida, "corporate"), pending("/account/verification"));

  const eve = await aNamedUser(app);
  await owner.query(
    `insert into account_closures (user_id, reason, asked_at, due_at)
     values ($1, 'privacy', market_now(), market_now() + interval '7 days')`,
    [eve.id],
  );
  assert.equal((await toCorporate(eve)).code, "corporate.closing");
});

test("only a verified user applies for a company, from an account of a company", async () => {
  const ada = await aPersonOfLevelTwo();
  assert.equal((await startCompany(ada)).code, "corporate.personal");
  const eve = await aNamedUser(app);
  await owner.query("update users set email_confirmed_at = market_now() where id = $1", [eve.id]);
  await toCorporate(eve);
  assert.equal((await startCompany(eve)).code, "verification.id_first");
  await toCorporate(ada);
  const owners = [
    { name: "Ada Obi", share: 60 },
    { name: "Eve Obi", share: 60 },
  ];
  assert.equal((await startCompany(ada, { owners })).code, "ERROR_INPUT_VALIDATION");
  assert.equal((await startCompany(ada)).status, 200);
});

test("two reviewers approve a company, each by a proof of their own, and then it is shown by its legal name", async () => {
  const ada = await aCompany();
  assert.equal((await own(ada)).status, null);
  const reference = await aSubmitted(app, ada, { kind: "company" });
  assert.equal((await own(ada)).status, "application_submitted");
  assert.equal((await look(mod, reference)).data.approvers, 2);
  assert.equal((await own(ada)).status, "in_review");
  assert.equal((await approve(mod, reference, { kind: "company", proves: false })).code, "auth.password_proof");
  const first = await approve(mod, reference, { kind: "company" });
  assert.deepEqual([first.data.status, first.data.approvedBy], ["pending", [mod.username]]);
  assert.deepEqual([await levelOf(app, ada), (await seenOf(ada)).fullName], [2, null]);

  assert.equal(
    (await app.prove(mod.client.token, { kind: "approve_verification", id: reference }))?.outcome,
    "nothing",
  );
  assert.equal((await approve(mod, reference, { kind: "company" })).code, "verification.second_person");

  await look(other, reference);
  const second = await approve(other, reference, { kind: "company" });
  assert.deepEqual([second.data.status, second.data.approvedBy], ["approved", [mod.username, other.username]]);
  assert.deepEqual(
    [await own(ada).then(({ status, legalName }) => [status, legalName]), await levelOf(app, ada)],
    [["application_approved", "Obi Trading Ltd"], 3],
  );
  const seen = await seenOf(ada);
  assert.deepEqual([seen.fullName, seen.company], ["Obi Trading Ltd", { isVerified: true }]);
  const me = (await ada.client.call(getCurrentUser)).data;
  assert.deepEqual([me.corporateAccount, me.kycLevelCheck.level], [{ status: "application_approved" }, "L3"]);
  const { rows } = await owner.query(
    "select act, staff_id from staff_acts where act like 'verification.approve%' order by id desc limit 2",
  );
  assert.deepEqual(
    rows.map(({ act }) => act),
    ["verification.approve", "verification.approve_first"],
  );
  await app.deliverEvents();
  const notices = await owner.query("select kind from notifications where user_id = $1 and kind like 'company%'", [
    ada.id,
  ]);
  assert.deepEqual(notices.rows, [{ kind: "company_approved" }]);

  assert.equal((await toPersonal(ada)).status, 200);
  const after = await seenOf(ada);
  assert.deepEqual([await levelOf(app, ada), after.company], [2, null]);
  assert.notEqual(after.fullName, "Obi Trading Ltd");
});

test("the papers of a company count until the earlier day that its two reviewers read, and end with it", async () => {
  const ada = await aCompany();
  const reference = await aSubmitted(app, ada, { kind: "company" });
  await look(mod, reference);
  await approve(mod, reference, { kind: "company", expires_on: "2037-05-01" });
  await look(other, reference);
  assert.equal(
    (await approve(other, reference, { kind: "company", expires_on: "2038-05-01" })).data.status,
    "approved",
  );
  const standing = async () => (await ada.client.call(listVerifications)).data.find(({ kind }) => kind === "company");
  assert.equal((await standing())?.expiresOn, "2037-05-01");
  await owner.query("update verifications set expires_on = market_now()::date where reference = $1", [reference]);
  await app.runJob("end-expired-documents");
  assert.deepEqual([(await standing())?.isVerified, (await standing())?.expiresOn], [false, null]);
  assert.deepEqual([(await own(ada)).status, (await seenOf(ada)).fullName], ["application_waiting_resubmission", null]);
});

test("an approval of a staff member who lost the role does not count", async () => {
  const [gone, ada] = [await aNamedUser(app, "supermoderator"), await aCompany()];
  const reference = await aSubmitted(app, ada, { kind: "company" });
  await look(gone, reference);
  await approve(gone, reference, { kind: "company" });
  await owner.query("delete from user_roles where user_id = $1", [gone.id]);
  await look(mod, reference);
  assert.equal((await approve(mod, reference, { kind: "company" })).data.status, "pending");
  await look(other, reference);
  assert.equal((await approve(other, reference, { kind: "company" })).data.status, "approved");
});

test("an approval of a reviewer whose right was narrowed since is neither shown nor counted", async () => {
  const [once, ada] = [await aNamedUser(app, "supermoderator"), await aCompany()];
  const reference = await aSubmitted(app, ada, { kind: "company" });
  await look(once, reference);
  await approve(once, reference, { kind: "company", expires_on: "2030-01-31" });
  const row = async (queue: "pending" | "decided") =>
    (await mod.client.call(listStaffVerifications, { query: { queue, who: ada.username } })).data.rows.find(
      (one) => one.reference === reference,
    )?.approvedBy;
  assert.deepEqual(await row("pending"), [once.username]);
  await owner.query("update user_roles set role = 'moderator' where user_id = $1", [once.id]);
  assert.deepEqual(await row("pending"), []);
  assert.deepEqual((await look(mod, reference)).data.approvedBy, []);
  const first = await approve(mod, reference, { kind: "company", expires_on: "2037-05-01" });
  assert.deepEqual([first.data.status, first.data.approvedBy], ["pending", [mod.username]]);
  await look(other, reference);
  const second = await approve(other, reference, { kind: "company", expires_on: "2038-05-01" });
  assert.deepEqual([second.data.status, second.data.approvedBy], ["approved", [mod.username, other.username]]);
  const standing = (await ada.client.call(listVerifications)).data.find(({ kind }) => kind === "company");
  assert.equal(standing?.expiresOn, "2037-05-01", "nor is the day that they read");
  // What counted when it was decided stays.
  await owner.query("update user_roles set role = 'moderator' where user_id = $1", [other.id]);
  try {
    assert.deepEqual(await row("decided"), [mod.username, other.username]);
  } finally {
    await owner.query("update user_roles set role = 'supermoderator' where user_id = $1", [other.id]);
  }
});

test("one reviewer rejects, for reasons that are read; after the last try the application is over until staff ask", async () => {
  const ada = await aCompany();
  for (const status of [
    ...["application_waiting_resubmission", "application_waiting_resubmission", "application_rejected"],
  ]) {
    const reference = await aSubmitted(app, ada, { kind: "company" });
    await look(mod, reference);
    assert.equal((await reject(mod, reference, ["owners_unclear"])).status, 200);
    assert.equal((await own(ada)).status, status);
  }
  assert.equal((await startCompany(ada)).code, "verification.no_tries");
  const body = { username: ada.username, kind: "company", reason: "they have sent a new register" } as const;
  assert.equal((await mod.client.call(demandVerification, { body })).status, 200);
  assert.equal((await own(ada)).status, "application_waiting_resubmission");
  assert.equal((await startCompany(ada)).status, 200);
});

test("the list of sanctions is asked about the company and its owners", async () => {
  const list = join(app.config.dataDir, "sdn-companies.csv");
  writeFileSync(list, '17,"OBI TRADING LTD",-0-,"SDGT"\n18,"KABUA, Mira",individual,"SDGT"\n');
  useWatchList(list);
  try {
    const ada = await aCompany();
    const started = await startCompany(ada, { owners: [{ name: "Mira Kabua", share: 40 }] });
    const reference = started.data.verificationReference;
    await owner.query("update verifications set status = 'pending', submitted_at = market_now() where reference = $1", [
      reference,
    ]);
    const names = (await look(mod, reference)).data.watchList?.map(({ name }) => name);
    assert.deepEqual(names?.sort(), ["KABUA, Mira", "OBI TRADING LTD"]);
  } finally {
    useWatchList(undefined);
  }
});

test("the same company of another account is shown to its reviewer, and staff see how many have approved", async () => {
  const [ada, twin] = [await aCompany(), await aCompany()];
  await aSubmitted(app, ada, { kind: "company", number: "RC 777-1" });
  const reference = await aSubmitted(app, twin, { kind: "company", number: "rc7771" });
  assert.deepEqual((await look(mod, reference)).data.sameDocument, [ada.username]);
  const { rows } = (await mod.client.call(listStaffVerifications, { query: {} })).data;
  const row = rows.find((one) => one.reference === reference);
  assert.deepEqual([row?.approvers, row?.approvedBy], [2, []]);
});

test("a user who acts for a company is reminded of its documents, and a week later if they ask for it", async () => {
  const ada = await aPersonOfLevelTwo();
  const postpone = () => ada.client.call(calls.postponeCompanyVerification);
  assert.equal((await postpone()).code, "corporate.personal");
  await toCorporate(ada);
  const { data } = await postpone();
  assert.ok(data.postponedUntil);
  assert.equal((await own(ada)).postponedUntil, data.postponedUntil);
});

test("a web that is taken over approves no company, and shows none by another name", async () => {
  const ada = await aCompany();
  const reference = await aSubmitted(app, ada, { kind: "company" });
  await look(mod, reference);
  await approve(mod, reference, { kind: "company" });
  const again = `select outcome from decide_verification('${reference}', ${mod.id}, '{}', null, market_now())`;
  assert.deepEqual(await asWeb(again), [{ outcome: "second_person" }]);
  const named = `select show_company_name('${reference}', 'a name', market_now()) as outcome`;
  assert.deepEqual(await asWeb(named), [{ outcome: false }]);
  for (const statement of [
    `insert into verification_approvals select id, ${other.id}, market_now() from verifications`,
    "update users set company_name_sealed = 'a name'",
    "update users set corporate_since = market_now()",
    "update users set is_level_lowered = false",
  ])
    await assert.rejects(asWeb(statement), /permission denied/, statement);
  assert.equal(await levelOf(app, ada), 2);
});

test("a demand takes a proof, and leaves what two administrators gave", async () => {
  const ada = await aPersonOfLevelTwo();
  await owner.query("update users set granted_level = 4 where id = $1", [ada.id]);
  const body = { username: ada.username, kind: "id", reason: "the photo looks edited" } as const;
  const demand = (more = {}) => mod.client.call(demandVerification, { body, ...more });
  assert.equal((await demand({ proves: false })).code, "auth.password_proof");
  await app.prove(mod.client.token, { kind: "demand_verification", id: ada.username, document: "address" });
  assert.equal((await demand({ proves: false })).code, "auth.password_proof", "a proof about another document");
  const { data } = await demand();
  assert.deepEqual([data.keptLevel, await levelOf(app, ada)], [4, 4]);
  assert.equal(
    (await app.prove(mod.client.token, { kind: "demand_verification", id: other.username, document: "id" }))?.outcome,
    "nothing",
    "a moderator asks nobody of the staff",
  );
});

test("a user who was lowered to level two and has to show the passport again is of level one", async () => {
  const ada = await aPersonOfLevelTwo();
  await anApproved(app, { person: ada, staff: mod, kind: "address" });
  assert.equal(await levelOf(app, ada), 2.5);
  await owner.query("update users set granted_level = 2 where id = $1", [ada.id]);
  assert.equal(await levelOf(app, ada), 2);
  const body = { username: ada.username, kind: "id", reason: "the photo looks edited" } as const;
  assert.equal((await mod.client.call(demandVerification, { body })).status, 200);
  assert.equal(await levelOf(app, ada), 1);
});

test("a company's approval leaves the level that two administrators gave", async () => {
  const ada = await aPersonOfLevelTwo();
  await owner.query("update users set granted_level = 3 where id = $1", [ada.id]);
  await toCorporate(ada);
  const reference = await aSubmitted(app, ada, { kind: "company" });
  for (const one of [mod, other]) {
    await look(one, reference);
    await approve(one, reference, { kind: "company" });
  }
  const body = { username: ada.username, kind: "company", reason: "the registration looks edited" } as const;
  assert.equal((await mod.client.call(demandVerification, { body })).data.keptLevel, 3);
  assert.equal(await levelOf(app, ada), 3);
});

test("nobody is asked for papers of a company that they are not", async () => {
  const ada = await aPersonOfLevelTwo();
  const body = { username: ada.username, kind: "company", reason: "we would like to see some" } as const;
  assert.equal((await mod.client.call(demandVerification, { body })).status, 403);
  assert.equal(await levelOf(app, ada), 2);
});

test("a company is shown as verified only while the user who acts for it is identified", async () => {
  const ada = await anApprovedCompany();
  assert.equal((await seenOf(ada)).company?.isVerified, true);
  const body = { username: ada.username, kind: "id", reason: "the photo looks edited" } as const;
  assert.equal((await mod.client.call(demandVerification, { body })).status, 200);
  const seen = await seenOf(ada);
  assert.deepEqual([seen.company?.isVerified, seen.fullName], [false, null]);
});

test("what an administrator has lowered stays lowered when an address is approved, or a document is asked for", async () => {
  const ada = await aPersonOfLevelTwo();
  await owner.query("update users set granted_level = 1 where id = $1", [ada.id]);
  await anApproved(app, { person: ada, staff: mod, kind: "address" });
  assert.equal(await levelOf(app, ada), 1);
  const body = { username: ada.username, kind: "address", reason: "the bill looks edited" } as const;
  assert.equal((await mod.client.call(demandVerification, { body })).data.keptLevel, 1);
  assert.equal(await levelOf(app, ada), 1);
  // One that was granted before anything was shown gives way to what is verified.
  const eve = await aNamedUser(app);
  await owner.query(
    "update users set granted_level = null, email_confirmed_at = market_now(), country_iso = 'NG' where id = $1",
    [eve.id],
  );
  await owner.query("update users set granted_level = 1.5 where id = $1", [eve.id]);
  await anApproved(app, { person: eve, staff: mod });
  assert.equal(await levelOf(app, eve), 2);
});

test("a closed account is no company, and one whose document has expired is not shown by its name", async () => {
  const ada = await anApprovedCompany();
  await owner.query(
    "update verifications set expires_on = market_now()::date where user_id = $1 and kind = 'company' and status = 'approved'",
    [ada.id],
  );
  await app.runJob("end-expired-documents");
  assert.deepEqual([(await seenOf(ada)).fullName, await levelOf(app, ada)], [null, 2]);
  const kept = await owner.query("select company_name_sealed from users where id = $1", [ada.id]);
  assert.equal(kept.rows[0].company_name_sealed, null, "nor is its name kept");
  await owner.query(
    `insert into account_closures (user_id, reason, asked_at, due_at, closed_at)
     values ($1, 'privacy', market_now(), market_now(), null)`,
    [ada.id],
  );
  await owner.query("update account_closures set closed_at = market_now() where user_id = $1", [ada.id]);
  const { rows } = await owner.query("select corporate_since from users where id = $1", [ada.id]);
  assert.equal(rows[0].corporate_since, null);
});

test("a company is shown by the approved name, and nobody can show it by an earlier name", async () => {
  const ada = await anApprovedCompany();
  const { rows } = await owner.query("select reference from verifications where user_id = $1 and kind = 'company'", [
    ada.id,
  ]);
  const named = `select show_company_name('${rows[0].reference}', 'a name', market_now()) as outcome`;
  assert.deepEqual(await asWeb(named), [{ outcome: false }]);
  assert.equal((await seenOf(ada)).fullName, "Obi Trading Ltd");
});

// Guards: a user with a social account signs in by it in place of the password and of nothing else; it is connected by a proof
// of just that, as strong as for a new factor; an attempt belongs to this browser and works once; a newcomer's email counts as
// confirmed only by a trusted provider.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrentUser } from "#contract/people/accounts.ts";
import { listActivity } from "#contract/people/activity.ts";
import * as auth from "#contract/people/sign-in/auth.ts";
import { forgotPassword, resetPassword } from "#contract/people/sign-in/passwords.ts";
import { finishLogin } from "#contract/people/sign-in/sign-in.ts";
import * as social from "#contract/people/sign-in/social.ts";
import { ids } from "../../platform/ids.ts";
import { signingIn } from "../../testing/people/signing-in.ts";
import { startOpenId } from "../../testing/outside/open-id-service.ts";
import { type TestClient, TEST_PASSWORD, testApp } from "../../testing/index.ts";

const there = await startOpenId();
const trusted = await startOpenId({ id: "trusted", confirmsEmail: true });
const app = await testApp({ config: { social: [there.settings, trusted.settings] } });
const { owner, moveClock, deliverEvents, runJob } = app;
const { withApp } = signingIn(app);
await runJob("name-social-providers");

let network = 1;
const browser = () => app.client("", `198.51.${network >> 8}.${network++ & 255}`);
const anAddress = () => `${ids.hash().toLowerCase()}@example.org`;

async function aMember(email = anAddress()) {
  const client = browser();
  assert.equal((await client.call(auth.register, { body: { email, password: TEST_PASSWORD } })).status, 200);
  const { rows } = await owner.query(
    "update users set email_confirmed_at = market_now(), named_at = market_now() where id = (select max(id) from users) returning id",
  );
  return { id: BigInt(rows[0].id), email, client };
}
type Member = { readonly id: string | bigint; readonly email: string; readonly client: TestClient };

function aUserThere(service = there, { email = anAddress(), email_verified = true } = {}) {
  const person = { sub: ids.hash(), email, email_verified, given_name: "Grace", family_name: "Hopper" };
  service.add(person);
  return person;
}

/** While a worker comes by. */
async function worked<T>(call: Promise<T>): Promise<T> {
  let isDone = false;
  const answer = call.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await runJob("ask-social-providers");
    await new Promise((done) => setTimeout(done, 20));
  }
  return answer;
}
type As = { sub: string } | "nobody";
const provider = ({ settings: { id } }: typeof there) => ({ provider: id });
const finish = (client: TestClient, back: URL, service = there) =>
  worked(client.call(social.finishSocial, { params: provider(service), body: { answer: back.search } }));

async function came(client: TestClient, as: As, service = there): Promise<URL> {
  const begun = await client.call(social.beginSocialSignIn, { params: provider(service), body: {} });
  assert.equal(begun.status, 200, begun.code);
  return service.walk(begun.data.location, as);
}
const signIn = async (client: TestClient, as: As, service = there) =>
  finish(client, await came(client, as, service), service);

/** Back from there, to be connected. */
async function shown({ client }: Member, as: As, service = there): Promise<string> {
  const begun = await client.call(social.beginSocialConnection, { params: provider(service), body: {} });
  assert.equal(begun.status, 200, begun.code);
  const answer = await finish(client, await service.walk(begun.data.location, as), service);
  assert.equal(answer.data.outcome, "connect", answer.code);
  return answer.data.connect?.id ?? "";
}
const prove = ({ client }: Member, wanted: Parameters<typeof app.prove>[1]) =>
  client.call(auth.prove, { body: { for: wanted, password: TEST_PASSWORD } });
const connect = ({ client }: Member, id: string) =>
  client.call(social.connectSocialAccount, { body: { id }, proves: false });
async function connected(member: Member, as: As, service = there): Promise<void> {
  const id = await shown(member, as, service);
  assert.equal((await prove(member, { kind: "connect_social", id })).status, 200);
  assert.equal((await connect(member, id)).status, 200);
}
const holdsOf = async (id: Member["id"]) =>
  (
    await owner.query(
      `select reason, round(extract(epoch from ends_at - market_now()) / 3600)::int as hours from send_out_holds
       where user_id = $1 order by id`,
      [id],
    )
  ).rows;
const userOf = async (client: TestClient) => (await client.call(getCurrentUser)).data;

test("a social account is connected by a proof of just that, is notified, and holds what leaves for a day", async () => {
  const ada = await aMember();
  const person = aUserThere();
  const id = await shown(ada, person);
  assert.equal((await connect(ada, id)).code, "auth.password_proof");
  await prove(ada, { kind: "connect_social", id: ids.hash() });
  assert.equal((await connect(ada, id)).code, "auth.password_proof", "a proof of another attempt");
  assert.equal((await signIn(browser(), person)).data.outcome, "register", "nothing is connected before its proof");
  await prove(ada, { kind: "connect_social", id });
  const { data } = await connect(ada, id);
  assert.deepEqual(
    data.accounts.map(({ provider: by, title, hint }) => [by, title, hint]),
    [["there", "There", `${person.email[0]}…@example.org`]],
  );
  assert.deepEqual(
    data.providers.map((one) => one.id),
    ["trusted"],
  );
  assert.deepEqual((await ada.client.call(social.listSocialAccounts)).data, data);
  const { data: others } = await (await aMember()).client.call(social.listSocialAccounts);
  assert.deepEqual([others.accounts, others.providers.length], [[], 2], "and nobody else has it");
  assert.deepEqual(await holdsOf(ada.id), [{ reason: "new_sign_in", hours: 24 }]);
  assert.equal((await connect(ada, id)).code, "social.gone", "an attempt connects once");
  await deliverEvents();
  const { rows } = await owner.query("select body_text from mails where to_address = $1 order by id desc", [ada.email]);
  assert.match(rows[0].body_text, /without your password. Transfers wait for 24 hours/);
  const { data: lines } = await ada.client.call(listActivity);
  assert.deepEqual([lines[0]?.kind, lines[0]?.detail], ["social_connected", "There"]);
});

test("it signs in in place of the password, and a new browser holds what leaves", async () => {
  const ada = await aMember();
  const person = aUserThere();
  await connected(ada, person);
  const client = browser();
  const answer = await signIn(client, person);
  assert.deepEqual([answer.status, answer.data.outcome, answer.data.redirectTo], [200, "signed_in", "/dashboard"]);
  assert.equal((await userOf(client)).email, ada.email);
  assert.deepEqual(
    (await holdsOf(ada.id)).map(({ reason }) => reason),
    ["new_sign_in", "new_device"],
  );
  const { data: lines } = await ada.client.call(listActivity);
  assert.ok(lines.some(({ kind }) => kind === "signed_in"));
});

test("a user with a second step is asked for it after a social account, too", async () => {
  const ada = await withApp();
  const person = aUserThere();
  const id = await shown(ada, person);
  await ada.client.call(auth.prove, { body: { for: { kind: "connect_social", id }, code: await ada.code() } });
  assert.equal((await connect(ada, id)).status, 200);
  const { rows: before } = await owner.query("select count(*)::int as many from send_out_holds where user_id = $1", [
    ada.id,
  ]);
  const client = browser();
  const answer = await signIn(client, person);
  assert.equal(answer.data.outcome, "second_factor", answer.code);
  assert.equal((await client.call(getCurrentUser)).status, 401);
  assert.equal((await client.call(finishLogin, { body: { code: "000000" } })).code, "auth.code_wrong");
  assert.equal((await client.call(getCurrentUser)).status, 401);
  await moveClock(90_000);
  await owner.query("update social_providers set seen_at = market_now()");
  const after = await owner.query("select count(*)::int as many from send_out_holds where user_id = $1", [ada.id]);
  assert.deepEqual(after.rows, before, "before the second step a new browser holds nothing");
  assert.equal((await client.call(finishLogin, { body: { code: await ada.code() } })).status, 200);
  assert.equal((await userOf(client)).email, ada.email);
});

test("an attempt is this browser's: what came back for another, or to something else, signs nobody in", async () => {
  const ada = await aMember();
  const person = aUserThere();
  await connected(ada, person);
  const [mine, other] = [browser(), browser()];
  const back = await came(mine, person);
  await came(other, person);
  assert.equal((await finish(other, back)).code, "social.gone", "the state of another browser");
  assert.equal((await finish(browser(), back)).code, "social.gone", "a browser that began nothing");
  const bent = new URL(back);
  bent.searchParams.set("state", ids.secret());
  assert.equal((await finish(mine, bent)).code, "social.gone", "another state");
  assert.equal((await finish(mine, back, trusted)).code, "social.gone", "the address of another provider");
  assert.equal((await finish(mine, back)).data.outcome, "signed_in");
});

test("an attempt works once and for ten minutes", async () => {
  const ada = await aMember();
  const person = aUserThere();
  await connected(ada, person);
  const client = browser();
  const back = await came(client, person);
  assert.equal((await finish(client, back)).data.outcome, "signed_in");
  const { rows } = await owner.query(
    "select status, answer, code_verifier from social_attempts order by id desc limit 1",
  );
  assert.deepEqual(rows, [{ status: "used", answer: "", code_verifier: "" }]);
  const late = browser();
  const comes = await came(late, person);
  await moveClock(10 * 60_000 + 1000);
  // A worker says every half minute that they are there.
  await owner.query("update social_providers set seen_at = market_now()");
  assert.equal((await finish(late, comes)).code, "social.gone");
  await runJob("ask-social-providers");
});

test("of two calls with one answer one signs in", async () => {
  const ada = await aMember();
  const person = aUserThere();
  await connected(ada, person);
  const client = browser();
  const back = await came(client, person);
  const again = app.client("", "198.51.100.9");
  const answers = await worked(
    Promise.all(
      [1, 2].map(() => client.call(social.finishSocial, { params: provider(there), body: { answer: back.search } })),
    ),
  );
  assert.deepEqual(answers.map(({ code }) => code).sort(), ["", "social.gone"]);
  assert.equal((await finish(again, back)).code, "social.gone");
});

test("a code that the provider did not give for this attempt is refused", async () => {
  const client = browser();
  const back = await came(client, aUserThere());
  const other = await came(browser(), aUserThere());
  back.searchParams.set("code", other.searchParams.get("code") ?? "");
  assert.equal((await finish(client, back)).code, "social.wrong");
});

test("a user of another provider does not wait for a slow one", async () => {
  there.hold(true);
  const waiting = browser();
  const back = await came(waiting, aUserThere());
  let isOver = false;
  const slow = waiting
    .call(social.finishSocial, { params: provider(there), body: { answer: back.search } })
    .finally(() => {
      isOver = true;
    });
  const isReturned = async () =>
    (await owner.query("select from social_attempts where status = 'returned'")).rows.length > 0;
  while (!(await isReturned())) await new Promise((done) => setTimeout(done, 20));
  assert.equal((await signIn(browser(), aUserThere(trusted), trusted)).data.outcome, "register");
  assert.equal(isOver, false);
  assert.equal((await worked(slow)).code, "social.away");
  there.hold(false);
});

test("a word that the provider did not sign is refused", async () => {
  const person = aUserThere();
  there.forge(true);
  assert.equal((await signIn(browser(), person)).code, "social.wrong");
  there.forge(false);
  assert.equal((await signIn(browser(), person)).data.outcome, "register");
});

test("an attempt that the web makes lasts no longer than a quarter of an hour", async () => {
  await came(browser(), aUserThere());
  await assert.rejects(
    owner.query("update social_attempts set expires_at = began_at + interval '16 minutes'"),
    /social_attempts_ends_soon/,
  );
});

test("a user who declines there, or whose provider is away or not configured, is refused with that reason", async () => {
  await owner.query("create table kept_providers as select * from social_providers where id = 'there'");
  const client = browser();
  assert.equal((await signIn(client, "nobody")).code, "social.denied");
  await owner.query("update social_providers set authorization_endpoint = null where id = 'there'");
  const begun = await client.call(social.beginSocialSignIn, { params: provider(there), body: {} });
  assert.equal(begun.code, "social.away");
  await owner.query("delete from social_providers where id = 'there'");
  const left = await client.call(social.beginSocialSignIn, { params: provider(there), body: {} });
  assert.equal(left.code, "social.unknown_provider");
  await owner.query("insert into social_providers select * from kept_providers");
});

test("what is connected to one account is connected to no other, and an account has one of each provider", async () => {
  const [ada, grace] = [await aMember(), await aMember()];
  const person = aUserThere();
  await connected(ada, person);
  const id = await shown(grace, person);
  await prove(grace, { kind: "connect_social", id });
  assert.equal((await connect(grace, id)).code, "social.taken");
  const again = await ada.client.call(social.beginSocialConnection, { params: provider(there), body: {} });
  assert.equal(again.code, "social.known");
});

test("a provider's answer connects to no other user's account", async () => {
  const [ada, grace] = [await aMember(), await aMember()];
  const id = await shown(ada, aUserThere());
  await prove(grace, { kind: "connect_social", id });
  assert.equal((await connect(grace, id)).code, "social.gone");
});

test("disconnecting takes a proof, and nobody signs in by it afterwards", async () => {
  const ada = await aMember();
  const person = aUserThere();
  await connected(ada, person);
  const end = () => ada.client.call(social.disconnectSocialAccount, { params: provider(there), proves: false });
  assert.equal((await end()).code, "auth.password_proof");
  await prove(ada, { kind: "disconnect_social", id: "there" });
  assert.deepEqual((await end()).data.accounts, []);
  assert.equal((await end()).code, "social.none");
  assert.equal((await signIn(browser(), person)).data.outcome, "register");
  const { data: lines } = await ada.client.call(listActivity);
  assert.equal(lines[0]?.kind, "social_disconnected");
});

test("a new password disconnects them", async () => {
  const ada = await aMember();
  const person = aUserThere();
  await connected(ada, person);
  await ada.client.call(forgotPassword, { body: { email: ada.email } });
  await deliverEvents();
  const { rows } = await owner.query(
    "select body_text from mails where to_address = $1 and body_text like '%/reset-password#%' order by id desc",
    [ada.email],
  );
  const token = /reset-password#([\w-]+)/.exec(rows[0].body_text)?.[1] ?? "";
  const reset = await browser().call(resetPassword, { body: { token, new_password: "another long password" } });
  assert.equal(reset.status, 200, reset.code);
  assert.equal((await signIn(browser(), person)).data.outcome, "register");
});

const newcomer = (client: TestClient, email: string, service = there) =>
  client.call(social.registerBySocial, {
    params: provider(service),
    body: { email, password: TEST_PASSWORD },
  });

test("a newcomer registers by it with the form as always, and signs in by it; the email waits for its code", async () => {
  const person = aUserThere();
  const client = browser();
  const { data } = await signIn(client, person);
  assert.deepEqual(data.person, { title: "There", email: person.email, firstName: "Grace", lastName: "Hopper" });
  const made = await newcomer(client, person.email);
  assert.equal(made.status, 200, made.code);
  assert.equal((await userOf(client)).verification.email.isVerified, false, "this provider is not trusted with emails");
  assert.equal((await signIn(browser(), person)).data.outcome, "signed_in");
  const digests = async () => (await owner.query("select count(*)::int as many from credentials")).rows[0].many;
  const before = await digests();
  assert.equal((await newcomer(client, anAddress())).code, "social.gone");
  assert.equal(await digests(), before, "no digest is made for whom no provider has named");
});

test("a trusted provider's word confirms an email: only the one it confirmed", async () => {
  const confirmed = async (verified: boolean, typed?: string) => {
    const person = aUserThere(trusted, { email_verified: verified });
    const client = browser();
    await signIn(client, person, trusted);
    assert.equal((await newcomer(client, typed ?? person.email, trusted)).status, 200);
    return (await userOf(client)).verification.email.isVerified;
  };
  assert.deepEqual(
    [await confirmed(true), await confirmed(false), await confirmed(true, anAddress())],
    [true, false, false],
  );
});

test("an equal email connects nothing: a trusted provider's user is asked to sign in, others learn nothing", async () => {
  const ada = await aMember();
  assert.equal(
    (await signIn(browser(), aUserThere(trusted, { email: ada.email }), trusted)).code,
    "social.email_known",
  );
  const untrusted = browser();
  assert.equal((await signIn(untrusted, aUserThere(there, { email: ada.email }))).data.outcome, "register");
  const { rows } = await owner.query("select count(*)::int as many from social_accounts where user_id = $1", [ada.id]);
  assert.deepEqual(rows, [{ many: 0 }]);
});

test("by itself it proves nothing that moves money", async () => {
  const ada = await aMember();
  const person = aUserThere();
  await connected(ada, person);
  const client = browser();
  await signIn(client, person);
  const { rows } = await owner.query(
    "select count(*)::int as many from proofs where user_id = $1 and subject not like 'connect_social:%'",
    [ada.id],
  );
  assert.deepEqual(rows, [{ many: 0 }]);
});

test("what an account that closes was connected to is erased, and the archive has it before", async () => {
  const ada = await aMember();
  await connected(ada, aUserThere());
  const { rows: exports } = await owner.query(
    `insert into data_exports (user_id, session_id, asked_at, expires_at)
     select user_id, id, market_now(), market_now() + interval '1 day' from sessions where user_id = $1 limit 1 returning id`,
    [ada.id],
  );
  const { rows: lines } = await owner.query("select line from export_part($1, 'social', 0, 10)", [exports[0].id]);
  assert.equal(JSON.parse(lines[0].line).provider, "there");
  await owner.query(
    `insert into account_closures (user_id, reason, asked_at, due_at)
     values ($1, 'privacy', market_now(), market_now() + interval '1 day')`,
    [ada.id],
  );
  await owner.query("update account_closures set closed_at = market_now() where user_id = $1", [ada.id]);
  const { rows } = await owner.query("select count(*)::int as many from social_accounts where user_id = $1", [ada.id]);
  assert.deepEqual(rows, [{ many: 0 }]);
});

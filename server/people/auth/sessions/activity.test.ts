// Guards: events of an account are in its activity with time, device and address, whichever process wrote them; only its owner
// reads it, by key, and it is erased after a year.
import assert from "node:assert/strict";
import { test } from "node:test";
import { base32nopad } from "@scure/base";
import { type ActivityLine, listActivity } from "#contract/people/activity.ts";
import * as accounts from "#contract/people/accounts.ts";
import * as auth from "#contract/people/sign-in/auth.ts";
import * as calls from "#contract/people/sign-in/passwords.ts";
import * as factors from "#contract/people/sign-in/two-factor.ts";
import { ids } from "../../../platform/ids.ts";
import { totpCode } from "../../../platform/totp.ts";
import { TEST_PASSWORD, type TestClient, testApp } from "../../../testing/index.ts";

const app = await testApp();
const { db, dbs, owner, moveClock } = app;
const NEW = "slate harbor nine lanterns";
const DAY_MS = 86_400_000;

type Member = { readonly id: string; readonly email: string; readonly ip: string; readonly client: TestClient };
let network = 1;
const nextIp = () => `203.0.${network >> 8}.${network++ & 255}`;

async function aMember({
  isConfirmed = true,
  email = `${ids.hash().toLowerCase()}@example.org`,
} = {}): Promise<Member> {
  const ip = nextIp();
  const client = app.client("", ip);
  assert.equal((await client.call(auth.register, { body: { email, password: TEST_PASSWORD } })).status, 200);
  const { rows } = await owner.query(
    `update users set email_confirmed_at = case when $1 then market_now() end
     where id = (select max(id) from users) returning id`,
    [isConfirmed],
  );
  await owner.query("delete from account_activity where user_id = $1 and kind = 'email_confirmed'", [rows[0].id]);
  return { id: rows[0].id, email, ip, client };
}

const signIn = (email: string, password: string, ip: string) => {
  const client = app.client("", ip);
  return client.call(auth.login, { body: { email, password } }).then(({ status, code }) => ({ client, status, code }));
};

async function activity({ client }: Pick<Member, "client">): Promise<ActivityLine[]> {
  const { status, data } = await client.call(listActivity);
  assert.equal(status, 200);
  return data;
}
/** The newest first. */
const kindsOf = async (member: Pick<Member, "client">) => (await activity(member)).map(({ kind }) => kind);

const asLogin = (login: "web" | "worker" | "chain", text: string) =>
  dbs[login].tx((tx) => tx.rows(Object.assign([text], { raw: [text] })));

test("a sign-in is recorded with its address and the browser's name, and so is the end of a session", async () => {
  const ada = await aMember();
  const ip = nextIp();
  const seed = ids.secret();
  const answer = await app.app.fastify.inject({
    method: "POST",
    url: auth.login.path,
    remoteAddress: ip,
    headers: {
      cookie: `parley_seed=${seed}`,
      "x-csrf-token": app.app.forgery.tokenOf(seed),
      "x-requested-with": "XMLHttpRequest",
      "idempotency-key": ids.hash(),
      "content-type": "application/json",
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    },
    payload: JSON.stringify({ email: ada.email, password: TEST_PASSWORD }),
  });
  assert.equal(answer.statusCode, 200);
  const [begun, ...before] = await activity(ada);
  assert.deepEqual([begun?.kind, begun?.device, begun?.ip, begun?.times], ["signed_in", "Firefox on Linux", ip, 1]);
  assert.equal(before.at(-1)?.kind, "signed_in", "the session that registering began");
  assert.equal((await ada.client.call(auth.endOtherSessions)).status, 200);
  const [ended] = await activity(ada);
  assert.deepEqual([ended?.kind, ended?.device, ended?.ip], ["session_ended", "Firefox on Linux", ip]);
});

test("wrong guesses are counted with where they came from: at the sign-in, at a confirmation, of a code", async () => {
  const ada = await aMember();
  const thief = nextIp();
  for (let guess = 0; guess < 3; guess++)
    assert.equal((await signIn(ada.email, `guess number ${guess}`, thief)).code, "auth.wrong_credentials");
  const [wrong, ...before] = await activity(ada);
  assert.deepEqual([wrong?.kind, wrong?.times, wrong?.ip], ["wrong_password", 3, thief]);
  assert.deepEqual(
    before.map(({ kind }) => kind),
    ["signed_in"],
    "guesses of one hour and place are one line",
  );
  assert.equal((await signIn(ada.email, TEST_PASSWORD, ada.ip)).status, 200);
  assert.ok(!(await kindsOf(ada)).includes("wrong_confirmation"), "the right one is no guess");
  const remove = { body: { password: "not the password" } };
  assert.equal((await ada.client.call(factors.deactivateTwoFactor, remove)).code, "auth.password_wrong");
  const [confirmation] = await activity(ada);
  assert.deepEqual([confirmation?.kind, confirmation?.ip], ["wrong_confirmation", ada.ip]);
  await moveClock(3_600_000);
  await signIn(ada.email, "one more guess", thief);
  const [later] = await activity(ada);
  assert.deepEqual([later?.kind, later?.times], ["wrong_password", 1], "an hour later it is a line of its own");
});

test("a user who entered another person's email and never confirmed it reads nothing of where its owner signs in", async () => {
  const ada = await aMember();
  const squatter = await aMember({ isConfirmed: false, email: ada.email });
  assert.equal((await signIn(ada.email, TEST_PASSWORD.toUpperCase(), nextIp())).code, "auth.wrong_credentials");
  assert.deepEqual(await kindsOf(squatter), ["signed_in"]);
  assert.equal((await kindsOf(ada))[0], "wrong_password");
});

test("a new device, factors, passwords, email and username are recorded, each with the place of the change", async () => {
  const ada = await aMember();
  const { data } = await ada.client.call(factors.enableTwoFactor, { body: { password: TEST_PASSWORD } });
  const secret = base32nopad.decode(data.secret);
  const code = async () => totpCode(secret, await db.read((tx) => tx.readClock()));
  await ada.client.call(factors.verifyTwoFactor, { body: { code: await code() } });
  await moveClock(31_000);
  assert.equal(
    (await ada.client.call(factors.deactivateTwoFactor, { body: { code: "000000" } })).code,
    "auth.code_wrong",
  );
  const removed = await ada.client.call(factors.deactivateTwoFactor, { body: { code: await code() } });
  assert.equal(removed.status, 200, removed.code);
  const elsewhere = nextIp();
  assert.equal((await signIn(ada.email, TEST_PASSWORD, elsewhere)).status, 200);
  const changed = { body: { password: TEST_PASSWORD, new_password: NEW } };
  assert.equal((await ada.client.call(calls.changePassword, changed)).status, 200);
  const username = `ada_${ids.hash().slice(0, 8)}`;
  assert.equal((await ada.client.call(accounts.setUsername, { body: { username } })).status, 200);
  const lines = await activity(ada);
  const entries = lines.map(({ kind, detail, ip }) => [kind, kind === "username_changed" ? "" : detail, ip]);
  assert.deepEqual(entries, [
    ["username_changed", "", ada.ip],
    ["session_ended", "", elsewhere],
    ["password_changed", "", ada.ip],
    ["signed_in", "", elsewhere],
    ["new_device", "", elsewhere],
    ["factor_removed", "authenticator app", ada.ip],
    ["wrong_code", "", ada.ip],
    ["factor_added", "authenticator app", ada.ip],
    ["signed_in", "", ada.ip],
  ]);
});

test("a link to a new password is recorded when it is requested, with the requester's address, and so is the reset", async () => {
  const ada = await aMember();
  const asker = nextIp();
  await app.client("", asker).call(calls.forgotPassword, { body: { email: ada.email } });
  await app.deliverEvents();
  const { rows } = await owner.query("select body_text from mails where to_address = $1 order by id desc", [ada.email]);
  const token = /reset-password#(\S+)/.exec(rows[0].body_text)?.[1] ?? "";
  const resetter = nextIp();
  const reset = { body: { token, new_password: NEW } };
  assert.equal((await app.client("", resetter).call(calls.resetPassword, reset)).status, 200);
  const { client } = await signIn(ada.email, NEW, ada.ip);
  const entries = (await activity({ client })).map(({ kind, ip }) => [kind, ip]);
  assert.deepEqual(
    entries.filter(([kind]) => kind === "reset_asked" || kind === "password_reset"),
    [
      ["password_reset", resetter],
      ["reset_asked", asker],
    ],
  );
});

test("confirming and correcting the email are recorded", async () => {
  const ada = await aMember({ isConfirmed: false });
  await moveClock(61_000);
  const body = { email: `${ids.hash().toLowerCase()}@example.org` };
  assert.equal((await ada.client.call(auth.changeUnconfirmedEmail, { body })).status, 200);
  const { rows } = await owner.query("select body_text from mails where to_address = $1 order by id desc", [
    body.email,
  ]);
  const code = /\b[0-9]{6}\b/.exec(rows[0].body_text)?.[0] ?? "";
  assert.equal((await ada.client.call(auth.verifyEmailCode, { body: { code } })).status, 200);
  const entries = (await activity(ada)).map(({ kind, ip }) => [kind, ip]);
  assert.deepEqual(entries.slice(0, 2), [
    ["email_confirmed", ada.ip],
    ["email_changed", ada.ip],
  ]);
});

test("a role that staff grant or revoke is recorded, without a browser", async () => {
  const ada = await aMember();
  await owner.query("insert into user_roles (user_id, role, granted_at) values ($1, 'moderator', '2020-01-01')", [
    ada.id,
  ]);
  await owner.query("delete from user_roles where user_id = $1", [ada.id]);
  const entries = (await activity(ada)).map(({ kind, detail, device, ip }) => [kind, detail, device, ip]);
  assert.deepEqual(entries.slice(0, 2), [
    ["role_revoked", "moderator", null, null],
    ["role_granted", "moderator", null, null],
  ]);
});

test("no process writes, changes or leaves out a line, and no session begins without one", async () => {
  const [ada, eve] = [await aMember(), await aMember()];
  for (const login of ["web", "worker", "chain"] as const)
    for (const statement of [
      `insert into account_activity (user_id, kind, at) values (${ada.id}, 'signed_in', market_now())`,
      "update account_activity set ip = 'elsewhere'",
      "delete from account_activity",
      `select note_activity_from(${ada.id}, 'signed_in', '', 'elsewhere', '')`,
      "alter table sessions disable trigger all",
      `update sessions set user_id = ${ada.id} where user_id = ${eve.id}`,
      "update sessions set expires_at = market_now() + interval '9 years'",
      "update sessions set ip = 'elsewhere'",
    ])
      await assert.rejects(asLogin(login, statement), /permission denied|must be owner/, `${login}: ${statement}`);
  for (const login of ["web", "chain"] as const)
    await assert.rejects(asLogin(login, "select erase_old_activity()"), /permission denied/);
  await owner.query("update sessions set ended_at = market_now() where user_id = $1", [eve.id]);
  await assert.rejects(asLogin("web", `update sessions set ended_at = null where user_id = ${eve.id}`), /stays so/);
  const before = (await activity(ada)).length;
  await asLogin(
    "web",
    `insert into sessions (public_id, token_hash, user_id, created_at, seen_at, token_at, expires_at, idle_hours, ip, user_agent)
     values ('${ids.hash()}', '\\x01', ${ada.id}, market_now(), market_now(), market_now(), market_now() + interval '1 hour', 1, 'hidden', '')`,
  );
  assert.equal((await activity(ada)).length, before + 1);
});

test("each reads their own alone, page by page by key", async () => {
  const [ada, eve] = [await aMember(), await aMember()];
  await owner.query(
    `insert into account_activity (user_id, kind, at, detail)
     select $1, 'username_changed', market_now(), n::text from generate_series(1, 45) n`,
    [ada.id],
  );
  const seen: string[] = [];
  let next: number | null | undefined;
  for (let page = 0; page < 3; page++) {
    const answer = await ada.client.call(listActivity, { query: next ? { before: String(next) } : {} });
    seen.push(...answer.data.map(({ detail }) => detail));
    next = answer.meta.next;
  }
  assert.equal(next, null);
  assert.deepEqual(seen, [...Array.from({ length: 45 }, (_, at) => String(45 - at)), ""]);
  assert.deepEqual(await kindsOf(eve), ["signed_in"]);
  assert.equal((await app.client().call(listActivity)).code, "auth.required");
  assert.equal((await ada.client.call(listActivity, { query: { before: "0" } })).status, 422);
});

test("after a year it is gone, with the addresses of sessions that ended, and not before", async () => {
  const ada = await aMember();
  const gone = await signIn(ada.email, TEST_PASSWORD, nextIp());
  await gone.client.call(auth.logout);
  const addresses = async () => {
    const { rows } = await owner.query("select ip <> '' as is_kept from sessions where user_id = $1 order by id", [
      ada.id,
    ]);
    return rows.map(({ is_kept }) => is_kept);
  };
  const lines = async () =>
    (await owner.query("select count(*)::int as n from account_activity where user_id = $1", [ada.id])).rows[0].n;
  const before = await lines();
  await moveClock(364 * DAY_MS);
  await app.runJob("forget-old-activity");
  assert.deepEqual([await lines(), await addresses()], [before, [true, true]]);
  await moveClock(2 * DAY_MS);
  await app.runJob("forget-old-activity");
  assert.deepEqual([await lines(), await addresses()], [0, [true, false]], "the other session expired later");
});

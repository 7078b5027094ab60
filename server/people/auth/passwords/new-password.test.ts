// Guards: a forgotten password is set anew by a link that only its mailbox has, and one that is known is changed; neither by
// a session alone, nor with less than what is enrolled, and what the old one had opened ends.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, test } from "node:test";
import { changeSetting } from "../../../reference/settings/index.ts";
import { base32nopad } from "@scure/base";
import * as auth from "#contract/people/sign-in/auth.ts";
import * as calls from "#contract/people/sign-in/passwords.ts";
import * as factors from "#contract/people/sign-in/two-factor.ts";
import { assertWith, enrollWith, makeSoftwareKey } from "../../../demo/software-key.ts";
import { playRecordedRates } from "../../../money/rates/index.ts";
import { ids } from "../../../platform/ids.ts";
import { totpCode } from "../../../platform/totp.ts";
import { TEST_PASSWORD, type TestClient, testApp } from "../../../testing/index.ts";
import { type Member, signingIn } from "../../../testing/people/signing-in.ts";

const app = await testApp();
// Before the bounds their browsers would have to work.
await app.db.tx((tx) => changeSetting(tx, { name: "auth.puzzle_after", value: 1000, changedBy: null }));
const { db, dbs, owner, moveClock } = app;
const { origin } = app.config.publicUrl;
const NEW = "slate harbor nine lanterns";
const HOUR_MS = 3_600_000;
/** Each browser from another network: they do not use up each other's emails. */
const { now, browser, aMember, isIn } = signingIn(app);
await db.tx(playRecordedRates);

const forget = (email: string, who = browser()) => who.call(calls.forgotPassword, { body: { email } });

async function lastLink(email: string): Promise<string> {
  await app.deliverEvents();
  const { rows } = await owner.query(
    "select body_text from mails where to_address = $1 and subject = 'Set a new password' order by id desc limit 1",
    [email],
  );
  return /reset-password#(\S+)/.exec(rows[0]?.body_text ?? "")?.[1] ?? "";
}

async function aLink({ email }: Member): Promise<string> {
  assert.equal((await forget(email)).status, 200);
  return lastLink(email);
}

type Reset = Partial<Parameters<TestClient["call"]>[1]> & Record<string, unknown>;
const reset = (token: string, more: Reset = {}, new_password = NEW) =>
  browser().call(calls.resetPassword, { body: { token, new_password, ...more } });
const signIn = (email: string, password: string, who = browser()) =>
  who.call(auth.login, { body: { email, password } });
const heldHours = async ({ client }: Pick<Member, "client">) => {
  const until = (await client.call(factors.getTwoFactor, {})).data.heldUntil;
  return until === null ? 0 : Math.round((Date.parse(until) - (await now()).getTime()) / HOUR_MS);
};

async function addApp({ client }: Member): Promise<Uint8Array> {
  const { data } = await client.call(factors.enableTwoFactor, { body: { password: TEST_PASSWORD } });
  const secret = base32nopad.decode(data.secret);
  const code = totpCode(secret, await now());
  assert.equal((await client.call(factors.verifyTwoFactor, { body: { code } })).status, 200);
  // A code counts once.
  await moveClock(31_000);
  return secret;
}

test("a user who forgot the password sets a new one by the link in the email, once, and signs in with it alone", async () => {
  const ada = await aMember();
  const token = await aLink(ada);
  const done = await reset(token);
  assert.deepEqual([done.status, done.data.waitsUntil, done.body.redirectTo], [200, null, "/login"]);
  assert.equal((await signIn(ada.email, TEST_PASSWORD)).code, "auth.wrong_credentials");
  assert.equal((await signIn(ada.email, NEW)).status, 200);
  assert.equal((await reset(token, {}, "another harbor nine")).code, "auth.reset_gone", "a link is used once");
});

test("the answer is the same for an address without an account, nothing is looked up for it, and nothing is sent to it", async () => {
  const ada = await aMember();
  const statements = async (email: string) => {
    const before = await owner.query("select count(*)::int as count from events");
    const { status, data, code } = await forget(email);
    const after = await owner.query("select count(*)::int as count from events");
    return { status, data, code, events: after.rows[0].count - before.rows[0].count };
  };
  const unknown = await statements("nobody@elsewhere.org");
  assert.deepEqual(unknown, await statements(ada.email));
  assert.deepEqual([unknown.status, unknown.data.validMinutes, unknown.events], [200, 30, 1]);
  const unconfirmed = browser();
  const form = { email: "typed@by.org", password: TEST_PASSWORD };
  await unconfirmed.call(auth.register, { body: form });
  assert.deepEqual(await statements("typed@by.org"), unknown);
  await app.deliverEvents();
  const { rows } = await owner.query(
    "select from mails where to_address ~ 'elsewhere|by.org' and subject ~ 'new password'",
  );
  assert.equal(rows.length, 0);
});

test("only the digest of a link is kept, and the web can make none", async () => {
  const ada = await aMember();
  const token = await aLink(ada);
  const { rows } = await owner.query(
    "select to_jsonb(password_resets)::text as text from password_resets where user_id = $1",
    [ada.id],
  );
  assert.equal(rows.length, 1);
  assert.ok(!rows[0].text.includes(token));
  assert.ok(rows[0].text.includes(createHash("sha256").update(token).digest("hex")));
  const asWeb = (text: string) => dbs.web.tx((tx) => tx.rows(Object.assign([text], { raw: [text] })));
  for (const statement of [
    `select begin_password_reset('${"a".repeat(64)}', ${ada.id}, market_now())`,
    "select token_hash from password_resets",
    `insert into password_resets values ('x', ${ada.id}, 0, market_now(), market_now() + interval '1 hour')`,
    "select body_text from mails",
    "update credentials set password_hash = ''",
  ])
    await assert.rejects(asWeb(statement), /permission denied/, statement);
});

test("an email that was confirmed stays, whatever the web writes: a link goes nowhere else", async () => {
  const ada = await aMember();
  const asWeb = (text: string) => dbs.web.tx((tx) => tx.rows(Object.assign([text], { raw: [text] })));
  for (const change of ["email_index = '\\x00'", "email_sealed = '\\x00'", "email_confirmed_at = null"])
    await assert.rejects(asWeb(`update users set ${change} where id = ${ada.id}`), /that was confirmed stays/, change);
});

test("a link ends after half an hour, and with the password that it was for", async () => {
  const ada = await aMember();
  const old = await aLink(ada);
  await moveClock(30 * 60_000 + 1000);
  assert.equal((await reset(old)).code, "auth.reset_gone");
  const [first, second] = [await aLink(ada), await aLink(ada)];
  assert.equal((await reset(first)).status, 200);
  assert.equal((await reset(second, {}, "another harbor nine")).code, "auth.reset_gone");
  const third = await aLink(ada);
  const client = browser();
  await signIn(ada.email, NEW, client);
  const changed = await client.call(calls.changePassword, { body: { password: NEW, new_password: TEST_PASSWORD } });
  assert.equal(changed.status, 200, changed.code);
  assert.equal((await reset(third)).code, "auth.reset_gone", "a change in the settings ends it as well");
  assert.equal((await signIn(ada.email, TEST_PASSWORD)).status, 200);
});

test("one link used many times at once sets one password", async () => {
  const ada = await aMember();
  const token = await aLink(ada);
  const chosen = ["slate harbor one", "slate harbor two", "slate harbor six"];
  const answers = await Promise.all(chosen.map((one) => reset(token, {}, one)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422]);
  const won = chosen[answers.findIndex(({ status }) => status === 200)] ?? "";
  assert.equal((await signIn(ada.email, won)).status, 200);
});

test("a new password is no common one and none of the person's own names", async () => {
  const ada = await aMember();
  const token = await aLink(ada);
  for (const weak of ["short", "password1234", "hopper"]) {
    const refused = await reset(token, {}, weak);
    assert.equal(refused.code, "auth.password_weak", weak);
    assert.ok(JSON.stringify(refused.body).includes("new_password"));
  }
  const { client } = ada;
  const weak = await client.call(calls.changePassword, {
    body: { password: TEST_PASSWORD, new_password: "password1234" },
  });
  assert.equal(weak.code, "auth.password_weak");
  assert.equal((await reset(token)).status, 200, "what was refused has not used the link");
});

test("a reset ends every session, in every process, with the proofs and codes that waited, and holds send-outs for a day", async () => {
  const ada = await aMember();
  const other = browser();
  await signIn(ada.email, TEST_PASSWORD, other);
  const quote = ids.hash();
  await owner.query(
    `insert into send_out_quotes (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
     values ($1, $2, 'ETH', 'there', 1, 1, 1, market_now(), market_now() + interval '1 hour')`,
    [quote, ada.id],
  );
  // The first device of an account holds nothing; a second one does.
  await owner.query("delete from send_out_holds where user_id = $1", [ada.id]);
  const proved = await ada.client.call(auth.prove, {
    body: { for: { kind: "send_out", id: quote }, password: TEST_PASSWORD },
  });
  assert.equal(proved.status, 200, proved.code);
  await owner.query(
    `insert into email_codes (user_id, purpose, code_hash, created_at, expires_at, tries_left)
     values ($1, 'confirm_email', 'x', market_now(), market_now() + interval '10 minutes', 5)`,
    [ada.id],
  );
  await ada.client.call(factors.enableTwoFactor, { body: { password: TEST_PASSWORD } });
  const token = await aLink(ada);
  const ended: string[] = [];
  const listener = await owner.connect();
  after(() => listener.release(true));
  listener.on("notification", ({ payload = "" }) => ended.push(payload));
  await listener.query("listen live_end");
  assert.equal((await reset(token)).status, 200);
  assert.ok(!(await isIn(ada.client)) && !(await isIn(other)));
  await listener.query("unlisten live_end");
  const { rows: open } = await owner.query("select id from sessions where user_id = $1 and ended_at is null", [ada.id]);
  assert.equal(open.length, 0);
  const { rows: sessions } = await owner.query("select id from sessions where user_id = $1", [ada.id]);
  for (const { id } of sessions) assert.ok(ended.includes(String(id)), "its live connection is closed");
  const { rows } = await owner.query(
    `select (select count(*)::int from proofs where user_id = $1 and expires_at > market_now()) as proofs,
       (select count(*)::int from email_codes where user_id = $1 and expires_at > market_now()) as codes,
       (select count(*)::int from authenticators where user_id = $1) as begun,
       (select count(*)::int from known_devices where user_id = $1) as devices`,
    [ada.id],
  );
  assert.deepEqual(rows[0], { proofs: 0, codes: 0, begun: 0, devices: 0 });
  const client = browser();
  await signIn(ada.email, NEW, client);
  assert.equal(await heldHours({ client }), 24);
});

test("its owner is notified by email and on the page, with a way to undo it", async () => {
  const ada = await aMember();
  await reset(await aLink(ada));
  await app.deliverEvents();
  const { rows: notices } = await owner.query("select kind from notifications where user_id = $1", [ada.id]);
  assert.deepEqual(notices, [{ kind: "password_changed" }]);
  const { rows } = await owner.query("select body_text from mails where to_address = $1 order by id desc limit 1", [
    ada.email,
  ]);
  assert.match(rows[0].body_text, /was changed.*\{origin\}\/forgot-password.*by a link from an email/s);
});

test("a user with an authenticator app shows a code of it beside the link", async () => {
  const ada = await aMember();
  const secret = await addApp(ada);
  const token = await aLink(ada);
  const bare = await reset(token);
  assert.equal(bare.code, "auth.factor_needed");
  assert.deepEqual(bare.body.context, { hasApp: true, passkeyIds: [] });
  assert.equal((await reset(token, { code: "000000" })).code, "auth.code_wrong");
  assert.equal((await signIn(ada.email, TEST_PASSWORD)).status, 200, "nothing has changed");
  assert.equal((await reset(token, { code: totpCode(secret, await now()) })).status, 200);
  assert.equal((await signIn(ada.email, NEW)).status, 200);
});

test("a user with a passkey shows it beside the link, for this link and no other", async () => {
  const [ada, eve] = [await aMember(), await aMember()];
  const keys = [makeSoftwareKey(), makeSoftwareKey()] as const;
  for (const [place, who] of [ada, eve].entries()) {
    const made = keys[place as 0 | 1];
    const new_passkey = enrollWith(made, { origin, now: await now() });
    await who.client.call(factors.addPasskey, { body: { password: TEST_PASSWORD, name: "k", new_passkey } });
  }
  const [token, hers] = [await aLink(ada), await aLink(eve)];
  const asserted = async (key: (typeof keys)[number], id: string) =>
    assertWith(key.key, { wanted: { kind: "set_password", id }, origin, now: await now() });
  assert.equal((await reset(token, { passkey: await asserted(keys[1], token) })).code, "auth.passkey_wrong");
  assert.equal((await reset(token, { passkey: await asserted(keys[0], hers) })).code, "auth.passkey_wrong");
  assert.equal((await reset(token, { passkey: await asserted(keys[0], token) })).status, 200);
});

test("a user who has lost that as well waits three days, of which the owner is notified, and send-outs are held three more", async () => {
  const ada = await aMember();
  await addApp(ada);
  const { id } = (await owner.query("select user_id as id from authenticators order by user_id desc limit 1")).rows[0];
  // An attacker with the session has turned it off everywhere.
  await owner.query("insert into factor_options values ($1, false, false, false, market_now())", [id]);
  const token = await aLink(ada);
  const began = await reset(token, { is_lost: true });
  const hours = (Date.parse(began.data.waitsUntil ?? "") - (await now()).getTime()) / HOUR_MS;
  assert.ok(hours > 71.9 && hours <= 72, `${hours}`);
  assert.equal((await signIn(ada.email, TEST_PASSWORD)).status, 200, "nothing has changed");
  await app.deliverEvents();
  const { rows } = await owner.query("select kind from notifications where user_id = $1 order by id desc limit 1", [
    ada.id,
  ]);
  assert.equal(rows[0].kind, "recovery_began");
  await moveClock(71 * HOUR_MS);
  assert.notEqual((await reset(token)).data.waitsUntil, null);
  assert.equal(
    (await reset(token, { is_lost: true })).data.waitsUntil,
    began.data.waitsUntil,
    "it does not begin anew",
  );
  await moveClock(HOUR_MS + 1000);
  const done = await reset(token);
  assert.deepEqual([done.status, done.data.waitsUntil], [200, null]);
  const client = browser();
  await signIn(ada.email, NEW, client);
  assert.equal(await heldHours({ client }), 72);
  const { authenticator, recoveryCodesLeft } = (await client.call(factors.getTwoFactor)).data;
  assert.deepEqual([authenticator, recoveryCodesLeft], [null, null], "what is lost is asked for nowhere");
  const { rows: left } = await owner.query("select from factor_options where user_id = $1", [id]);
  assert.equal(left.length, 0, "and the next is asked for everywhere");
});

test("a made-up code beside the word that it is lost sets nothing, begins no wait and ends none", async () => {
  const ada = await aMember();
  await addApp(ada);
  const token = await aLink(ada);
  assert.equal((await reset(token, { is_lost: true, code: "000000" })).status, 422);
  const { verifier } = app.ports;
  const factor = { code: "000000" };
  const asked = async () => (await verifier.resetPassword({ token, newPassword: NEW, isLost: true, factor })).outcome;
  assert.equal(await asked(), "waits", "the signer takes it for nothing");
  await moveClock(HOUR_MS);
  assert.equal(await asked(), "waits", "nor does it end the wait");
  assert.equal((await reset(token, { code: "000000" })).code, "auth.code_wrong");
  assert.equal((await signIn(ada.email, TEST_PASSWORD)).status, 200, "nothing has changed");
});

test("a user who has lost the number for codes waits as well, and signs in by the password afterwards", async () => {
  const ada = await aMember();
  await owner.query(
    `insert into phones (user_id, number_sealed, number_index, calling_code, confirmed_at)
     values ($1::bigint, '', $1::text::bytea, '49', market_now())`,
    [ada.id],
  );
  await owner.query(
    "insert into code_channels (user_id, channel, begun_at, confirmed_at) values ($1, 'sms', market_now(), market_now())",
    [ada.id],
  );
  const asked = async (password: string) => (await signIn(ada.email, password)).data.secondFactor?.channels ?? null;
  assert.deepEqual(await asked(TEST_PASSWORD), ["sms"]);
  const token = await aLink(ada);
  assert.notEqual((await reset(token, { is_lost: true })).data.waitsUntil, null);
  await moveClock(72 * HOUR_MS + 1000);
  assert.equal((await reset(token)).data.waitsUntil, null);
  assert.equal(await asked(NEW), null);
});

test("the wait ends where the owner changes the password meanwhile, and a day after it is over", async () => {
  const [ada, ben] = [await aMember(), await aMember()];
  const secret = await addApp(ada);
  await addApp(ben);
  const [token, late] = [await aLink(ada), await aLink(ben)];
  await reset(token, { is_lost: true });
  await reset(late, { is_lost: true });
  const code = totpCode(secret, await now());
  const body = { password: TEST_PASSWORD, new_password: NEW, code };
  assert.equal((await ada.client.call(calls.changePassword, { body })).status, 200);
  await moveClock(72 * HOUR_MS + 1000);
  assert.equal((await reset(token)).code, "auth.reset_gone");
  await moveClock(24 * HOUR_MS);
  assert.equal((await reset(late)).code, "auth.reset_gone");
});

test("a session alone changes no password: it takes the old one, and a factor where there is one", async () => {
  const ada = await aMember();
  const change = (body: Record<string, unknown>) =>
    ada.client.call(calls.changePassword, { body: { new_password: NEW, ...body } as never });
  assert.equal((await change({ password: "wrong wrong wrong" })).code, "auth.password_wrong");
  const secret = await addApp(ada);
  const bare = await change({ password: TEST_PASSWORD });
  assert.equal(bare.code, "auth.factor_needed");
  assert.equal((await change({ password: TEST_PASSWORD, code: "000000" })).code, "auth.code_wrong");
  const code = totpCode(secret, await now());
  assert.equal((await change({ password: "wrong wrong wrong", code })).code, "auth.password_wrong");
  assert.equal((await signIn(ada.email, TEST_PASSWORD)).status, 200, "nothing has changed");
  assert.equal((await change({ password: TEST_PASSWORD, code: totpCode(secret, await now()) })).status, 200);
});

test("guesses at the old password are bounded in a session", async () => {
  const ada = await aMember();
  const codes: string[] = [];
  for (let guess = 0; guess < 11; guess++) {
    const body = { password: `guess number ${guess}`, new_password: NEW };
    codes.push((await ada.client.call(calls.changePassword, { body })).code);
  }
  assert.deepEqual(codes, [...Array(10).fill("auth.password_wrong"), "auth.throttled"]);
});

test("a change ends every other session, goes on in this one under another token, and holds send-outs for a day", async () => {
  const ada = await aMember();
  const thief = browser();
  await signIn(ada.email, TEST_PASSWORD, thief);
  const before = ada.client.token;
  const changed = await ada.client.call(calls.changePassword, { body: { password: TEST_PASSWORD, new_password: NEW } });
  assert.deepEqual([changed.status, changed.data.heldHours], [200, 24]);
  assert.ok(!(await isIn(thief)));
  assert.ok(await isIn(ada.client));
  assert.ok(!(await isIn(app.client(before))), "the previous token");
  assert.equal((await ada.client.call(auth.listSessions)).data.length, 1);
  assert.equal(await heldHours(ada), 24);
  assert.equal((await signIn(ada.email, TEST_PASSWORD)).code, "auth.wrong_credentials");
  assert.equal((await signIn(ada.email, NEW)).status, 200);
});

test("no session of the old password begins beside its end", async () => {
  const ada = await aMember();
  for (let round = 0; round < 6; round++) {
    const token = await aLink(ada);
    const [old, next] = round % 2 === 0 ? [TEST_PASSWORD, NEW] : [NEW, TEST_PASSWORD];
    const thieves = Array.from({ length: 4 }, browser);
    const [done] = await Promise.all([
      reset(token, {}, next),
      ...thieves.map((thief) => signIn(ada.email, old, thief)),
    ]);
    assert.equal(done.status, 200, done.code);
    for (const thief of thieves) assert.ok(!thief.token || !(await isIn(thief)), `round ${round}`);
    await moveClock(HOUR_MS);
  }
});

test("one mailbox gets five links an hour, for all callers, and one network has a hundred sent", async () => {
  const ada = await aMember();
  const codes: number[] = [];
  for (let time = 0; time < 6; time++)
    codes.push((await forget(time % 2 ? ada.email : ada.email.toUpperCase())).status);
  assert.deepEqual(codes, [200, 200, 200, 200, 200, 429]);
  const unknown: number[] = [];
  for (let time = 0; time < 6; time++) unknown.push((await forget("never@joined.org")).status);
  assert.deepEqual(unknown, codes, "as often to an address without an account");
  await owner.query(
    "insert into failed_attempts (subject, at) select 'reset-from:203.0.113.77', market_now() from generate_series(1, 100)",
  );
  assert.equal((await forget("else@joined.org", app.client("", "203.0.113.77"))).code, "auth.throttled");
});

test("the signer itself takes a link once, for half an hour and for the password of that time", async () => {
  const ada = await aMember();
  const { verifier } = app.ports;
  const asked = async (token: string, newPassword: string) =>
    (await verifier.resetPassword({ token, newPassword, isLost: false })).outcome;
  const late = await aLink(ada);
  await moveClock(30 * 60_000 + 1000);
  assert.equal(await asked(late, NEW), "gone");
  const [first, second] = [await aLink(ada), await aLink(ada)];
  assert.equal(await asked(first, NEW), "done");
  assert.equal(await asked(first, TEST_PASSWORD), "gone");
  assert.equal(await asked(second, TEST_PASSWORD), "gone");
});

test("how long another password holds what goes out is a setting: the signer, the call and the pages say the same", async () => {
  await owner.query(
    "insert into settings (name, value, changed_at) values ('auth.new_password_hold_hours', '48', market_now()) on conflict (name) do update set value = '48'",
  );
  const ada = await aMember();
  const changed = await ada.client.call(calls.changePassword, { body: { password: TEST_PASSWORD, new_password: NEW } });
  assert.deepEqual([changed.data.heldHours, await heldHours(ada)], [48, 48]);
  await owner.query("delete from settings where name = 'auth.new_password_hold_hours'");
});

// Guards: a right password signs nobody in who has something to confirm with: they show it in the same browser, soon, in few tries,
// and once; recovery codes stand in, count once and confirm nothing else; and strangers do not lock the owner out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { base32nopad } from "@scure/base";
import { getCurrentUser } from "#contract/accounts.ts";
import { listActivity } from "#contract/activity.ts";
import * as auth from "#contract/auth.ts";
import type { FactorAct } from "#contract/proofs.ts";
import { finishLogin, sendSignInCode } from "#contract/sign-in.ts";
import { forgotPassword, resetPassword } from "#contract/passwords.ts";
import * as factors from "#contract/two-factor.ts";
import { assertWith, enrollWith, makeSoftwareKey, type SoftwareKey } from "../../demo/software-key.ts";
import { ids } from "../../platform/ids.ts";
import { totpCode } from "../../signer/totp.ts";
import { TEST_PASSWORD, type TestClient, testApp } from "../../testing/index.ts";

const app = await testApp();
const { db, dbs, owner, moveClock } = app;
const { origin } = app.config.publicUrl;
const password = TEST_PASSWORD;
const now = () => db.read((tx) => tx.readClock());
/** Past the step of the code that was shown, and of its neighbors. */
const nextStep = () => moveClock(90_000);

type Member = { readonly id: string; readonly email: string; readonly client: TestClient };
let network = 1;
/** Each from another network. */
const browser = () => app.client("", `198.51.${network >> 8}.${network++ & 255}`);

async function aMember(): Promise<Member> {
  const email = `${ids.hash().toLowerCase()}@example.org`;
  const client = browser();
  const person = { first_name: "Grace", last_name: "Hopper", birth_date: "1986-12-09", country_iso: "US" };
  assert.equal((await client.call(auth.register, { body: { email, password, ...person } })).status, 200);
  const { rows } = await owner.query(
    "update users set email_confirmed_at = market_now() where id = (select max(id) from users) returning id",
  );
  return { id: rows[0].id, email, client };
}

async function withApp(): Promise<Member & { secret: Uint8Array; codes: readonly string[]; code(): Promise<string> }> {
  const member = await aMember();
  const { data } = await member.client.call(factors.enableTwoFactor, { body: { password } });
  const secret = base32nopad.decode(data.secret);
  const code = async () => totpCode(secret, await now());
  const confirmed = await member.client.call(factors.verifyTwoFactor, { body: { code: await code() } });
  assert.equal(confirmed.status, 200, confirmed.code);
  await nextStep();
  return { ...member, secret, codes: confirmed.data.recoveryCodes ?? [], code };
}

async function withPasskey(): Promise<Member & { key: SoftwareKey; codes: readonly string[] }> {
  const member = await aMember();
  const made = makeSoftwareKey();
  const new_passkey = enrollWith(made, { origin, now: await now() });
  const { data } = await member.client.call(factors.addPasskey, { body: { password, name: "Phone", new_passkey } });
  return { ...member, key: made.key, codes: data.recoveryCodes ?? [] };
}

async function withEmailCodes(): Promise<Member> {
  const member = await aMember();
  await member.client.call(factors.enableTwoFactor, { body: { password, type: "email" } });
  await app.runJob("carry-factor-codes");
  const code = await mailedCode(member);
  const confirmed = await member.client.call(factors.verifyTwoFactor, { body: { code, type: "email" } });
  assert.equal(confirmed.status, 200, confirmed.code);
  return member;
}

async function mailedCode({ email }: Pick<Member, "email">): Promise<string> {
  await app.runJob("carry-factor-codes");
  const { rows } = await owner.query(
    "select body_text from mails where to_address = $1 and body_text like '%confirms:%' order by id desc limit 1",
    [email],
  );
  return /\b(\d{6})\b/.exec(rows[0]?.body_text ?? "")?.[1] ?? "";
}

const begin = async ({ email }: Pick<Member, "email">, who = browser(), typed = password) => {
  const answer = await who.call(auth.login, { body: { email, password: typed } });
  return { who, answer, asked: answer.data?.secondFactor ?? null };
};
const finish = (who: TestClient, shown: object) => who.call(finishLogin, { body: shown as { code: string } });
const isIn = async (who: TestClient) => (await who.call(auth.listSessions)).status === 200;
const assertionOf = async (key: SoftwareKey, wanted: FactorAct) => ({
  passkey: assertWith(key, { origin, wanted, now: await now() }),
});
const mailsTo = async ({ email }: Member, subject: string) => {
  await app.deliverEvents();
  return (await owner.query("select from mails where to_address = $1 and subject = $2", [email, subject])).rows.length;
};
const kindsOf = async ({ client }: Member) => (await client.call(listActivity)).data.map(({ kind }) => kind);

test("who has nothing else signs in by the password, and who has an app gets no session before its code", async () => {
  const plain = await aMember();
  const { who: alone, asked: nothing } = await begin(plain);
  assert.equal(nothing, null);
  assert.ok(await isIn(alone));

  const ada = await withApp();
  const { who, answer, asked } = await begin(ada);
  assert.equal(answer.status, 200);
  assert.deepEqual([asked?.hasApp, asked?.passkeyIds, asked?.channels, asked?.hasRecoveryCodes], [true, [], [], true]);
  assert.equal(who.token, "", "no session");
  assert.ok(!(await isIn(who)));
  const cookies = ([] as string[]).concat(answer.headers["set-cookie"] as string | string[]);
  assert.match(cookies.find((one) => one.startsWith("parley_sign_in=")) ?? "", /HttpOnly/);
  assert.equal((await finish(who, { code: "000000" })).code, "auth.code_wrong");
  const done = await finish(who, { code: await ada.code(), next: "/wallet" });
  assert.equal(done.status, 200, done.code);
  assert.equal(done.body.redirectTo, "/wallet");
  assert.ok(await isIn(who));
  assert.equal((await kindsOf(ada)).filter((kind) => kind === "wrong_second_step").length, 1);
});

test("a sign-in that waits is its browser's alone, ends after ten minutes and five tries, and counts once", async () => {
  const ada = await withApp();
  const { who } = await begin(ada);
  assert.equal((await finish(browser(), { code: await ada.code() })).code, "auth.sign_in_gone", "another browser");
  await moveClock(10 * 60_000 + 1000);
  assert.equal((await finish(who, { code: await ada.code() })).code, "auth.sign_in_gone", "too late");

  const { who: guesser } = await begin(ada);
  for (let time = 0; time < 5; time++)
    assert.equal((await finish(guesser, { code: "000000" })).code, "auth.code_wrong");
  assert.equal((await finish(guesser, { code: await ada.code() })).code, "auth.sign_in_gone", "no try is left");
  assert.equal(await mailsTo(ada, "Someone entered your password but not your second factor"), 1);

  await nextStep();
  const { who: third } = await begin(ada);
  const both = await Promise.all(ada.codes.slice(0, 2).map((code) => finish(third, { recovery_code: code })));
  assert.deepEqual(both.map(({ code }) => code).sort(), ["", "auth.sign_in_gone"], "two at once begin one session");
  await nextStep();
  assert.equal((await finish(third, { code: await ada.code() })).code, "auth.sign_in_gone", "it was finished");
  const web = dbs.web;
  await assert.rejects(
    web.tx((tx) => tx.rows`update pending_sign_ins set spent_at = null where user_id = ${ada.id}`),
    /stays so/,
  );
});

test("a passkey says yes to this sign-in and to no other", async () => {
  const mia = await withPasskey();
  const { who, asked } = await begin(mia);
  assert.deepEqual(asked?.passkeyIds, [mia.key.id]);
  const { asked: other } = await begin(mia);
  const wrong = await finish(who, await assertionOf(mia.key, { kind: "sign_in", id: other?.id ?? "" }));
  assert.equal(wrong.code, "auth.passkey_wrong");
  const done = await finish(who, await assertionOf(mia.key, { kind: "sign_in", id: asked?.id ?? "" }));
  assert.equal(done.status, 200, done.code);
  assert.ok(await isIn(who));
});

test("codes by email finish the sign-in that they were sent for, and none where there is an app", async () => {
  const eve = await withEmailCodes();
  const { who, asked } = await begin(eve);
  assert.deepEqual(asked?.channels, ["email"]);
  await moveClock(61_000);
  assert.equal((await who.call(sendSignInCode, { body: { by: "sms" } })).code, "two_factor.none");
  const sent = await who.call(sendSignInCode, { body: { by: "email" } });
  assert.equal(sent.status, 200, sent.code);
  assert.deepEqual(sent.data.email, { sent: true, error: false });
  const code = await mailedCode(eve);
  const { who: thief } = await begin(eve);
  assert.equal((await finish(thief, { email_code: code })).code, "auth.code_wrong", "it is for another sign-in");
  assert.equal((await finish(who, { email_code: code })).status, 200);

  const ada = await withApp();
  const { who: hers } = await begin(ada);
  assert.equal((await hers.call(sendSignInCode, { body: { by: "email" } })).code, "auth.factor_needed");
  assert.equal((await finish(hers, { email_code: "123456" })).code, "auth.factor_needed");
  assert.equal((await browser().call(sendSignInCode, { body: { by: "email" } })).code, "auth.sign_in_gone");
});

test("ten recovery codes come with the first factor, each signs in once, and their owner hears of each", async () => {
  const ada = await withApp();
  assert.equal(new Set(ada.codes).size, 10);
  for (const code of ada.codes) assert.match(code, /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  const [first = "", second = ""] = ada.codes;
  const { who } = await begin(ada);
  assert.equal((await finish(who, { recovery_code: "AAAAA-AAAAA" })).code, "auth.recovery_code_wrong");
  const done = await finish(who, { recovery_code: first.toLowerCase().replace("-", " ") });
  assert.equal(done.status, 200, done.code);
  assert.ok(await isIn(who));
  assert.equal((await who.call(factors.getTwoFactor)).data.recoveryCodesLeft, 9);
  const { who: again } = await begin(ada);
  assert.equal((await finish(again, { recovery_code: first })).code, "auth.recovery_code_wrong", "it was used");
  assert.equal((await finish(again, { recovery_code: second })).status, 200);
  assert.equal(await mailsTo(ada, "A recovery code of your account was used"), 2);
  assert.equal((await kindsOf(ada)).filter((kind) => kind === "recovery_code_used").length, 2);

  const kept = await owner.query(
    "select answer::text from idempotency_keys where answer::text like '%recoveryCodes\":[%'",
  );
  assert.deepEqual(kept.rows, [], "no answer is kept that has them in it");
  const { rows } = await owner.query("select code_mark from recovery_codes where user_id = $1", [ada.id]);
  assert.ok(
    rows.every(({ code_mark: mark }) => mark.length === 32),
    "keyed digests alone",
  );
  for (const login of ["web", "worker", "chain"] as const)
    await assert.rejects(
      dbs[login].tx((tx) => tx.rows`select from recovery_codes`),
      /permission denied/,
    );
});

test("new recovery codes take a proof by what there is, and end those of before", async () => {
  const ada = await withApp();
  const made = (shown: object) => ada.client.call(factors.makeRecoveryCodes, { body: shown });
  assert.equal((await made({ password })).code, "auth.factor_needed");
  assert.equal(await mailsTo(ada, "New recovery codes were made for your account"), 0, "the first came with the app");
  const { data } = await made({ code: await ada.code() });
  assert.equal(await mailsTo(ada, "New recovery codes were made for your account"), 1);
  assert.equal(new Set([...data.recoveryCodes, ...ada.codes]).size, 20);
  const { who } = await begin(ada);
  assert.equal((await finish(who, { recovery_code: ada.codes[0] })).code, "auth.recovery_code_wrong");
  assert.equal((await finish(who, { recovery_code: data.recoveryCodes[0] })).status, 200);
  const plain = await aMember();
  assert.equal((await plain.client.call(factors.makeRecoveryCodes, { body: { password } })).code, "two_factor.none");
});

test("a recovery code confirms nothing that moves money, adds nothing, and takes a lost factor away with a hold of 72 hours", async () => {
  const ada = await withApp();
  const [first = "", second = ""] = ada.codes;
  const { verifier } = app.ports;
  for (const kind of ["release", "send_out", "convert"] as const) {
    const shown = { recoveryCode: first };
    const [proof] = await verifier.prove([{ userId: ada.id, for: { kind, id: "AnyThing1234" }, shown }]);
    assert.equal(proof?.outcome, "wrong", kind);
  }
  for (const change of [
    { act: "start_channel", channel: "email" },
    { act: "make_recovery_codes" },
    { act: "set_options", options: { login: false, release: false, sendout: false } },
  ] as const) {
    const outcome = await verifier.changeFactors({ userId: ada.id, ...change, shown: { recoveryCode: first } });
    assert.equal(outcome.outcome, "wrong", change.act);
  }
  const { who } = await begin(ada);
  assert.equal((await finish(who, { recovery_code: first })).status, 200, "it was not spent");
  const before = (await who.call(factors.getTwoFactor)).data.heldUntil;
  const removed = await who.call(factors.deactivateTwoFactor, { body: { recovery_code: second } });
  assert.equal(removed.status, 200, removed.code);
  assert.equal(removed.data.authenticator, null);
  assert.equal(removed.data.recoveryCodesLeft, null, "they go with the last factor");
  const hours = (Date.parse(removed.data.heldUntil ?? "") - (await now()).getTime()) / 3_600_000;
  assert.ok(hours > 71.9 && hours <= 72, `${before} then ${hours} hours`);
  assert.equal((await begin(ada)).asked, null, "the password alone signs in again");
});

test("a stranger with the password who guesses locks nobody out: not in a known browser, not by a passkey or a recovery code", async () => {
  const ada = await withApp();
  const known = browser();
  await begin(ada, known);
  assert.equal((await finish(known, { code: await ada.code() })).status, 200);
  await nextStep();
  const codes: string[] = [];
  for (let round = 0; round < 7; round++) {
    const { who: stranger } = await begin(ada);
    for (let time = 0; time < 5; time++) codes.push((await finish(stranger, { code: "000000" })).code);
  }
  assert.equal(codes.filter((code) => code === "auth.code_wrong").length, 30);
  assert.equal(codes.filter((code) => code === "auth.throttled").length, 5);
  await begin(ada, known);
  assert.equal((await finish(known, { code: await ada.code() })).status, 200, "the known browser");
  const { who: away } = await begin(ada);
  await nextStep();
  assert.equal((await finish(away, { code: await ada.code() })).code, "auth.throttled", "a new browser of the owner");
  assert.equal((await finish(away, { recovery_code: ada.codes[0] })).status, 200);
});

test("strangers with the password do not use up the codes of a day: a known browser still gets its own", async () => {
  const eve = await withEmailCodes();
  const known = browser();
  const ask = (who: TestClient) => who.call(sendSignInCode, { body: { by: "email" } });
  const answers: string[] = [];
  for (let time = 0; time < 9; time++) {
    await moveClock(61_000);
    const { who: stranger } = await begin(eve);
    answers.push((await ask(stranger)).code);
  }
  assert.deepEqual([answers.filter((code) => code === "").length, answers.at(-1)], [7, "auth.throttled"]);
  await owner.query("delete from failed_attempts where subject = $1", [`sign-in-code:${eve.id}`]);
  await begin(eve, known);
  await ask(known);
  assert.equal((await finish(known, { email_code: await mailedCode(eve) })).status, 200);
  for (let time = 0; time < 7; time++) {
    await moveClock(61_000);
    const { who: stranger } = await begin(eve);
    await ask(stranger);
  }
  await moveClock(61_000);
  await begin(eve, known);
  assert.equal((await ask(known)).status, 200, "the known browser");
  assert.equal((await finish(known, { email_code: await mailedCode(eve) })).status, 200);
});

async function resetWith(ada: Member, shown: object, NEW: string): Promise<void> {
  assert.equal((await browser().call(forgotPassword, { body: { email: ada.email } })).status, 200);
  await app.deliverEvents();
  const { rows } = await owner.query(
    "select body_text from mails where to_address = $1 and subject = 'Set a new password' order by id desc limit 1",
    [ada.email],
  );
  const token = /reset-password#(\S+)/.exec(rows[0]?.body_text ?? "")?.[1] ?? "";
  const done = await browser().call(resetPassword, { body: { token, new_password: NEW, ...shown } });
  assert.equal(done.status, 200, done.code);
}

test("a new password voids what a thief of the last one had guessed", async () => {
  const ada = await withApp();
  for (let round = 0; round < 6; round++) {
    const { who: thief } = await begin(ada);
    for (let time = 0; time < 5; time++) await finish(thief, { code: "000000" });
  }
  const { who: shut } = await begin(ada);
  assert.equal((await finish(shut, { code: await ada.code() })).code, "auth.throttled");
  await owner.query(
    `insert into credential_failures (user_id, purpose, at, is_wrong)
     select $1, 'second_step', market_now(), true from generate_series(1, 60)`,
    [ada.id],
  );
  const NEW = "slate harbor nine lanterns";
  await resetWith(ada, { code: await ada.code() }, NEW);
  await nextStep();
  const { who } = await begin(ada, browser(), NEW);
  const done = await finish(who, { code: await ada.code() });
  assert.equal(done.status, 200, done.code);
});

test("what the second factor is asked for is chosen with it, told, and real in the current user", async () => {
  const ada = await withApp();
  const uses = async () => (await ada.client.call(getCurrentUser)).data.twoFactor;
  assert.deepEqual((await uses()).login, { type: "ga", state: 1 });
  const wish = { login: false, release: true, sendout: true };
  const set = (shown: object) => ada.client.call(factors.setFactorOptions, { body: { ...wish, ...shown } });
  assert.equal((await set({ password })).code, "auth.factor_needed");
  const done = await set({ code: await ada.code() });
  assert.deepEqual(done.data.uses, {
    login: { type: "ga", state: 2 },
    release: { type: "ga", state: 1 },
    sendout: { type: "ga", state: 1 },
  });
  assert.deepEqual(await uses(), done.data.uses);
  assert.equal((await begin(ada)).asked, null);
  assert.equal(await mailsTo(ada, "What your second factor is asked for was changed"), 1);
  const plain = await aMember();
  assert.deepEqual((await plain.client.call(getCurrentUser)).data.twoFactor.login, { type: "none", state: 0 });
  await plain.client.call(factors.enableTwoFactor, { body: { password } });
  assert.deepEqual((await plain.client.call(getCurrentUser)).data.twoFactor.login, { type: "none", state: 3 });
});

test("a new password by a link opens nothing without the second step", async () => {
  const ada = await withApp();
  const NEW = "slate harbor nine lanterns";
  await resetWith(ada, { code: await ada.code() }, NEW);
  await nextStep();
  const { who, asked } = await begin(ada, browser(), NEW);
  assert.notEqual(asked, null);
  assert.ok(!(await isIn(who)));
  assert.equal((await finish(who, { code: await ada.code() })).status, 200);
});

test("a password that was changed meanwhile ends the sign-in that waits", async () => {
  const ada = await withApp();
  const { who } = await begin(ada);
  const NEW = "slate harbor nine lanterns";
  const { verifier } = app.ports;
  const sessionId = (await owner.query("select max(id) as id from sessions where user_id = $1", [ada.id])).rows[0].id;
  const change = { userId: ada.id, sessionId, oldPassword: password, newPassword: NEW };
  const changed = await verifier.changePassword({ ...change, factor: { code: await ada.code() } });
  assert.equal(changed.outcome, "done");
  await nextStep();
  assert.equal((await finish(who, { code: await ada.code() })).code, "auth.sign_in_gone");
});

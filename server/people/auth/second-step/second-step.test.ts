// Guards: a right password signs nobody in who has something to confirm with: they show it in the same browser, soon, in few tries,
// and once; and strangers do not lock the owner out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrentUser } from "#contract/people/accounts.ts";
import { sendSignInCode } from "#contract/people/sign-in/sign-in.ts";
import * as factors from "#contract/people/sign-in/two-factor.ts";
import { type TestClient, testApp } from "../../../testing/index.ts";
import { signingIn } from "../../../testing/people/signing-in.ts";

const app = await testApp();
const { dbs, owner, moveClock } = app;
const {
  password,
  nextStep,
  browser,
  aMember,
  withApp,
  withPasskey,
  withEmailCodes,
  mailedCode,
  begin,
  finish,
  isIn,
  assertionOf,
  mailsTo,
  kindsOf,
  resetWith,
} = signingIn(app);

test("a user with nothing else signs in by the password, and one with an app gets no session before its code", async () => {
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
  assert.equal(await mailsTo(ada, "Someone began to sign in but failed your second factor"), 1);

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

test("the uses of the second factor are chosen with it, notified, and shown in the current user", async () => {
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
  assert.equal(await mailsTo(ada, "The use of your second factor was changed"), 1);
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

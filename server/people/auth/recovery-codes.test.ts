// Guards: recovery codes sign in once each, take a lost factor away, and confirm nothing else; no guesses shut them.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as factors from "#contract/people/sign-in/two-factor.ts";
import { testApp } from "../../testing/index.ts";
import { keptAnswers } from "../../testing/kept-texts.ts";
import { signingIn } from "../../testing/people/signing-in.ts";

const app = await testApp();
const { dbs, owner } = app;
const { password, now, browser, aMember, withApp, begin, finish, isIn, mailsTo, kindsOf } = signingIn(app);

test("ten recovery codes come with the first factor, each signs in once, and their owner is notified of each", async () => {
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

  const kept = (await keptAnswers(owner)).filter((answer) => answer.includes('recoveryCodes":['));
  assert.deepEqual(kept, [], "no answer is kept that has them in it");
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

test("guesses at recovery codes are few from one place, and shut the owner out from no other however many there were", async () => {
  const ada = await withApp();
  const stranger = browser();
  const codes: string[] = [];
  for (let time = 0; time < 12; time++) {
    if (time % 4 === 0) await begin(ada, stranger);
    codes.push((await finish(stranger, { recovery_code: "AAAAA-AAAAA" })).code);
  }
  assert.deepEqual(codes.slice(9), ["auth.recovery_code_wrong", "auth.throttled", "auth.throttled"]);
  // Without the line of activity for each, which counts them all each time.
  await owner.query(
    `set session_replication_role = replica;
     insert into credential_failures (user_id, purpose, at, is_wrong)
     select ${ada.id}, 'recovery', market_now(), true from generate_series(1, 1100);
     reset session_replication_role`,
  );
  const { who } = await begin(ada);
  const done = await finish(who, { recovery_code: ada.codes[0] });
  assert.equal(done.status, 200, done.code);
});

test("a recovery code is spent only with what it does: a factor that goes, or the hold of a new browser", async () => {
  const ada = await withApp();
  const [code = ""] = ada.codes;
  const remove = { userId: ada.id, act: "remove", factor: "no-such-passkey", shown: { recoveryCode: code } } as const;
  assert.equal((await app.ports.verifier.changeFactors(remove)).outcome, "none");
  const { who } = await begin(ada);
  const done = await finish(who, { recovery_code: code });
  assert.equal(done.status, 200, done.code);
  const { rows } = await owner.query("select from send_out_holds where user_id = $1 and reason = 'new_device'", [
    ada.id,
  ]);
  assert.equal(rows.length, 1);
});

test("new recovery codes take a proof by what there is, and end the earlier ones", async () => {
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

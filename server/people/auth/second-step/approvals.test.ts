// Guards: a sign-in is let in by another browser only with the number that it shows and a factor that the signer takes; a session,
// a password or a compromised web process are not enough; and a right password without a second step is notified.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as approvals from "#contract/people/sign-in/sign-in-approvals.ts";
import { pushPhoneCode, sendMailCode } from "#contract/people/sign-in/two-factor.ts";
import { ids } from "../../../platform/ids.ts";
import { type TestClient, testApp } from "../../../testing/index.ts";
import { type Member, signingIn } from "../../../testing/people/signing-in.ts";

const app = await testApp();
const { dbs, owner, moveClock } = app;
const { verifier } = app.ports;
const {
  nextStep,
  browser,
  withApp,
  withPasskey,
  withEmailCodes,
  mailedCode,
  begin,
  finish,
  isIn,
  assertionOf,
  ...more
} = signingIn(app);
const { mailsTo, kindsOf, resetWith } = more;

const ask = (who: TestClient) => who.call(approvals.askApproval);
const watch = async (who: TestClient) => (await who.call(approvals.watchApproval)).data?.state;
const listed = async ({ client }: Pick<Member, "client">) => (await client.call(approvals.listSignInRequests)).data;

/** A sign-in that waits and has asked, with what its owner sees of it. */
async function asking(member: Member, from = browser()) {
  const { who } = await begin(member, from);
  const asked = await ask(who);
  assert.equal(asked.status, 200, asked.code);
  const [request] = await listed(member);
  assert.ok(request);
  const { number } = asked.data;
  assert.deepEqual((await who.call(approvals.watchApproval)).data, asked.data, "who waits sees what was asked");
  return {
    who,
    id: request.id,
    number,
    choices: request.choices,
    other: request.choices.find((one) => one !== number),
  };
}

const approve = ({ client }: Pick<Member, "client">, body: object) =>
  client.call(approvals.approveSignIn, { body: body as { id: string; number: number; code: string } });

test("an app's code and the number let the other browser in, which waits and sees it; nothing of it is strong", async () => {
  const ada = await withApp();
  const { who, id, number, choices } = await asking(ada);
  assert.equal(await watch(who), "pending");
  assert.equal(new Set(choices).size, 3);
  assert.ok(choices.includes(number));
  assert.equal((await finish(who, { approved: true })).code, "auth.not_approved", "nobody has said yes");
  const mine = (await listed(ada))[0];
  assert.deepEqual([mine?.state, mine?.ip.startsWith("198.51.")], ["pending", true]);

  assert.equal((await approve(ada, { id, number, code: "000000" })).code, "auth.code_wrong");
  const guesses = async () =>
    (await owner.query("select count(*)::int as many from failed_attempts where subject like $1", [`prove:${ada.id}%`]))
      .rows[0].many;
  const before = await guesses();
  assert.ok(before > 0);
  const none = await approve(ada, { id: ids.hash(), number, code: "000000" });
  assert.deepEqual(
    [none.code, await guesses()],
    ["auth.approval_gone", before],
    "what compares nothing forgives nothing",
  );
  const done = await approve(ada, { id, number, code: await ada.code() });
  assert.equal(done.status, 200, done.code);
  assert.equal(done.data[0]?.state, "approved");
  assert.equal(await watch(who), "approved");
  const finished = await finish(who, { approved: true });
  assert.equal(finished.status, 200, finished.code);
  assert.ok(await isIn(who));
  assert.equal((await finish(who, { approved: true })).code, "auth.sign_in_gone", "it counts once");
  const { rows } = await owner.query("select is_strong from sessions where user_id = $1 order by id desc limit 1", [
    ada.id,
  ]);
  assert.equal(rows[0].is_strong, false, "no role of the staff counts in it");
  assert.equal(await mailsTo(ada, "A sign-in asks for your approval"), 1);
  assert.equal(await mailsTo(ada, "A sign-in was approved"), 1);
  const kinds = await kindsOf(ada);
  assert.ok(kinds.includes("sign_in_asked") && kinds.includes("sign_in_approved"));
});

test("a wrong number denies it, whatever else is shown; and so does who says no, and that network asks no more for a day", async () => {
  const ada = await withApp();
  const first = await asking(ada);
  const wrong = await approve(ada, { id: first.id, number: first.other, code: await ada.code() });
  assert.equal(wrong.code, "auth.approval_number");
  assert.equal(await watch(first.who), "denied");
  assert.equal((await finish(first.who, { approved: true })).code, "auth.sign_in_gone");
  assert.equal((await finish(first.who, { recovery_code: ada.codes[0] })).code, "auth.sign_in_gone", "it has ended");
  assert.equal(await mailsTo(ada, "A sign-in was denied"), 1);

  const place = browser();
  const second = await asking(ada, place);
  const mia = await withApp();
  assert.equal((await mia.client.call(approvals.denySignIn, { body: { id: second.id } })).code, "auth.approval_gone");
  const denied = await ada.client.call(approvals.denySignIn, { body: { id: second.id } });
  assert.equal(denied.data[0]?.state, "denied");
  assert.equal((await ada.client.call(approvals.denySignIn, { body: { id: second.id } })).code, "auth.approval_gone");
  const { who: again } = await begin(ada, place);
  assert.equal((await ask(again)).code, "auth.approval_blocked");
  await moveClock(24 * 3_600_000 + 1000);
  const { who: later } = await begin(ada, place);
  assert.equal((await ask(later)).status, 200);
});

test("a passkey says yes to this sign-in and to no other, and codes by email let nobody past it", async () => {
  const mia = await withPasskey();
  const { who, id, number } = await asking(mia);
  const other = await approve(mia, { id, number, ...(await assertionOf(mia.key, { kind: "sign_in", id })) });
  assert.equal(other.code, "auth.passkey_wrong");
  const sent = await mia.client.call(sendMailCode, { query: { kind: "approve_sign_in", id } });
  assert.notEqual(sent.status, 200);
  assert.equal((await approve(mia, { id, number, email_code: "123456" })).code, "auth.factor_needed");
  const yes = await assertionOf(mia.key, { kind: "approve_sign_in", id });
  const ada = await withApp();
  assert.equal((await approve(ada, { id, number, ...yes })).code, "auth.approval_gone", "another user's");
  assert.equal((await approve(mia, { id, number, ...yes })).status, 200);
  assert.equal((await finish(who, { approved: true })).status, 200);
});

test("a user with codes by email only approves by one that was sent for just this", async () => {
  const eve = await withEmailCodes();
  const { who, id, number } = await asking(eve);
  await moveClock(61_000);
  const sent = await eve.client.call(sendMailCode, { query: { kind: "approve_sign_in", id } });
  assert.equal(sent.status, 200, sent.code);
  const none = await eve.client.call(pushPhoneCode, { query: { kind: "approve_sign_in", id } });
  assert.equal(none.code, "two_factor.none");
  const code = await mailedCode(eve);
  assert.equal((await finish(who, { email_code: code })).code, "auth.code_wrong", "it is for the approval");
  const done = await approve(eve, { id, number, email_code: code });
  assert.equal(done.status, 200, done.code);
  assert.equal((await finish(who, { approved: true })).status, 200);
});

test("a session alone approves nothing: not by the password, not by the web's own hand; and a new browser holds send-outs", async () => {
  const ada = await withApp();
  const { who, id, number } = await asking(ada);
  const asked = { userId: ada.id, requestId: id, number, shown: { password: more.password } };
  assert.equal((await verifier.approveSignIn(asked)).outcome, "factor");
  const asRecovery = { ...asked, shown: { recoveryCode: ada.codes[0] ?? "" } };
  assert.equal((await verifier.approveSignIn(asRecovery)).outcome, "factor");
  for (const text of [
    `update sign_in_approvals set state = 'approved', decided_at = market_now() where public_id = '${id}'`,
    `insert into sign_in_approvals (public_id) values ('x')`,
  ])
    await assert.rejects(
      dbs.web.tx((tx) => tx.rows(Object.assign([text], { raw: [text] }))),
      /permission denied/,
    );
  await owner.query("delete from send_out_holds where user_id = $1", [ada.id]);
  // A browser that the account knows already makes the next one a new one.
  const known = browser();
  await begin(ada, known);
  assert.equal((await finish(known, { recovery_code: ada.codes[1] })).status, 200);
  await owner.query("delete from send_out_holds where user_id = $1", [ada.id]);
  assert.equal((await approve(ada, { id, number, code: await ada.code() })).status, 200);
  assert.equal((await finish(who, { approved: true })).status, 200);
  const { rows } = await owner.query("select reason from send_out_holds where user_id = $1", [ada.id]);
  assert.deepEqual(rows, [{ reason: "new_device" }]);
});

test("it expires with the sign-in, one asks at a time, and three an hour; a changed password ends it", async () => {
  const ada = await withApp();
  const first = await asking(ada);
  assert.equal((await ask(first.who)).data.number, first.number, "the same again");
  const { who: second } = await begin(ada);
  assert.equal((await ask(second)).code, "auth.approval_open");
  await moveClock(10 * 60_000 + 1000);
  assert.equal(await watch(first.who), "expired");
  assert.equal((await listed(ada))[0]?.state, "expired");
  // A wrong code first: it is not even compared.
  for (const code of ["000000", await ada.code()])
    assert.equal((await approve(ada, { id: first.id, number: first.number, code })).code, "auth.approval_gone");
  await nextStep();
  for (let time = 0; time < 2; time++) {
    await asking(ada);
    await moveClock(10 * 60_000 + 1000);
  }
  const { who: fourth } = await begin(ada);
  assert.equal((await ask(fourth)).code, "auth.throttled");
  assert.equal((await browser().call(approvals.askApproval)).code, "auth.sign_in_gone", "nobody waits there");
  assert.equal((await browser().call(approvals.watchApproval)).code, "auth.sign_in_gone");

  await moveClock(3_600_000);
  const last = await asking(ada);
  assert.equal((await approve(ada, { id: last.id, number: last.number, code: await ada.code() })).status, 200);
  await nextStep();
  await resetWith(ada, { code: await ada.code() }, "another long password 22");
  assert.equal((await finish(last.who, { approved: true })).code, "auth.sign_in_gone", "the password changed");
});

test("a second request of the same browser, after a reload, replaces the first, and no other browser's", async () => {
  const ada = await withApp();
  const place = browser();
  const first = await asking(ada, place);
  const second = await asking(ada, place);
  assert.notEqual(second.id, first.id);
  assert.deepEqual(
    (await listed(ada)).map(({ id, state }) => [id, state]),
    [
      [second.id, "pending"],
      [first.id, "expired"],
    ],
  );
  const late = await approve(ada, { id: first.id, number: first.number, code: await ada.code() });
  assert.equal(late.code, "auth.approval_gone");
  const { who } = await begin(ada);
  assert.equal((await ask(who)).code, "auth.approval_open", "from elsewhere");
});

test("pending sign-ins end with an account that closes, and nobody is notified of them afterwards", async () => {
  const ada = await withApp();
  const { who, id, number } = await asking(ada);
  assert.equal((await approve(ada, { id, number, code: await ada.code() })).status, 200);
  await owner.query(
    `insert into account_closures (user_id, reason, asked_at, due_at)
     values ($1, 'privacy', market_now(), market_now() + interval '1 day')`,
    [ada.id],
  );
  await owner.query("update account_closures set closed_at = market_now() where user_id = $1", [ada.id]);
  const { rows } = await owner.query("select from pending_sign_ins where user_id = $1", [ada.id]);
  assert.equal(rows.length, 0);
  assert.equal((await finish(who, { approved: true })).code, "auth.sign_in_gone");
});

test("a user who has changed the password since is not notified about attempts with the old one", async () => {
  const ada = await withApp();
  await begin(ada);
  await nextStep();
  await resetWith(ada, { code: await ada.code() }, "another long password 33");
  await moveClock(10 * 60_000 + 1000);
  await app.runJob("tell-unfinished-sign-ins");
  assert.equal(await mailsTo(ada, "Someone began to sign in and stopped at the second step"), 0);
});

test("a right password without a second step is in the activity, and is notified once a day, but not if the same browser signed in meanwhile", async () => {
  const ada = await withApp();
  const left = async () => (await kindsOf(ada)).filter((kind) => kind === "second_step_left").length;
  const SUBJECT = "Someone began to sign in and stopped at the second step";
  const place = browser();
  await begin(ada, place);
  await app.runJob("tell-unfinished-sign-ins");
  assert.equal(await left(), 0, "it still waits");
  await moveClock(10 * 60_000 + 1000);
  await app.runJob("tell-unfinished-sign-ins");
  assert.equal(await left(), 1);
  assert.equal(await mailsTo(ada, SUBJECT), 1);
  await begin(ada);
  await moveClock(10 * 60_000 + 1000);
  await app.runJob("tell-unfinished-sign-ins");
  await app.runJob("tell-unfinished-sign-ins");
  assert.equal(await left(), 2, "from another place");
  assert.equal(await mailsTo(ada, SUBJECT), 1, "one email a day");

  await moveClock(25 * 3_600_000);
  await begin(ada, place);
  await begin(ada, place);
  assert.equal((await finish(place, { code: await ada.code() })).status, 200);
  await moveClock(10 * 60_000 + 1000);
  await app.runJob("tell-unfinished-sign-ins");
  assert.equal(await left(), 3, "the one that was begun anew");
  assert.equal(await mailsTo(ada, SUBJECT), 1, "the same browser came in");
});

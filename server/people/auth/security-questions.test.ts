// Guards: a user with security questions must answer all three before the wait after a total loss begins; there are few tries a
// day, each wrong one is notified; and the answers open and prove nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { forgotPassword, resetPassword } from "#contract/people/sign-in/passwords.ts";
import * as factors from "#contract/people/sign-in/two-factor.ts";
import { testApp } from "../../testing/index.ts";
import { type Member, signingIn } from "../../testing/people/signing-in.ts";

const app = await testApp();
const { owner, moveClock } = app;
const { password, nextStep, browser, aMember, withApp, withEmailCodes, mailedCode, mailsTo, kindsOf } = signingIn(app);

const NEW = "a new long password 77";
const CHOSEN = [
  { question: "first_pet", answer: "Rex the Dog" },
  { question: "first_school", answer: "École n° 4" },
  { question: "first_concert", answer: "The Long Winters" },
] as const;
const RIGHT = [" rex THE dog ", "ecole n 4", "the-long-winters"];
type Chosen = { question: (typeof CHOSEN)[number]["question"]; answer: string }[];

const set = ({ client }: Pick<Member, "client">, shown: object, chosen: readonly Chosen[number][] = CHOSEN) =>
  client.call(factors.setQuestions, { body: { ...shown, chosen: [...chosen] } });

async function withQuestions() {
  const ada = await withApp();
  const done = await set(ada, { code: await ada.code() });
  assert.equal(done.status, 200, done.code);
  assert.deepEqual(done.data.questions, ["first_pet", "first_school", "first_concert"]);
  await nextStep();
  return ada;
}

async function linkOf({ email }: Pick<Member, "email">): Promise<string> {
  assert.equal((await browser().call(forgotPassword, { body: { email } })).status, 200);
  await app.deliverEvents();
  const { rows } = await owner.query(
    "select body_text from mails where to_address = $1 and subject = 'Set a new password' order by id desc limit 1",
    [email],
  );
  return /reset-password#(\S+)/.exec(rows[0]?.body_text ?? "")?.[1] ?? "";
}

const reset = (token: string, shown: object) =>
  browser().call(resetPassword, { body: { token, new_password: NEW, ...shown } });

test("the mailbox alone does not begin the wait any more: the three answers do, however they are typed", async () => {
  const ada = await withQuestions();
  const token = await linkOf(ada);
  const asked = await reset(token, { is_lost: true });
  assert.equal(asked.code, "auth.answers_needed");
  assert.deepEqual((asked.body.context as { questions?: string[] }).questions, [
    "first_pet",
    "first_school",
    "first_concert",
  ]);
  const [first = "", second = ""] = RIGHT;
  assert.equal((await reset(token, { is_lost: true, answers: [first, second, "another"] })).code, "auth.answers_wrong");
  assert.equal(await mailsTo(ada, "Someone answered your security questions wrongly"), 1);
  assert.ok((await kindsOf(ada)).includes("wrong_answers"));
  const begun = await reset(token, { is_lost: true, answers: RIGHT });
  assert.equal(begun.status, 200, begun.code);
  assert.ok(begun.data.waitsUntil);

  await moveClock(72 * 3_600_000 + 60_000);
  const done = await reset(token, {});
  assert.deepEqual([done.status, done.data?.waitsUntil], [200, null], done.code);
  const { rows } = await owner.query("select from security_questions where user_id = $1", [ada.id]);
  assert.equal(rows.length, 0, "they go with what was lost");
});

test("a user with the factor is asked for no answers, and one without questions waits as before", async () => {
  const ada = await withQuestions();
  const shown = await reset(await linkOf(ada), { code: await ada.code() });
  assert.deepEqual([shown.status, shown.data?.waitsUntil], [200, null], shown.code);
  const ben = await withApp();
  const begun = await reset(await linkOf(ben), { is_lost: true });
  assert.ok(begun.data.waitsUntil, begun.code);
});

test("five wrong answers end a day's guessing, also at once and by other links, and the right ones come too late then", async () => {
  const ada = await withQuestions();
  const token = await linkOf(ada);
  const wrong = ["one", "two", "three"];
  const codes = await Promise.all(
    Array.from({ length: 7 }, async () => (await reset(token, { is_lost: true, answers: wrong })).code),
  );
  assert.equal(codes.filter((code) => code === "auth.answers_wrong").length, 5);
  assert.equal(codes.filter((code) => code === "auth.throttled").length, 2);
  assert.equal((await reset(await linkOf(ada), { is_lost: true, answers: RIGHT })).code, "auth.throttled");
  await moveClock(24 * 3_600_000 + 60_000);
  assert.equal((await reset(await linkOf(ada), { is_lost: true, answers: RIGHT })).status, 200);
});

test("they are set, changed and removed with a factor, never with the password, and notified each time", async () => {
  const plain = await aMember();
  assert.equal((await set(plain, { password })).code, "two_factor.none", "who has nothing to lose");
  const ada = await withQuestions();
  assert.equal((await set(ada, { password })).code, "auth.factor_needed");
  assert.equal((await set(ada, { password }, [])).code, "auth.factor_needed");
  assert.equal((await set(ada, { code: "000000" })).code, "auth.code_wrong");
  const twice = [CHOSEN[0], CHOSEN[1], { question: "first_pet", answer: "other" }] as const;
  assert.equal((await set(ada, { code: await ada.code() }, twice)).status, 422);
  assert.equal((await set(ada, { code: await ada.code() }, CHOSEN.slice(0, 2))).status, 422);
  const gone = await set(ada, { code: await ada.code() }, []);
  assert.deepEqual([gone.status, gone.data?.questions], [200, []], gone.code);
  assert.equal(await mailsTo(ada, "Your security questions were set"), 1);
  assert.equal(await mailsTo(ada, "Your security questions were removed"), 1);

  const eve = await withEmailCodes();
  await moveClock(61_000);
  assert.equal((await set(eve, { password })).code, "auth.factor_needed");
  const query = { kind: "add_factor", id: "questions" } as const;
  assert.equal((await eve.client.call(factors.sendMailCode, { query })).status, 200);
  assert.equal((await set(eve, { email_code: await mailedCode(eve) })).status, 200);
});

test("neither the table nor the archive says an answer, and nobody but the signer's login reads it", async () => {
  const ada = await withQuestions();
  const { rows } = await owner.query("select * from security_questions where user_id = $1", [ada.id]);
  const { rows: kept } = await owner.query("select route from idempotency_keys where route like '%questions%'");
  assert.deepEqual(kept, [], "no quick digest of them lies where the web reads");
  assert.ok(!/rex|ecole|winters/i.test(JSON.stringify(rows[0])));
  assert.match(rows[0].answers_hash, /^\$argon2id/);
  for (const db of [app.dbs.web, app.dbs.worker])
    await assert.rejects(
      db.tx((tx) => tx.rows`select answers_hash from security_questions`),
      /permission denied/,
    );
});

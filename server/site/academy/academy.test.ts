// Guards: a lesson is passed by right answers that no page has, its story is played on the server, and its reward is paid once, within the
// budget, to people with a verified identity whom nothing restricts.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as calls from "#contract/site/academy.ts";
import { REWARDED_LESSON } from "#contract/site/academy-names.ts";
import { checkBooks } from "../../staff/console/index.ts";
import { aPerson, type TestClient, testApp } from "../../testing/index.ts";
import { aLearnerOf, emptyFees } from "../../testing/people/lessons.ts";
import { aNamedUser, restrict } from "../../testing/people/restrictions.ts";
import { academyPages } from "./pages.ts";
import { LESSONS } from "./read-lessons.ts";

const app = await testApp({ poolSize: 12 });
const { owner } = app;

const rightOf = (name: string) =>
  Object.fromEntries(LESSONS.find((one) => one.name === name)?.questions.map(({ id, right }) => [id, right]) ?? []);
const wrongOf = (name: string) =>
  Object.fromEntries(
    LESSONS.find((one) => one.name === name)?.questions.map(({ id, right, options }) => [
      id,
      Object.keys(options).find((option) => option !== right) ?? "",
    ]) ?? [],
  );
const SAFE = ["look", "wait", "ignore", "stay", "dispute"];

const answer = (client: TestClient, lesson: string, answers: Record<string, string>, story?: string[]) =>
  client.call(calls.answerLesson, { params: { lesson }, body: { answers, ...(story ? { story } : {}) } });
const claim = ({ client }: { client: TestClient }) => client.call(calls.claimLessonReward, {});
const balance = async (id: bigint) => {
  const { rows } = await owner.query("select balance_units as units from ledger_accounts where name = $1", [
    `user:${id}:USDT:available`,
  ]);
  return BigInt(rows[0]?.units ?? 0);
};
const set = (name: string, value: number) =>
  owner.query(
    `insert into settings (name, value, changed_at) values ($1, $2, market_now())
     on conflict (name) do update set value = excluded.value`,
    [name, String(value)],
  );

test("there are six lessons in every language, and the first has a story", () => {
  assert.ok(LESSONS.length >= 6);
  for (const { page } of LESSONS) assert.equal(page.editions[0].languages.length >= 3, true, page.key);
  assert.equal(LESSONS[0]?.name, REWARDED_LESSON);
  assert.ok(LESSONS[0]?.story);
});

test("no answer of the API and no page says what is right before it is asked", async () => {
  const { client } = await aPerson(app);
  const asked = await client.call(calls.getLesson, { params: { lesson: REWARDED_LESSON } });
  assert.equal(asked.status, 200);
  const page = academyPages.find(({ path }) => path.endsWith(REWARDED_LESSON));
  const drawn = await app.db.read(
    (tx) => page?.load({ tx, locale: "en", query: {}, params: {}, viewer: undefined } as never) as Promise<object>,
  );
  for (const text of [JSON.stringify(asked.data), JSON.stringify(drawn)]) {
    assert.ok(!text.includes("isGood"));
    assert.ok(!text.includes('"right"') && !text.includes('"why"'));
  }
});

test("a story is played by its choices, to a safe or a lost end", async () => {
  const { client } = await aPerson(app);
  const play = (choices: string) =>
    client.call(calls.playStory, { params: { lesson: REWARDED_LESSON }, query: { choices, locale: "es" } });
  assert.equal((await play("release")).data.end, "lost");
  const safe = await play(SAFE.join("."));
  assert.equal(safe.data.end, "safe");
  assert.equal(safe.data.step, null);
  assert.ok(safe.data.taken.every(({ isGood }) => isGood));
  assert.equal((await play("look.nothing")).code, "academy.choice");
  assert.equal((await play(`${SAFE.join(".")}.look`)).code, "academy.choice");
  const none = await client.call(calls.playStory, { params: { lesson: "no-such-lesson" } });
  assert.equal(none.code, "request.not_found");
});

test("every step of the story is reached, and every path can end safely", () => {
  const steps = LESSONS[0]?.story?.steps ?? [];
  for (const step of steps) {
    assert.ok(step === steps[0] || steps.some(({ choices }) => choices.some(({ to }) => to === step.id)), step.id);
    assert.ok(
      step.choices.some(({ to, isGood }) => isGood && to !== "lost"),
      step.id,
    );
  }
});

test("a lesson is passed when all answers are right; the best try is kept, and for visitors nothing", async () => {
  const { id, client } = await aPerson(app);
  const lesson = "how-escrow-works";
  const first = await answer(client, lesson, wrongOf(lesson));
  assert.equal(first.data.isPassed, false);
  assert.deepEqual(first.data.progress, { score: 0, questions: 4, tries: 1, passedAt: null });
  const second = await answer(client, lesson, rightOf(lesson));
  assert.equal(second.data.isPassed, true);
  assert.equal(second.data.progress?.tries, 2);
  const third = await answer(client, lesson, wrongOf(lesson));
  assert.equal(third.data.isPassed, false);
  assert.equal(third.data.progress?.score, 4);
  assert.ok(third.data.progress?.passedAt, "what was passed stays passed");
  const lines = await client.call(calls.listLessons, { query: { locale: "ar" } });
  assert.ok(lines.data.find((one) => one.lesson === lesson)?.progress?.passedAt);
  assert.ok(lines.data.every(({ isEnglish }) => !isEnglish));

  const visitor = app.client();
  assert.equal((await answer(visitor, lesson, rightOf(lesson))).data.progress, null);
  const { rows } = await owner.query("select count(*)::int as n from lesson_progress where user_id = $1", [id]);
  assert.equal(rows[0].n, 1);
});

test("each question is answered once, and a lesson with a story is passed only after a safe end of it", async () => {
  const { client } = await aPerson(app);
  const { where: _, ...some } = rightOf("how-escrow-works");
  assert.equal((await answer(client, "how-escrow-works", some)).code, "academy.answers");
  assert.equal((await answer(client, "how-escrow-works", { ...some, where: "moon" })).code, "academy.answers");
  const all = rightOf(REWARDED_LESSON);
  assert.equal((await answer(client, REWARDED_LESSON, all)).code, "academy.story");
  assert.equal((await answer(client, REWARDED_LESSON, all, ["release"])).code, "academy.story");
  assert.equal((await answer(client, REWARDED_LESSON, all, ["moon"])).code, "academy.choice");
  const done = await answer(client, REWARDED_LESSON, all, SAFE);
  assert.equal(done.data.isPassed, true);
  assert.equal(done.data.reward?.state, "unverified");
});

test("the reward is paid once from the operator's fees, and the books hold", async () => {
  const person = await aLearnerOf(app);
  const paid = await claim(person);
  assert.equal(paid.data.amount, "1");
  assert.equal(await balance(person.id), 1_000_000n);
  assert.equal((await claim(person)).code, "partner.lesson_already");
  const known = await person.client.call(calls.getLesson, { params: { lesson: REWARDED_LESSON } });
  assert.equal(known.data.reward?.state, "paid");
  assert.deepEqual(await checkBooks(app.ownerPorts), []);
});

test("of two claims at once one is paid", async () => {
  const person = await aLearnerOf(app);
  const codes = (await Promise.all([claim(person), claim(person)])).map(({ code }) => code);
  assert.deepEqual(codes.sort(), ["", "partner.lesson_already"]);
  assert.equal(await balance(person.id), 1_000_000n);
});

test("nothing is paid for a lesson that was not passed, without a verified level, to a restricted account, or where it is off", async () => {
  const unread = await aPerson(app);
  assert.equal((await claim(unread)).code, "partner.lesson_unfinished");
  await answer(unread.client, REWARDED_LESSON, wrongOf(REWARDED_LESSON), SAFE);
  assert.equal((await claim(unread)).code, "partner.lesson_unfinished");
  const unverified = await aLearnerOf(app);
  await owner.query("update users set verified_level = null where id = $1", [unverified.id]);
  assert.equal((await claim(unverified)).code, "partner.lesson_unverified");

  const moderator = await aNamedUser(app, "supermoderator");
  const restricted = await aLearnerOf(app);
  const { rows } = await owner.query("select username from users where id = $1", [restricted.id]);
  const set_ = await restrict(moderator, { ...restricted, username: rows[0].username }, "restricted");
  assert.equal(set_.status, 200, set_.code);
  assert.equal((await claim(restricted)).code, "auth.restricted");
  const asked = "select outcome from claim_lesson_reward($1, $2, 'restrictedlesson', market_now())";
  assert.deepEqual((await owner.query(asked, [restricted.id, REWARDED_LESSON])).rows, [{ outcome: "restricted" }]);

  const person = await aLearnerOf(app);
  await set("partner.lesson_usdt", 0);
  assert.equal((await claim(person)).code, "partner.off");
  await set("partner.lesson_usdt", 1);
  assert.equal(await balance(person.id), 0n);
});

test("the budget of a month bounds all rewards together, and the fees that there are", async () => {
  const [first, second] = [await aLearnerOf(app), await aLearnerOf(app)];
  const { rows } = await owner.query("select coalesce(sum(units), 0) / 1000000 as spent from lesson_rewards");
  await set("partner.lesson_budget_usdt", Number(rows[0].spent) + 1);
  const codes = (await Promise.all([claim(first), claim(second)])).map(({ code }) => code);
  assert.deepEqual(codes.sort(), ["", "partner.lesson_empty"]);
  await set("partner.lesson_budget_usdt", 500);

  const poor = await aLearnerOf(app);
  await emptyFees(app);
  assert.equal((await claim(poor)).code, "partner.lesson_empty");
  assert.deepEqual(await checkBooks(app.ownerPorts), []);
});

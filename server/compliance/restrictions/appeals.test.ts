// Guards: a restricted user appeals once, another staff member than the one who set it decides, and concurrent acts are
// refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as calls from "#contract/compliance/restrictions.ts";
import { testApp } from "../../testing/index.ts";
import { untilWaiting } from "../../testing/waiting.ts";
import {
  aCase,
  actsAbout,
  appeal,
  keep,
  lift,
  NOTE,
  restrict,
  type NamedUser,
  aNamedUser,
  standingOf,
  WHY,
  WORDS,
} from "../../testing/people/restrictions.ts";

const app = await testApp({ poolSize: 12 });
const { owner } = app;
const [ada, ben] = [await aNamedUser(app, "admin"), await aNamedUser(app, "admin")];

test("a person appeals once, in the worst state too, and staff other than the one who set it decide", async () => {
  const { person, caseNumber } = await aCase(app, ada, "banned");
  const [own] = (await person.client.call(calls.listOwnRestrictions)).data;
  assert.deepEqual(
    [own?.state, own?.reasonCode, own?.caseNumber, own?.appeal],
    ["banned", "chargeback", caseNumber, null],
  );
  assert.ok(!JSON.stringify(own).includes(NOTE), "the note is for the staff");
  const written = await appeal(person, caseNumber);
  assert.deepEqual([written.status, written.data[0]?.appeal?.text], [200, WORDS]);
  assert.equal((await appeal(person, caseNumber)).code, "restriction.appealed");
  const queued = (await ben.client.call(calls.listRestrictions, { query: { queue: "appeals" } })).data;
  assert.ok(queued.rows.some((row) => row.caseNumber === caseNumber && row.mayDecide && row.note === NOTE));
  const forSetter = (await ada.client.call(calls.listRestrictions)).data.rows.find(
    (row) => row.caseNumber === caseNumber,
  );
  assert.equal(forSetter?.mayDecide, false);
  assert.equal((await keep(ada, caseNumber)).code, "restriction.other_person");
  assert.equal((await keep(ben, caseNumber)).status, 200);
  const [kept] = (await person.client.call(calls.listOwnRestrictions)).data;
  assert.deepEqual([kept?.appeal?.outcome, kept?.appeal?.answer], ["kept", WHY]);
  assert.equal(
    (await appeal(person, caseNumber)).code,
    "restriction.appealed",
    "an appeal that was rejected was the one",
  );
  assert.equal((await lift(ben, caseNumber)).status, 200, "and yet the restriction can end later");
  assert.equal((await appeal(person, caseNumber)).code, "restriction.over");
  const stranger = await aNamedUser(app);
  assert.equal((await appeal(stranger, (await aCase(app, ada)).caseNumber)).code, "restriction.unknown");
});

test("words that are short in one count and long enough in the other are kept or refused, and break nothing", async () => {
  const { person, caseNumber } = await aCase(app, ada);
  const write = (text: string) =>
    person.client.call(calls.appealRestriction, { body: { case_number: caseNumber, text } });
  assert.equal((await write("\u{1f600}".repeat(9))).status, 422);
  assert.equal((await write("\u{1f600}".repeat(20))).status, 200);
});

test("an appeal that is granted ends the restriction, and the person acts at the next request", async () => {
  const { person, caseNumber } = await aCase(app, ada, "suspended");
  await appeal(person, caseNumber);
  assert.equal((await lift(ben, caseNumber)).status, 200);
  const { rows } = await owner.query(
    `select appeal.outcome, appeal.decided_by, appeal.answer from restriction_appeals appeal
     join user_restrictions one on one.id = appeal.restriction_id where one.case_number = $1`,
    [caseNumber],
  );
  assert.deepEqual(rows, [{ outcome: "lifted", decided_by: String(ben.id), answer: WHY }]);
  assert.deepEqual((await person.client.call(calls.listOwnRestrictions)).data, []);
});

test("the same request key restricts, appeals and lifts once", async () => {
  const person = await aNamedUser(app);
  const [first, again] = [
    await restrict(ada, person, "restricted", { key: "key-of-restricting" }),
    await restrict(ada, person, "restricted", { key: "key-of-restricting" }),
  ];
  assert.deepEqual([first.status, again.body], [200, first.body]);
  const { caseNumber } = first.data;
  const [one, two] = [
    await appeal(person, caseNumber, { key: "key-of-an-appeal" }),
    await appeal(person, caseNumber, { key: "key-of-an-appeal" }),
  ];
  assert.deepEqual([one.status, two.body], [200, one.body]);
  const [ended, same] = [
    await lift(ben, caseNumber, { key: "key-of-the-lift" }),
    await lift(ben, caseNumber, { key: "key-of-the-lift" }),
  ];
  assert.deepEqual([ended.status, same.body], [200, ended.body]);
  assert.equal((await actsAbout(app, caseNumber)).length, 2);
});

test("of two who set the same state at once one does, and the other is refused as unchanged", async () => {
  for (let round = 0; round < 4; round++) {
    const person = await aNamedUser(app);
    const both = await Promise.all([restrict(ada, person, "frozen"), restrict(ben, person, "frozen")]);
    assert.deepEqual(both.map(({ status, code }) => code || status).sort(), [200, "staff.unchanged"]);
    assert.deepEqual(await standingOf(app, person), ["frozen"]);
  }
});

test("of two who decide at once one does, whatever each says, and an appeal has one answer", async () => {
  const eve = await aNamedUser(app, "admin");
  for (const [one, other] of [
    [lift, lift],
    [keep, keep],
    [lift, keep],
  ] as const) {
    const { person, caseNumber } = await aCase(app, ada);
    await appeal(person, caseNumber);
    const both = await Promise.all([one(ben, caseNumber), other(eve, caseNumber)]);
    for (const { status, code } of both) assert.ok(status === 200 || code === "restriction.over", code);
    const { rows } = await owner.query(
      `select appeal.outcome, one.lifted_at is not null as is_lifted from restriction_appeals appeal
       join user_restrictions one on one.id = appeal.restriction_id where one.case_number = $1`,
      [caseNumber],
    );
    assert.equal(rows.length, 1);
    if (one === lift && other === lift)
      assert.deepEqual(both.map(({ status, code }) => code || status).sort(), [200, "restriction.over"]);
    assert.ok(rows[0].outcome !== null);
    assert.equal(rows[0].is_lifted, one === lift);
  }
});

test("an appeal and the end of its restriction at once: whichever comes first, nothing stays open", async () => {
  for (let round = 0; round < 4; round++) {
    const { person, caseNumber } = await aCase(app, ada);
    const [written, lifted] = await Promise.all([appeal(person, caseNumber), lift(ben, caseNumber)]);
    assert.equal(lifted.status, 200);
    assert.ok(written.status === 200 || written.code === "restriction.over");
    const { rows } = await owner.query(
      `select from restriction_appeals appeal join user_restrictions one on one.id = appeal.restriction_id
       where one.case_number = $1 and appeal.outcome is null`,
      [caseNumber],
    );
    assert.equal(rows.length, 0);
  }
});

test("two appeals at once are one", async () => {
  const { person, caseNumber } = await aCase(app, ada);
  const holder = await app.db.connect();
  await holder.query("begin");
  await holder.query("select from user_restrictions where case_number = $1 for update", [caseNumber]);
  const asked = [appeal(person, caseNumber), appeal(person, caseNumber)];
  try {
    await untilWaiting(owner, 2);
  } finally {
    await holder.query("commit");
    await holder.end();
  }
  const both = await Promise.all(asked);
  assert.deepEqual(both.map(({ status, code }) => code || status).sort(), [200, "restriction.appealed"]);
});

test("a restriction is due at its review date, lasts until staff decide, and is not due any more after it was kept", async () => {
  const { person, caseNumber } = await aCase(app, ada, "on_hold");
  const isDue = async () => {
    const { data } = await ben.client.call(calls.listRestrictions, { query: { queue: "due" } });
    return data.rows.some((row) => row.caseNumber === caseNumber && row.isDue);
  };
  assert.equal(await isDue(), false);
  await owner.query("update user_restrictions set review_at = market_now() where case_number = $1", [caseNumber]);
  assert.deepEqual([await isDue(), await standingOf(app, person)], [true, ["on_hold"]]);
  await keep(ben, caseNumber);
  assert.equal(await isDue(), false);
});

test("the staff who may decide an appeal are notified, except the one who set the restriction", async () => {
  const [setter, judge, lesser] = [
    await aNamedUser(app, "supermoderator"),
    await aNamedUser(app, "supermoderator"),
    await aNamedUser(app, "moderator"),
  ];
  const { person, caseNumber } = await aCase(app, setter);
  assert.equal((await appeal(person, caseNumber)).status, 200);
  await app.deliverEvents();
  const linksSentTo = async ({ id }: NamedUser) =>
    (
      await app.owner.query("select link from notifications where user_id = $1 and kind = 'appeal_made'", [id])
    ).rows.map(({ link }) => link);
  assert.deepEqual(await linksSentTo(judge), ["/staff/restrictions?queue=appeals"]);
  for (const other of [setter, lesser, person]) assert.deepEqual(await linksSentTo(other), []);
});

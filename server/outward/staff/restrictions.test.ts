// Guards: staff restrict accounts by the rights of their role and their own proof over just that; somebody else decides
// whether it stays, and an appeal; whom it is about reads why, writes once, and hears of each step.
import assert from "node:assert/strict";
import { test } from "node:test";
import { RESTRICTION_RIGHTS, RESTRICTION_STATES, type RestrictionState } from "#contract/restriction-names.ts";
import * as calls from "#contract/restrictions.ts";
import { ROLES, type Role } from "#contract/staff-names.ts";
import { brokenLinks } from "../../market/disputes/index.ts";
import { anOffer, aPerson, freshRates, testApp } from "../../testing/index.ts";

const app = await testApp({ poolSize: 12 });
const { db, owner } = app;
await freshRates(app);

async function somebody(role?: Role) {
  const person = await aPerson(app);
  const { rows } = await owner.query("select username from users where id = $1", [person.id]);
  if (role)
    await owner.query("insert into user_roles values ($1, $2, market_now() - interval '1 day')", [person.id, role]);
  return { ...person, username: rows[0].username as string };
}
type Person = Awaited<ReturnType<typeof somebody>>;

const [ada, ben] = [await somebody("admin"), await somebody("admin")];
const NOTE = "Three chargebacks in a week.";
const WHY = "The bank has confirmed the payments.";
const WORDS = "These payments were mine, and here is what my bank writes about them.";

type More = { readonly proves?: false; readonly key?: string };

function restrict({ client }: Person, { username }: Person, state: RestrictionState, more: More = {}) {
  const body = { username, state, reason_code: "chargeback", note: NOTE, review_days: 14 } as const;
  return client.call(calls.restrictUser, { body, ...more });
}
const lift = ({ client }: Person, case_number: string, more: More = {}) =>
  client.call(calls.liftRestriction, { body: { case_number, reason: WHY }, ...more });
const keep = ({ client }: Person, case_number: string, more: More = {}) =>
  client.call(calls.keepRestriction, { body: { case_number, reason: WHY, review_days: 30 }, ...more });
const appeal = ({ client }: Person, case_number: string, more: More = {}) =>
  client.call(calls.appealRestriction, { body: { case_number, text: WORDS }, ...more });

/** Set by ada, for somebody new. */
async function aCase(state: RestrictionState = "frozen") {
  const person = await somebody();
  const { status, data, code } = await restrict(ada, person, state);
  assert.equal(status, 200, code);
  return { person, caseNumber: data.caseNumber };
}

const standing = async ({ id }: Person) =>
  (
    await owner.query("select state from user_restrictions where user_id = $1 and lifted_at is null order by state", [
      id,
    ])
  ).rows.map(({ state }) => state as string);
const actsAbout = async (text: string) =>
  (await owner.query("select staff_id, act from staff_acts where reason like $1 order by id", [`${text}%`])).rows;
const noticesOf = async ({ id }: Person) =>
  (await owner.query("select kind from notifications where user_id = $1 order by id", [id])).rows.map(
    ({ kind }) => kind,
  );

/** One statement of a web process that somebody has taken over. */
const asWeb = (text: string) =>
  app.dbs.web.tx((tx) => tx.rows<{ outcome: string }>(Object.assign([text], { raw: [text] })));

test("what the screens know of the rights of roles is what the table of the database says", async () => {
  const { rows } = await owner.query("select role, state from restriction_rights");
  for (const role of ROLES)
    assert.deepEqual(
      rows.flatMap((row) => (row.role === role ? [row.state] : [])).sort(),
      [...RESTRICTION_RIGHTS[role]].sort(),
      role,
    );
});

test("each role sets, keeps and lifts the states that the table of rights gives it, and no other", async () => {
  for (const role of ROLES) {
    const [setter, decider] = [await somebody(role), await somebody(role)];
    for (const state of RESTRICTION_STATES) {
      const may = RESTRICTION_RIGHTS[role].includes(state);
      const person = await somebody();
      const set = await restrict(setter, person, state);
      assert.deepEqual([set.status, set.code], may ? [200, ""] : [403, "restriction.not_allowed"], `${role}: ${state}`);
      const proved = await app.prove(setter.client.token, { kind: "restrict", id: (await somebody()).username, state });
      assert.equal(proved?.outcome, may ? "proved" : "nothing", `the signer, of ${role}: ${state}`);
      const { caseNumber } = may ? set.data : (await restrict(ada, person, state)).data;
      for (const decision of [keep, lift]) {
        const { status, code } = await decision(decider, caseNumber);
        assert.deepEqual([status, code], may ? [200, ""] : [403, "restriction.not_allowed"], `${role}: ${state}`);
      }
      assert.deepEqual(await standing(person), may ? [] : [state]);
    }
  }
});

test("a restriction needs a proof over just that, and so do its end and its review", async () => {
  const person = await somebody();
  assert.equal((await restrict(ada, person, "frozen", { proves: false })).code, "auth.password_proof");
  await app.prove(ada.client.token, { kind: "restrict", id: person.username, state: "suspended" });
  assert.equal(
    (await restrict(ada, person, "frozen", { proves: false })).code,
    "auth.password_proof",
    "of another state",
  );
  assert.deepEqual(await standing(person), []);
  const { caseNumber } = (await restrict(ada, person, "frozen")).data;
  assert.equal((await lift(ben, caseNumber, { proves: false })).code, "auth.password_proof");
  assert.equal((await keep(ben, caseNumber, { proves: false })).code, "auth.password_proof");
  await app.prove(ben.client.token, { kind: "keep_restriction", id: caseNumber });
  assert.equal((await lift(ben, caseNumber, { proves: false })).code, "auth.password_proof", "to keep is not to lift");
  assert.deepEqual(await standing(person), ["frozen"]);
});

test("a web that is taken over restricts nobody and lifts nothing without the proof of somebody who may", async () => {
  const { person, caseNumber } = await aCase();
  const other = await somebody();
  for (const [statement, outcome] of [
    [
      `select outcome from restrict_user('NeverWasACase', ${other.id}, 'banned', 'chargeback', 'why', 9, ${ada.id}, market_now())`,
      "unproved",
    ],
    [
      `select outcome from restrict_user('NeverWasACase', ${ada.id}, 'banned', 'chargeback', 'why', 9, ${other.id}, market_now())`,
      "not_allowed",
    ],
    [`select outcome from lift_restriction('${caseNumber}', 'why', ${ben.id}, market_now())`, "unproved"],
    [`select outcome from lift_restriction('${caseNumber}', 'why', ${other.id}, market_now())`, "not_allowed"],
    [`select outcome from keep_restriction('${caseNumber}', 'why', 300, ${ben.id}, market_now())`, "unproved"],
    [`select outcome from appeal_restriction('${caseNumber}', ${other.id}, '${WORDS}', market_now())`, "unknown"],
  ] as const)
    assert.deepEqual(await asWeb(statement), [{ outcome }], statement);
  for (const statement of [
    "update user_restrictions set lifted_at = market_now()",
    "insert into restriction_rights values ('banned', 'moderator')",
    "update restriction_appeals set outcome = null",
    "delete from restriction_appeals",
    `select restriction_subject('restrict', ${ada.id}, '${other.username}', 'banned')`,
  ])
    await assert.rejects(asWeb(statement), /permission denied/, statement);
  assert.deepEqual([await standing(person), await standing(other)], [["frozen"], []]);
});

test("nobody decides about what they have set themselves, nor about themselves, whatever their role", async () => {
  const { caseNumber } = await aCase();
  for (const decision of [lift, keep]) {
    assert.equal((await decision(ada, caseNumber)).code, "restriction.other_person");
    const kind = decision === lift ? "lift_restriction" : "keep_restriction";
    assert.equal(
      (await app.prove(ada.client.token, { kind, id: caseNumber }))?.outcome,
      "nothing",
      "the signer says so too",
    );
  }
  assert.equal((await restrict(ada, ada, "restricted")).code, "staff.own_account");
  const eve = await somebody("admin");
  const own = (await restrict(ada, eve, "restricted")).data.caseNumber;
  assert.equal((await lift(eve, own)).code, "auth.restricted");
  const asEve = `select outcome from lift_restriction('${own}', 'why', ${eve.id}, market_now())`;
  assert.deepEqual(await asWeb(asEve), [{ outcome: "own" }]);
  assert.equal((await lift(ben, own)).status, 200);
  await assert.rejects(
    owner.query("update user_restrictions set lifted_by = set_by where case_number = $1", [own]),
    /user_restrictions_check/,
    "and the table holds it",
  );
});

test("who of the staff is restricted, or has a role that does not count yet, restricts nobody", async () => {
  const [mod, person] = [await somebody("moderator"), await somebody()];
  const { caseNumber } = (await restrict(ada, mod, "restricted")).data;
  assert.equal((await restrict(mod, person, "restricted", { proves: false })).code, "auth.restricted");
  assert.equal(
    (await app.prove(mod.client.token, { kind: "restrict", id: person.username, state: "restricted" }))?.outcome,
    "nothing",
  );
  await lift(ben, caseNumber);
  assert.equal((await restrict(mod, person, "restricted")).status, 200);
  await owner.query("update user_roles set decides_from = market_now() + interval '1 hour' where user_id = $1", [
    mod.id,
  ]);
  assert.equal(
    (await app.prove(mod.client.token, { kind: "restrict", id: person.username, state: "suspended" }))?.outcome,
    "held",
  );
  assert.equal((await restrict(mod, person, "suspended", { proves: false })).code, "restriction.not_allowed");
});

test("of the staff only administrators restrict one another", async () => {
  const [mod, sup, target] = [
    await somebody("moderator"),
    await somebody("supermoderator"),
    await somebody("moderator"),
  ];
  for (const staff of [mod, sup])
    assert.equal((await restrict(staff, target, "restricted")).code, "restriction.not_allowed");
  const { caseNumber } = (await restrict(ada, target, "restricted")).data;
  assert.equal((await lift(sup, caseNumber)).code, "restriction.not_allowed");
  assert.equal((await lift(ben, caseNumber)).status, 200);
});

test("the chain of acts has who set, kept and lifted what, and why; the event is written with the change", async () => {
  const { person, caseNumber } = await aCase();
  await keep(ben, caseNumber);
  await lift(ben, caseNumber);
  const by = (staff: Person, act: string) => ({ staff_id: String(staff.id), act });
  assert.deepEqual(await actsAbout(caseNumber), [
    by(ada, "restriction.set"),
    by(ben, "restriction.keep"),
    by(ben, "restriction.lift"),
  ]);
  assert.deepEqual(await db.tx((tx) => brokenLinks(tx)), []);
  await app.deliverEvents();
  assert.deepEqual(await noticesOf(person), ["account_restricted", "restriction_kept", "restriction_lifted"]);
  const { rows } = await owner.query("select body_text from mails where body_text like $1 order by id", [
    `Hello ${person.username},%`,
  ]);
  assert.match(rows[0].body_text, new RegExp(`Restriction: frozen, case ${caseNumber}, to be reviewed by 20`));
  assert.match(rows[2].body_text, new RegExp(`lifted a restriction.*frozen, case ${caseNumber}`, "s"));
});

test("a person appeals once, in the worst state too, and another than who set it decides", async () => {
  const { person, caseNumber } = await aCase("banned");
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
  const stranger = await somebody();
  assert.equal((await appeal(stranger, (await aCase()).caseNumber)).code, "restriction.unknown");
});

test("an appeal that is granted ends the restriction, and the person acts at the next request", async () => {
  const { person, caseNumber } = await aCase("suspended");
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
  const person = await somebody();
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
  assert.equal((await actsAbout(caseNumber)).length, 2);
});

test("of two who set the same state at once one does, and the other is told that it stands", async () => {
  for (let round = 0; round < 4; round++) {
    const person = await somebody();
    const both = await Promise.all([restrict(ada, person, "frozen"), restrict(ben, person, "frozen")]);
    assert.deepEqual(both.map(({ status, code }) => code || status).sort(), [200, "staff.unchanged"]);
    assert.deepEqual(await standing(person), ["frozen"]);
  }
});

test("of two who decide at once one does, whatever each says, and an appeal has one answer", async () => {
  const eve = await somebody("admin");
  for (const [one, other] of [
    [lift, lift],
    [keep, keep],
    [lift, keep],
  ] as const) {
    const { person, caseNumber } = await aCase();
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
    const { person, caseNumber } = await aCase();
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
  const { person, caseNumber } = await aCase();
  const both = await Promise.all([appeal(person, caseNumber), appeal(person, caseNumber)]);
  assert.deepEqual(both.map(({ status, code }) => code || status).sort(), [200, "restriction.appealed"]);
});

test("a restriction is due at its review date, stands until somebody decides, and is due no more when it was kept", async () => {
  const { person, caseNumber } = await aCase("on_hold");
  const isDue = async () => {
    const { data } = await ben.client.call(calls.listRestrictions, { query: { queue: "due" } });
    return data.rows.some((row) => row.caseNumber === caseNumber && row.isDue);
  };
  assert.equal(await isDue(), false);
  await owner.query("update user_restrictions set review_at = market_now() where case_number = $1", [caseNumber]);
  assert.deepEqual([await isDue(), await standing(person)], [true, ["on_hold"]]);
  await keep(ben, caseNumber);
  assert.equal(await isDue(), false);
});

test("staff look somebody up for a reason that stands in the chain, and only so many a day", async () => {
  const [mod, person] = [await somebody("moderator"), await somebody()];
  const { caseNumber } = (await restrict(ada, person, "frozen")).data;
  const look = (reason = "Named in dispute 4711.") =>
    mod.client.call(calls.lookUpPerson, { body: { username: person.username.toUpperCase(), reason } });
  const { status, data } = await look();
  assert.deepEqual(
    [status, data.username, data.restrictions.map((one) => one.caseNumber)],
    [200, person.username, [caseNumber]],
  );
  assert.deepEqual((await owner.query("select subject, reason from staff_acts where staff_id = $1", [mod.id])).rows, [
    { subject: person.username, reason: "Named in dispute 4711." },
  ]);
  assert.equal((await look("no")).status, 422, "a reason is words");
  const nobody = { username: "nobody_at_all", reason: "Named in dispute 4711." };
  assert.equal((await mod.client.call(calls.lookUpPerson, { body: nobody })).code, "account.not_found");
  await owner.query(
    "insert into settings (name, value, changed_at) values ('staff.look_ups_a_day', '2', market_now())",
  );
  assert.equal((await look()).status, 200);
  assert.equal((await look()).code, "staff.look_ups");
  await app.moveClock(25 * 3_600_000);
  assert.equal((await look()).status, 200, "a day later again");
});

test("offers of who is restricted wait from then on, and go on when it is lifted", async () => {
  const person = await somebody();
  const offer = await db.tx((tx) => anOffer(tx, person.id, {}));
  const hold = async () => (await owner.query("select hold from offers where hash = $1", [offer])).rows[0].hold;
  const before = await hold();
  const { caseNumber } = (await restrict(ada, person, "compromised")).data;
  await app.deliverEvents();
  assert.equal(await hold(), "restricted");
  await lift(ben, caseNumber);
  await app.deliverEvents();
  assert.equal(await hold(), before);
});

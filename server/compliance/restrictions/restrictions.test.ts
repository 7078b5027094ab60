// Guards: staff restrict accounts by the rights of their role and their own proof over just that, look people up for a
// reason, and decide nothing about what they have set; the restricted user is notified of each step.
import assert from "node:assert/strict";
import { test } from "node:test";
import { RESTRICTION_RIGHTS, RESTRICTION_STATES } from "#contract/compliance/restriction-names.ts";
import * as calls from "#contract/compliance/restrictions.ts";
import { ROLES } from "#contract/staff/names.ts";
import { brokenLinks } from "../../people/audit/index.ts";
import { anOffer, freshRates, TEST_PASSWORD, testApp } from "../../testing/index.ts";
import {
  aCase,
  actsAbout,
  keep,
  lift,
  restrict,
  type NamedUser,
  aNamedUser,
  standingOf,
  WHY,
  WORDS,
} from "../../testing/people/restrictions.ts";

const app = await testApp({ poolSize: 12 });
const { db, owner } = app;
await freshRates(app);
const [ada, ben] = [await aNamedUser(app, "admin"), await aNamedUser(app, "admin")];

const noticesOf = async ({ id }: NamedUser) =>
  (await owner.query("select kind from notifications where user_id = $1 order by id", [id])).rows.map(
    ({ kind }) => kind,
  );

/** One statement of a web process that an attacker controls. */
const asWeb = (text: string) =>
  app.dbs.web.tx((tx) => tx.rows<{ outcome: string }>(Object.assign([text], { raw: [text] })));

test("each role sets, keeps and lifts the states that the table of rights gives it, and no other", async () => {
  for (const role of ROLES) {
    const [setter, decider] = [await aNamedUser(app, role), await aNamedUser(app, role)];
    for (const state of RESTRICTION_STATES) {
      const may = RESTRICTION_RIGHTS[role].includes(state);
      const person = await aNamedUser(app);
      const set = await restrict(setter, person, state);
      assert.deepEqual([set.status, set.code], may ? [200, ""] : [403, "restriction.not_allowed"], `${role}: ${state}`);
      const proved = await app.prove(setter.client.token, {
        kind: "restrict",
        id: (await aNamedUser(app)).username,
        state,
      });
      assert.equal(proved?.outcome, may ? "proved" : "nothing", `the signer, of ${role}: ${state}`);
      const { caseNumber } = may ? set.data : (await restrict(ada, person, state)).data;
      for (const decision of [keep, lift]) {
        const { status, code } = await decision(decider, caseNumber);
        assert.deepEqual([status, code], may ? [200, ""] : [403, "restriction.not_allowed"], `${role}: ${state}`);
      }
      assert.deepEqual(await standingOf(app, person), may ? [] : [state]);
    }
  }
});

test("a restriction needs a proof over just that, and so do its end and its review", async () => {
  const person = await aNamedUser(app);
  assert.equal((await restrict(ada, person, "frozen", { proves: false })).code, "auth.password_proof");
  await app.prove(ada.client.token, { kind: "restrict", id: person.username, state: "suspended" });
  assert.equal(
    (await restrict(ada, person, "frozen", { proves: false })).code,
    "auth.password_proof",
    "of another state",
  );
  assert.deepEqual(await standingOf(app, person), []);
  const { caseNumber } = (await restrict(ada, person, "frozen")).data;
  assert.equal((await lift(ben, caseNumber, { proves: false })).code, "auth.password_proof");
  assert.equal((await keep(ben, caseNumber, { proves: false })).code, "auth.password_proof");
  await app.prove(ben.client.token, { kind: "keep_restriction", id: caseNumber });
  assert.equal((await lift(ben, caseNumber, { proves: false })).code, "auth.password_proof", "to keep is not to lift");
  assert.deepEqual(await standingOf(app, person), ["frozen"]);
});

test("a password alone lifts nothing, and restricts at once", async () => {
  const [mod, person] = [await aNamedUser(app, "moderator"), await aNamedUser(app)];
  const reference = await app.ports.verifier.prepareCredential(TEST_PASSWORD);
  await owner.query("update credentials set user_id = $1 where reference = $2", [mod.id, reference]);
  await owner.query("delete from passkeys where user_id = $1", [mod.id]);
  const { caseNumber } = (await restrict(ada, person, "restricted")).data;
  const shown = { password: TEST_PASSWORD };
  const userId = String(mod.id);
  const outcomes = await app.ports.verifier.prove([
    { userId, for: { kind: "lift_restriction", id: caseNumber }, shown },
    { userId, for: { kind: "keep_restriction", id: caseNumber }, shown },
    { userId, for: { kind: "restrict", id: person.username, state: "suspended" }, shown },
  ]);
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ["factor", "proved", "proved"],
  );
});

test("a web process under an attacker's control restricts and lifts nothing without the proof of staff with that right", async () => {
  const { person, caseNumber } = await aCase(app, ada);
  const other = await aNamedUser(app);
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
  assert.deepEqual([await standingOf(app, person), await standingOf(app, other)], [["frozen"], []]);
});

test("nobody decides about what they have set themselves, nor about themselves, whatever their role", async () => {
  const { caseNumber } = await aCase(app, ada);
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
  const eve = await aNamedUser(app, "admin");
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

test("a staff member who is restricted, or whose role does not count yet, restricts nobody", async () => {
  const [mod, person] = [await aNamedUser(app, "moderator"), await aNamedUser(app)];
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
    await aNamedUser(app, "moderator"),
    await aNamedUser(app, "supermoderator"),
    await aNamedUser(app, "moderator"),
  ];
  for (const staff of [mod, sup])
    assert.equal((await restrict(staff, target, "restricted")).code, "restriction.not_allowed");
  const { caseNumber } = (await restrict(ada, target, "restricted")).data;
  assert.equal((await lift(sup, caseNumber)).code, "restriction.not_allowed");
  assert.equal((await lift(ben, caseNumber)).status, 200);
});

test("the chain of acts has who set, kept and lifted what, and why; the event is written with the change", async () => {
  const { person, caseNumber } = await aCase(app, ada);
  await keep(ben, caseNumber);
  await lift(ben, caseNumber);
  const by = (staff: NamedUser, act: string) => ({ staff_id: String(staff.id), act });
  assert.deepEqual(await actsAbout(app, caseNumber), [
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
  assert.match(
    rows[0].body_text,
    new RegExp(`Restriction: Frozen\nCase: ${caseNumber}\nNext review: 20\\d\\d-\\d\\d-\\d\\d\n`),
  );
  assert.match(rows[1].body_text, new RegExp(`it remains.*Frozen\nCase: ${caseNumber}\nNext review: .*\n${WHY}`, "s"));
  assert.match(rows[2].body_text, new RegExp(`lifted a restriction.*Frozen\nCase: ${caseNumber}\n${WHY}`, "s"));
});

test("a reader of Spanish reads the restriction in Spanish", async () => {
  const person = await aNamedUser(app);
  await owner.query("update users set locale = 'es' where id = $1", [person.id]);
  const { caseNumber } = (await restrict(ada, person, "compliance_hold")).data;
  await app.deliverEvents();
  const { rows } = await owner.query("select body_text from mails where body_text like $1", [
    `Hola, ${person.username}:%`,
  ]);
  assert.match(
    rows[0].body_text,
    new RegExp(`Restricción: Retención de cumplimiento\nCaso: ${caseNumber}\nPróxima revisión: 20`),
  );
});

test("staff look a user up for a reason that is in the staff log, and only so many a day", async () => {
  const [mod, person] = [await aNamedUser(app, "moderator"), await aNamedUser(app)];
  const { caseNumber } = (await restrict(ada, person, "frozen")).data;
  const look = (reason = "Named in dispute 4711.") =>
    mod.client.call(calls.lookUpPerson, { body: { by: "username", who: person.username.toUpperCase(), reason } });
  const { status, data } = await look();
  assert.deepEqual(
    [status, data.username, data.restrictions.map((one) => one.caseNumber)],
    [200, person.username, [caseNumber]],
  );
  assert.deepEqual((await owner.query("select subject, reason from staff_acts where staff_id = $1", [mod.id])).rows, [
    { subject: person.username, reason: "Named in dispute 4711." },
  ]);
  assert.equal((await look("no")).status, 422, "a reason is words");
  const nobody = { by: "email", who: "nobody@example.com", reason: "Named in dispute 4711." } as const;
  assert.equal((await mod.client.call(calls.lookUpPerson, { body: nobody })).code, "account.not_found");
  await owner.query(
    "insert into settings (name, value, changed_at) values ('staff.look_ups_a_day', '3', market_now())",
  );
  assert.equal((await look()).status, 200, "one with a match and one without went before");
  assert.equal((await look()).code, "staff.look_ups");
  const tried = await mod.client.call(calls.lookUpPerson, { body: nobody });
  assert.equal(tried.code, "staff.look_ups", "and does not reveal whether an email has an account");
  await app.moveClock(25 * 3_600_000);
  assert.equal((await look()).status, 200, "a day later again");
});

test("offers of a restricted user wait, and return when the restriction is lifted", async () => {
  const person = await aNamedUser(app);
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

test("an act with a time of microseconds is in the staff log like every other one", async () => {
  const staff = await aNamedUser(app, "admin");
  for (const fraction of ["107935", "999999", "000501"])
    await owner.query(
      "select add_staff_act($1, 'setting.set', 'x', 'y', date_trunc('second', market_now()) + $2::interval)",
      [staff.id, `${Number(fraction)} microseconds`],
    );
  assert.deepEqual(await db.tx((tx) => brokenLinks(tx)), []);
});

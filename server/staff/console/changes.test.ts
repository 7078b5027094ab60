// Guards: roles, levels and halts are changed by administrators with their own proof over just that; what gives a user
// more takes a second one, who proves the same; nobody gives to themselves, and each act is in the staff log with its author.
import assert from "node:assert/strict";
import { test } from "node:test";
import { prove } from "#contract/people/sign-in/auth.ts";
import { listDisputes } from "#contract/market/disputes/disputes.ts";
import { changeByStaff, confirmStaffChange, getStaffDesk } from "#contract/staff/staff.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { aPerson, signIn, TEST_PASSWORD, testApp } from "../../testing/index.ts";
import { testAssertion } from "../../testing/people/proving.ts";
import { brokenLinks } from "../../people/audit/index.ts";
import { checkBooks } from "./checks/check-books.ts";
import { haltByOperator } from "./changes/halt-by-operator.ts";

const app = await testApp();
const { db, owner } = app;
const DAY_MS = 24 * 3_600_000;

type Person = Awaited<ReturnType<typeof aNamedUser>>;

async function aNamedUser(role?: "admin" | "moderator") {
  const person = await aPerson(app);
  const { rows } = await owner.query("select username from users where id = $1", [person.id]);
  if (role)
    await owner.query("insert into user_roles values ($1, $2, market_now() - interval '1 day')", [person.id, role]);
  return { ...person, username: rows[0].username as string };
}

const [ada, ben, eve] = [await aNamedUser("admin"), await aNamedUser("admin"), await aNamedUser("admin")];
const REASON = 'they asked; "yes" \\ we said\n\u0001 \u{1f600} ok/é\u2028';

/** Proved as it is asked for, unless another proof or none is given. */
async function change({ client }: Person, wanted: StaffChange, more: { key?: string; proves?: false } = {}) {
  return client.call(changeByStaff, { body: { change: wanted, reason: REASON }, ...more });
}

async function waitingId(wanted: StaffChange): Promise<string> {
  const { data } = await ada.client.call(getStaffDesk);
  const found = data.waiting.find((one) => JSON.stringify(one.change) === JSON.stringify(wanted));
  assert.ok(found, `nothing waits: ${JSON.stringify(wanted)}`);
  return found.id;
}

/** Where a proof is named, it is made before. */
async function confirm({ client }: Person, id: string, proved?: StaffChange) {
  if (proved) await app.prove(client.token, proved);
  return client.call(confirmStaffChange, { body: { id } });
}

const rolesOf = async ({ id }: Person) =>
  (await owner.query("select role from user_roles where user_id = $1 order by role", [id])).rows.map((row) => row.role);
const levelOf = async ({ id }: Person) =>
  Number((await owner.query("select level from users where id = $1", [id])).rows[0].level);
const acts = async () => (await owner.query("select staff_id, act, subject from staff_acts order by id desc")).rows;
const halts = async () => (await owner.query("select name from halts order by name")).rows.map(({ name }) => name);

test("a role is granted when a second administrator has proved the same, and they decide by it from the next day on", async () => {
  const mia = await aNamedUser();
  const wanted = { kind: "grant_role", id: mia.username, role: "moderator" } as const;
  const proposed = await change(ada, wanted);
  assert.deepEqual([proposed.status, proposed.data.isDone], [200, false]);
  assert.deepEqual(await rolesOf(mia), []);
  const id = await waitingId(wanted);
  const confirmed = await confirm(ben, id, wanted);
  assert.equal(confirmed.status, 200, confirmed.code);
  assert.deepEqual(await rolesOf(mia), ["moderator"]);
  assert.deepEqual((await acts()).slice(0, 2), [
    { staff_id: String(ben.id), act: "role.grant", subject: `${mia.username}: moderator` },
    { staff_id: String(ada.id), act: "role.grant.propose", subject: `${mia.username}: moderator` },
  ]);

  const listed = confirmed.data.desk.staff.find(({ username }) => username === mia.username);
  assert.ok(listed?.decidesFrom && Date.parse(listed.decidesFrom) > Date.now() + DAY_MS - 60_000);
  const award = { kind: "award", id: "SomeTradeHash1", winner: "buyer" } as const;
  const token = await db.tx((tx) => signIn(tx, mia.id));
  assert.equal((await app.prove(token, award))?.outcome, "held", "who was made a moderator today awards nothing today");
  const asked = {
    for: award,
    passkey: testAssertion(mia.id, award, { origin: app.config.publicUrl.origin, now: new Date() }),
  };
  assert.equal((await app.client(token).call(prove, { body: asked })).code, "staff.held", "and reads the reason");
  assert.equal((await app.client(token).call(listDisputes)).status, 200, "they see the queue");
  await owner.query("update user_roles set decides_from = market_now() where user_id = $1", [mia.id]);
  assert.equal((await app.prove(token, award))?.outcome, "nothing", "from then on it hangs on the trade");

  await app.deliverEvents();
  const { rows } = await owner.query("select kind from notifications where user_id = $1", [mia.id]);
  assert.deepEqual(rows, [{ kind: "role_granted" }]);
  const mails = await owner.query("select body_text from mails where body_text like $1", [`Hello ${mia.username},%`]);
  assert.match(mails.rows[0].body_text, /Role: moderator/);
});

test("nobody confirms what they have proposed, with whatever proof, and nobody gives to themselves", async () => {
  const mia = await aNamedUser();
  const wanted = { kind: "set_level", id: mia.username, level: 3 } as const;
  assert.equal((await change(ada, wanted)).data.isDone, false);
  const id = await waitingId(wanted);
  assert.equal((await confirm(ada, id, wanted)).code, "staff.second_person");
  assert.equal((await change(ben, wanted, { proves: false })).code, "staff.proposed", "it is there to be confirmed");
  assert.equal((await confirm(ben, id)).code, "auth.password_proof");
  assert.equal((await confirm(ben, id, { ...wanted, level: 4 })).code, "auth.password_proof", "of another level");
  assert.equal(await levelOf(mia), 1);
  assert.equal((await confirm(ben, id, wanted)).status, 200);
  assert.equal(await levelOf(mia), 3);
  assert.equal((await confirm(eve, id, wanted)).code, "staff.change_over", "it is so by now");

  for (const own of [
    { kind: "set_level", id: ada.username, level: 4 },
    { kind: "grant_role", id: ada.username, role: "moderator" },
  ] as const) {
    assert.equal((await app.prove(ada.client.token, own))?.outcome, "nothing", "the signer says so too");
    assert.equal((await change(ada, own, { proves: false })).code, "staff.own_account");
    assert.equal((await change(ben, own)).data.isDone, false);
    assert.equal((await confirm(ada, await waitingId(own), own)).code, "staff.own_account");
  }
});

test("a proof is for one change and one time, and a user who is no administrator has none", async () => {
  const [mia, mod] = [await aNamedUser(), await aNamedUser("moderator")];
  const wanted = { kind: "set_level", id: mia.username, level: 2 } as const;
  assert.equal((await change(ada, wanted, { proves: false })).code, "auth.password_proof");
  await app.prove(ada.client.token, { ...wanted, level: 3 });
  assert.equal((await change(ada, wanted, { proves: false })).code, "auth.password_proof");
  const key = "the-key-of-this-call";
  const [first, again] = [await change(ada, wanted, { key }), await change(ada, wanted, { key })];
  assert.deepEqual([first.status, again.body], [200, first.body]);
  const { rows } = await owner.query("select count(*)::int as count from staff_changes where user_id = $1", [mia.id]);
  assert.deepEqual(rows, [{ count: 1 }]);
  assert.equal((await change(mod, wanted)).status, 403);
  assert.equal((await app.prove(mod.client.token, wanted))?.outcome, "nothing");
  assert.equal((await change(ada, { ...wanted, id: "nobody_at_all" }, { proves: false })).code, "account.not_found");
  assert.equal((await change(ada, { ...wanted, level: 1 })).code, "staff.unchanged");
});

test("a proposal ends after a day, and with the role of the one who made it", async () => {
  const mia = await aNamedUser();
  const wanted = { kind: "set_level", id: mia.username, level: 4 } as const;
  await change(ada, wanted);
  const id = await waitingId(wanted);
  await owner.query("update staff_changes set expires_at = market_now() where hash = $1", [id]);
  assert.equal((await confirm(ben, id, wanted)).code, "staff.change_over");
  assert.equal((await change(ada, wanted)).data.isDone, false, "it may be proposed again");
  const next = await waitingId(wanted);
  await owner.query("delete from user_roles where user_id = $1", [ada.id]);
  assert.equal((await confirm(ben, next, wanted)).code, "staff.change_over");
  await owner.query("insert into user_roles values ($1, 'admin', market_now() - interval '1 day')", [ada.id]);
  assert.equal((await confirm(ben, next, wanted)).status, 200);
  assert.equal(await levelOf(mia), 4);
});

test("taking a role back and lowering a level take one administrator, and the last one stays", async () => {
  const mia = await aNamedUser("moderator");
  await owner.query("update users set granted_level = 4 where id = $1", [mia.id]);
  assert.equal((await change(ada, { kind: "set_level", id: mia.username, level: 2 })).data.isDone, true);
  assert.equal(await levelOf(mia), 2);
  assert.equal((await change(ada, { kind: "revoke_role", id: mia.username, role: "moderator" })).data.isDone, true);
  assert.deepEqual(await rolesOf(mia), []);
  await app.deliverEvents();
  const { rows } = await owner.query("select kind from notifications where user_id = $1 order by id", [mia.id]);
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ["level_set", "role_revoked"],
  );
  for (const { username } of [ada, ben])
    assert.equal((await change(eve, { kind: "revoke_role", id: username, role: "admin" })).data.isDone, true);
  assert.equal((await change(eve, { kind: "revoke_role", id: eve.username, role: "admin" })).code, "staff.last_admin");
  for (const { id } of [ada, ben])
    await owner.query("insert into user_roles values ($1, 'admin', market_now() - interval '1 day')", [id]);
});

test("a halt is set and lifted by one administrator; over a broken invariant two lift it", async () => {
  const set = await change(ada, { kind: "set_halt", id: "money_out" });
  assert.deepEqual([set.data.isDone, await halts()], [true, ["money_out"]]);
  assert.equal((await change(ada, { kind: "set_halt", id: "money_out" })).code, "staff.unchanged");
  assert.equal((await change(ben, { kind: "lift_halt", id: "money_out" })).data.isDone, true);
  assert.deepEqual(await halts(), []);
  assert.equal((await change(ben, { kind: "lift_halt", id: "money_out" })).code, "staff.unchanged");

  await db.tx((tx) => haltByOperator(tx, { name: "ledger", reason: "by hand" }));
  const wanted = { kind: "lift_halt", id: "ledger" } as const;
  assert.equal((await change(ada, wanted)).data.isDone, false);
  const id = await waitingId(wanted);
  // Lifted and set again, it is another one.
  await owner.query("update halts set since = since + interval '1 second'");
  assert.equal((await confirm(ben, id, wanted)).code, "staff.change_over");
  assert.equal((await change(ada, wanted)).data.isDone, false);
  await owner.query("update staff_changes set expires_at = market_now() - interval '1 second' where hash = $1", [id]);
  assert.equal((await confirm(ben, await waitingId(wanted), wanted)).status, 200);
  assert.deepEqual(await halts(), []);

  await owner.query("update ledger_accounts set balance_units = balance_units + 1 where name = 'house:BTC:inventory'");
  await owner.query(
    `insert into ledger_accounts (name, currency, kind, may_overdraw, balance_units)
     values ('house:BTC:loss', 'BTC', 'house', true, 1) on conflict do nothing`,
  );
  await checkBooks({ db: app.dbs.worker, log: app.ports.log });
  await owner.query("update ledger_accounts set balance_units = 0");
  await checkBooks({ db: app.dbs.worker, log: app.ports.log });
  const { rowCount: stopped } = await owner.query("select from halt_names where when_broken");
  assert.equal((await halts()).length, stopped, "what was found stays halted");
  for (const { name, takesTwo } of (await ada.client.call(getStaffDesk)).data.halts) assert.equal(takesTwo, true, name);
  assert.equal((await change(ada, { kind: "lift_halt", id: "releases" })).data.isDone, false);
  await owner.query("delete from halts");
});

test("by a password nobody gives anything, nor while their factor is new; to stop something it is enough", async () => {
  const mia = await aNamedUser();
  const credential = await app.ports.verifier.prepareCredential(TEST_PASSWORD);
  await owner.query("update credentials set user_id = $2 where reference = $1", [credential, eve.id]);
  await owner.query("delete from passkeys where user_id = $1", [eve.id]);
  const asked = async (wanted: StaffChange) => {
    const shown = { password: TEST_PASSWORD };
    const [proved] = await app.ports.verifier.prove([{ userId: String(eve.id), for: wanted, shown }]);
    return proved?.outcome;
  };
  assert.equal(await asked({ kind: "grant_role", id: mia.username, role: "admin" }), "factor");
  assert.equal(await asked({ kind: "set_level", id: mia.username, level: 4 }), "factor");
  assert.equal(await asked({ kind: "lift_halt", id: "ledger" }), "factor");
  assert.equal(await asked({ kind: "set_halt", id: "ledger" }), "proved");
  assert.equal(await asked({ kind: "revoke_role", id: mia.username, role: "admin" }), "proved");

  await owner.query(
    `insert into send_out_holds (user_id, reason, began_at, ends_at)
     values ($1, 'new_factor', market_now(), market_now() + interval '1 day')`,
    [ada.id],
  );
  const level = { kind: "set_level", id: mia.username, level: 4 } as const;
  assert.equal((await app.prove(ada.client.token, level))?.outcome, "held");
  assert.equal((await app.prove(ada.client.token, { kind: "set_halt", id: "ledger" }))?.outcome, "proved");
});

test("the chain of acts that the database has written is whole", async () => {
  assert.ok((await acts()).length > 12);
  assert.deepEqual(await db.read(brokenLinks), []);
  const { rows } = await owner.query("select reason from staff_acts where reason like '%we said%' limit 1");
  assert.match(rows[0].reason, /"yes" \\ we said/);
});

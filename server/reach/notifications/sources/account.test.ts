// Guards: users whom staff give a role or a level, every administrator where a role is given, and users whose passkeys or
// authenticator app change are notified by what the database writes with the change, even if the web process suppresses it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { base32nopad } from "@scure/base";
import type { StaffChange } from "#contract/staff/changes.ts";
import * as calls from "#contract/people/sign-in/two-factor.ts";
import { enrollWith, makeSoftwareKey } from "../../../demo/software-key.ts";
import { totpCode } from "../../../platform/totp.ts";
import { changeSetting } from "../../../reference/settings/index.ts";
import { aPerson, TEST_PASSWORD, testApp } from "../../../testing/index.ts";

const app = await testApp();
const { owner, dbs } = app;
const now = () => app.db.read((tx) => tx.readClock());

async function aNamedUser() {
  const person = await aPerson(app);
  const { rows } = await owner.query("select username from users where id = $1", [person.id]);
  return { ...person, username: rows[0].username as string };
}
type Person = Awaited<ReturnType<typeof aNamedUser>>;

const [ada, ben, eve] = [await aNamedUser(), await aNamedUser(), await aNamedUser()];
for (const { id } of [ada, ben, eve])
  await owner.query("insert into user_roles values ($1, 'admin', market_now() - interval '1 day')", [id]);

/** One statement of a web process that an attacker controls. */
const asWeb = (text: string) =>
  dbs.web.tx((tx) => tx.rows<{ outcome: string }>(Object.assign([text], { raw: [text] })));

type Called = { readonly change: StaffChange; readonly person: Person; readonly detail: string };

/** Proposed and confirmed by the functions alone, with the proofs of two administrators. */
async function changeAsWeb({ change, person, detail }: Called): Promise<void> {
  const hash = `hash${person.id}`;
  await app.prove(ada.client.token, change);
  const args = `'${hash}', '${change.kind}', ${person.id}, '${detail}', 'why not', ${ada.id}, market_now()`;
  const [asked] = await asWeb(`select outcome from change_by_staff(${args})`);
  if (asked?.outcome === "done") return;
  await app.prove(ben.client.token, change);
  const [confirmed] = await asWeb(`select outcome from confirm_staff_change('${hash}', ${ben.id}, market_now())`);
  assert.equal(confirmed?.outcome, "done");
}

async function noticesOf({ id }: Person) {
  const { rows } = await owner.query("select kind from notifications where user_id = $1 order by id", [id]);
  return rows.map(({ kind }) => kind as string);
}

async function mailsTo({ id }: Person) {
  const { rows } = await owner.query(
    `select body_text from mails
     where to_address <> 'nobody@example.org' and body_text like 'Hello ' || (select username from users where id = $1) || ',%'
     order by id`,
    [id],
  );
  return rows.map(({ body_text }) => body_text as string);
}

test("the web changes no level or role without a notification to its user, and for a role to every administrator", async () => {
  const mia = await aNamedUser();
  // Emails that the web would have queued under the reason of those to come.
  await asWeb(`insert into mails (dedupe_key, to_address, subject, body_text, created_at, next_at)
    select unnest(array['account:' || event, 'event:' || event || ':' || person.id]), 'nobody@example.org', '', '',
      market_now(), market_now()
    from generate_series(1, 99) as event, users person
    on conflict do nothing`);
  const level = { kind: "set_level", id: mia.username, level: 3 } as const;
  await changeAsWeb({ change: level, person: mia, detail: "3" });
  await changeAsWeb({ change: { ...level, level: 2 }, person: mia, detail: "2" });
  const ian = await aNamedUser();
  const role = { kind: "grant_role", id: ian.username, role: "moderator" } as const;
  await changeAsWeb({ change: role, person: ian, detail: "moderator" });
  await changeAsWeb({ change: { ...role, kind: "revoke_role" }, person: ian, detail: "moderator" });
  for (const statement of [
    "update events set dispatched_at = market_now()",
    "select from events for update",
    "delete from events",
    "update mails set sent_at = market_now()",
    "delete from mails",
  ])
    await assert.rejects(asWeb(statement), /permission denied/, statement);
  await app.deliverEvents();
  assert.deepEqual(await noticesOf(mia), ["level_set", "level_set"]);
  assert.match((await mailsTo(mia)).join(), /Level: 3.*Level: 2/s);
  assert.deepEqual(await noticesOf(ian), ["role_granted", "role_revoked"]);
  assert.match((await mailsTo(ian)).join(), /gave you a staff role.*Role: moderator.*removed a staff role/s);
  for (const admin of [ada, ben, eve]) {
    assert.deepEqual(await noticesOf(admin), ["staff_granted"]);
    assert.match((await mailsTo(admin)).join(), new RegExp(`Role: ${ian.username}: moderator`));
  }
});

test("administrators are notified of a role that was given to a user without a readable email", async () => {
  const mia = await aNamedUser();
  const role = { kind: "grant_role", id: mia.username, role: "moderator" } as const;
  await changeAsWeb({ change: role, person: mia, detail: "moderator" });
  await owner.query("update users set email_sealed = 'nothing that opens' where id = $1", [mia.id]);
  for (let time = 0; time < 10; time++) await app.deliverEvents();
  for (const admin of [ada, ben, eve])
    assert.match((await mailsTo(admin)).at(-1) ?? "", new RegExp(`Role: ${mia.username}: moderator`));
});

test("a user whose passkeys or authenticator app change is notified, by what the database writes with the signer's row", async () => {
  const mia = await aNamedUser();
  const reference = await app.ports.verifier.prepareCredential(TEST_PASSWORD);
  await owner.query("update credentials set user_id = $1 where reference = $2", [mia.id, reference]);
  await owner.query("delete from passkeys where user_id = $1", [mia.id]);
  const password = { password: TEST_PASSWORD };
  const { origin } = app.config.publicUrl;

  const key = makeSoftwareKey();
  const new_passkey = enrollWith(key, { origin, now: await now() });
  const { verifier } = app.ports;
  const added = await verifier.changeFactors({
    act: "add_passkey",
    userId: String(mia.id),
    shown: password,
    name: "phone",
    passkey: new_passkey,
  });
  assert.equal(added.outcome, "done");
  await mia.client.call(calls.removePasskey, { body: { id: key.key.id, ...password } });
  const { data } = await mia.client.call(calls.enableTwoFactor, { body: password });
  await app.deliverEvents();
  assert.deepEqual(await noticesOf(mia), ["factor_added", "factor_removed"], "an app counts when a code was shown");
  const secret = base32nopad.decode(data.secret);
  await mia.client.call(calls.verifyTwoFactor, { body: { code: totpCode(secret, await now()) } });
  await app.moveClock(90_000);
  await mia.client.call(calls.deactivateTwoFactor, { body: { code: totpCode(secret, await now()) } });
  await app.deliverEvents();
  assert.deepEqual(await noticesOf(mia), ["factor_added", "factor_removed", "factor_added", "factor_removed"]);
  const ways = (await mailsTo(mia)).map(
    (text) => /(added to|has a new|removed from).*\n\nMethod: (.*)/.exec(text)?.[2],
  );
  assert.deepEqual(ways, ["passkey", "passkey", "authenticator app", "authenticator app"]);
});

test("the notification of a new factor states how long transfers wait, as the setting is", async () => {
  const setHours = (value: number) =>
    app.db.tx((tx) => changeSetting(tx, { name: "auth.new_factor_hold_hours", value, changedBy: null }));
  await setHours(36);
  const mia = await aNamedUser();
  const reference = await app.ports.verifier.prepareCredential(TEST_PASSWORD);
  await owner.query("update credentials set user_id = $1 where reference = $2", [mia.id, reference]);
  await owner.query("delete from passkeys where user_id = $1", [mia.id]);
  const { origin } = app.config.publicUrl;
  await app.ports.verifier.changeFactors({
    act: "add_passkey",
    userId: String(mia.id),
    shown: { password: TEST_PASSWORD },
    name: "phone",
    passkey: enrollWith(makeSoftwareKey(), { origin, now: await now() }),
  });
  await owner.query("insert into code_channels values ($1, 'push', market_now(), null, null)", [mia.id]);
  await owner.query("update code_channels set confirmed_at = market_now() where user_id = $1", [mia.id]);
  await owner.query(
    `with device as (
       insert into push_devices (user_id, session_id, endpoint_hash, endpoint, p256dh, auth, made_at)
       select user_id, id, 'hash', 'https://push.example/x', 'k', 'a', market_now()
       from sessions where user_id = $1 limit 1
       returning id)
     insert into code_devices select $1, id, 'https://push.example/x', 'k', 'a', market_now() from device`,
    [mia.id],
  );
  await owner.query("update code_devices set confirmed_at = market_now() where user_id = $1", [mia.id]);
  await app.deliverEvents();
  await setHours(24);
  const { rows } = await owner.query("select details from notifications where user_id = $1", [mia.id]);
  assert.deepEqual(
    rows.map(({ details }) => details),
    Array(3).fill({ holdHours: "36" }),
  );
  assert.equal((await mailsTo(mia)).filter((text) => text.includes("transfers wait for 36 hours")).length, 3);
});

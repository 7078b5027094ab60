// Guards: settings are changed by administrators with their own proof over just that value, within the bounds of the database;
// settings about money take a second one; each change is in the history and the staff log, and counts in every process at once.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { listSettingChanges, listSettings } from "#contract/staff/console.ts";
import { changeByStaff, confirmStaffChange, getStaffDesk } from "#contract/staff/staff.ts";
import type { SettingJson, StaffChange } from "#contract/staff/changes.ts";
import { takesFactor } from "#contract/staff/names.ts";
import { makeApp } from "../../app.ts";
import { openDb } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { brokenLinks } from "../../people/audit/index.ts";
import { testApp } from "../../testing/index.ts";
import { testLog } from "../../testing/database.ts";
import { readPlainPage, writePlainWeb } from "../../testing/plain-web.ts";
import { type NamedUser, aNamedUser } from "../../testing/people/restrictions.ts";

const app = await testApp();
const { db, dbs, owner } = app;
const folder = mkdtempSync(join(tmpdir(), "parley-settings-"));
const distDir = writePlainWeb(folder);
const processes = [await makeApp({ ...app.ports, distDir }), await makeApp({ ...app.ports, distDir })];
const signer = openDb({ url: app.signerUrl, log: testLog, poolSize: 1 });
after(async () => {
  for (const one of processes) await one.close();
  await signer.close();
  rmSync(folder, { recursive: true, force: true });
});

const [ada, ben] = [await aNamedUser(app, "admin"), await aNamedUser(app, "admin")];
const REASON = "The board decided so.";

const setting = (id: string, value: SettingJson) => ({ kind: "set_setting", id, value }) as const;
const change = ({ client }: NamedUser, wanted: StaffChange, more: { proves?: false } = {}) =>
  client.call(changeByStaff, { body: { change: wanted, reason: REASON }, ...more });

async function waitingId(wanted: StaffChange): Promise<string> {
  const { data } = await ada.client.call(getStaffDesk);
  const found = data.waiting.find((one) => JSON.stringify(one.change) === JSON.stringify(wanted));
  assert.ok(found, `nothing waits: ${JSON.stringify(wanted)}`);
  return found.id;
}

async function confirm({ client }: NamedUser, id: string, proved?: StaffChange) {
  if (proved) await app.prove(client.token, proved);
  return client.call(confirmStaffChange, { body: { id } });
}

async function settled(wanted: ReturnType<typeof setting>): Promise<void> {
  const { code, data } = await change(ada, wanted);
  assert.equal(code, "");
  if (!data.isDone) assert.equal((await confirm(ben, await waitingId(wanted), wanted)).code, "");
}

async function shown(name: string) {
  const { data } = await ben.client.call(listSettings);
  const found = data.find((one) => one.name === name);
  assert.ok(found);
  return found;
}

test("a setting about money takes a second administrator, and the history and the staff log have author and reason", async () => {
  const wanted = setting("wallet.password_limit_usd", 300);
  assert.equal((await change(ada, wanted)).data.isDone, false);
  assert.equal((await shown(wanted.id)).value, 500);
  const id = await waitingId(wanted);
  assert.equal((await confirm(ada, id, wanted)).code, "staff.second_person");
  assert.equal((await confirm(ben, id, setting(wanted.id, 301))).code, "auth.password_proof", "of another value");
  assert.equal((await confirm(ben, id, wanted)).status, 200);

  const now = await shown(wanted.id);
  assert.deepEqual(
    [now.value, now.initial, now.changedBy, now.takesTwo, now.unit],
    [300, 500, ada.username, true, "usd"],
  );
  const { data } = await ben.client.call(listSettingChanges, { query: { name: wanted.id } });
  assert.deepEqual(
    data.rows.map(({ at: _at, ...rest }) => rest),
    [{ value: 300, reason: REASON, changedBy: ada.username, confirmedBy: ben.username }],
  );
  const { rows } = await owner.query("select staff_id, act, subject, reason from staff_acts order by id desc limit 2");
  const subject = "wallet.password_limit_usd=300";
  assert.deepEqual(rows, [
    { staff_id: String(ben.id), act: "setting.set", subject, reason: REASON },
    { staff_id: String(ada.id), act: "setting.set.propose", subject, reason: REASON },
  ]);
  assert.deepEqual(await db.read(brokenLinks), []);
});

test("nobody changes a setting by a password alone", () => {
  assert.ok(takesFactor(setting("offers.max_favorites", 60)));
  assert.ok(!takesFactor({ kind: "set_flag" }), "a harmful feature can be turned off without a factor");
});

test("one administrator is enough where a setting is about convenience", async () => {
  assert.equal((await change(ada, setting("offers.max_favorites", 50))).data.isDone, true);
  const { data } = await ben.client.call(listSettingChanges, { query: { name: "offers.max_favorites" } });
  assert.deepEqual(
    data.rows.map(({ value, confirmedBy }) => [value, confirmedBy]),
    [[50, null]],
  );
  assert.equal((await change(ada, setting("offers.max_favorites", 50))).code, "staff.unchanged");
});

test("a change counts within a second, in every process, also on pages that are kept", async () => {
  const feePage = async (place: number) => {
    const answer = await processes[place]?.fastify.inject({ url: "/fees", headers: { accept: "text/html" } });
    return JSON.stringify(readPlainPage(answer?.body ?? "").props);
  };
  const before = [await feePage(0), await feePage(1)];
  await settled(setting("wallet.conversion_spread_bp", 777));
  const changedMs = Date.now();
  for (const one of [...Object.values(dbs), signer]) {
    const read = await one.read((tx) => readSettings(tx, ["wallet.conversion_spread_bp"]));
    assert.equal(read["wallet.conversion_spread_bp"], 777);
  }
  for (const place of [0, 1]) {
    while (!(await feePage(place)).includes("7.77") && Date.now() - changedMs < 1000) await pause(20);
    assert.match(await feePage(place), /7\.77/, `process ${place}`);
    assert.doesNotMatch(before[place] ?? "7.77", /7\.77/);
  }
});

test("an invalid value is refused beside its field, and the database refuses it from every role", async () => {
  for (const [name, value] of [
    ["offers.max_favorites", 0],
    ["offers.max_favorites", "50"],
    ["offers.min_trade_usd", "-3"],
    ["catalog.gray_countries", ["Germany"]],
    ["offers.fee_bp", { "bank-transfers": 10 }],
  ] as const) {
    const wanted = setting(name, value as SettingJson);
    const { status, code, body } = await change(ada, wanted, { proves: false });
    assert.deepEqual([status, code], [422, "settings.value"], `${name} ${JSON.stringify(value)}`);
    assert.match(JSON.stringify(body), /"details":\{"value":/);
    assert.equal((await app.prove(ada.client.token, wanted))?.outcome, "nothing", "the signer proves nothing either");
    const asked = dbs.web.tx(
      (tx) => tx.rows`
        select outcome from change_by_staff(
          ${ids.hash()}, 'set_setting', null, ${`${name}=${JSON.stringify(value)}`}, ${REASON}, ${ada.id}, ${tx.now})`,
    );
    await assert.rejects(asked, /staff do not change set_setting/);
  }
  assert.equal((await change(ada, setting("offers.no_such", 1), { proves: false })).code, "settings.unknown");
});

test("a proposal over a value that has changed meanwhile is over", async () => {
  const [first, second] = [setting("wallet.bitcoin_confirmations", 3), setting("wallet.bitcoin_confirmations", 4)];
  await change(ada, first);
  await change(ben, second);
  const id = await waitingId(first);
  assert.equal((await confirm(ada, await waitingId(second), second)).status, 200);
  assert.equal((await confirm(ben, id, first)).code, "staff.change_over");
  assert.equal((await shown("wallet.bitcoin_confirmations")).value, 4);
});

test("nobody else reads or changes settings: neither other staff nor a login of the application", async () => {
  const mod = await aNamedUser(app, "supermoderator");
  assert.equal((await mod.client.call(listSettings)).status, 403);
  assert.equal((await change(mod, setting("offers.max_favorites", 70))).status, 403);
  assert.equal((await change(ada, setting("offers.max_favorites", 70), { proves: false })).code, "auth.password_proof");
  const writes = "insert into settings (name, value, changed_at) values ('offers.max_favorites', '9', now())";
  for (const [name, one] of Object.entries({ ...dbs, signer }))
    for (const text of [writes, "update setting_rules set takes_two = false"])
      await assert.rejects(
        one.tx((tx) => tx.rows([text] as unknown as TemplateStringsArray)),
        /permission denied/,
        `${name}: ${text}`,
      );
});

test("an award above the sum of the setting takes a second moderator, and of no other", async () => {
  const second = async (cents: number) => {
    const { rows } = await owner.query("select has_second('staff_award:1:1:buyer', $1, $2) as is_enough", [
      ada.id,
      cents,
    ]);
    return !rows[0].is_enough;
  };
  assert.deepEqual([await second(100_000), await second(100_001)], [false, true]);
  await settled(setting("disputes.second_person_usd", 250));
  assert.deepEqual([await second(25_000), await second(25_001)], [false, true]);
});

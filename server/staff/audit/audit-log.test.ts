// Guards: administrators read in the console what staff did, by act, person, time and member of staff, and how far it is signed;
// the words of acts are opened for a reason that is an act itself, so many times a day, and erased ones say so.
import assert from "node:assert/strict";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { getAuditLog, readAuditWords } from "#contract/staff/audit.ts";
import { STAFF_ACTS } from "#contract/staff/audit-names.ts";
import type { QueryOf } from "#contract/platform/endpoint.ts";
import { afterTests } from "../../testing/after-tests.ts";
import { aUser, signIn, testApp } from "../../testing/index.ts";
import { planOf, rowsRead } from "../../testing/plans.ts";
import { testKeys } from "../../testing/people/verifier.ts";
import { openAuditHeads } from "../../signer/records/audit-heads.ts";
import { closeBatches } from "./close-batches.ts";
import { actRows } from "./rows.ts";

const app = await testApp();
const { db, owner } = app;
const aMember = (username: string) =>
  db.tx(async (tx) => {
    const id = await aUser(tx, { username });
    return { id, client: app.client(await signIn(tx, id)) };
  });
const [ada, mia, bob] = [await aMember("ada_lead"), await aMember("mia_judge"), await aMember("bob_trader")];
const dataDir = mkdtempSync(join(tmpdir(), "parley-audit-log-"));
afterTests(() => rmSync(dataDir, { recursive: true, force: true }));
mkdirSync(join(dataDir, "signer"));
const signer = openAuditHeads(join(dataDir, "signer"), testKeys());
const grant = (id: bigint, role: string) =>
  owner.query("insert into user_roles values ($1, $2, market_now() - interval '2 days')", [id, role]);
await grant(ada.id, "admin");
await grant(mia.id, "moderator");

const add = (staffId: bigint | null, act: string, subject: string, reason: string, ago = "0 seconds") =>
  db.tx(
    (tx) => tx.rows`
    select add_staff_act(${staffId}, ${act}, ${subject}, ${reason}, ${tx.now}::timestamptz - ${ago}::interval) is null as done`,
  );
type Query = NonNullable<QueryOf<typeof getAuditLog>>;
const log = async (query: Query = {}) => (await ada.client.call(getAuditLog, { query })).data;
const said = async (query: Query) => (await log(query)).acts.map(({ act, about }) => `${act} ${about}`);

await add(null, "halt.set", "coin_BTC", "a fork", "3 days");
await add(mia.id, "person.look", "bob_trader", "He wrote to us.", "2 days");
await add(mia.id, "restriction.set", "bob_trader: suspended", "Case1: terms_breach: he sells elsewhere", "2 days");
await add(ada.id, "setting.set", "offers.max_active=3", "too many", "1 day");

test("acts are found by what they are about, by act, by member of staff, and by day", async () => {
  assert.deepEqual(await said({ about: "Bob_Trader" }), [
    "restriction.set bob_trader: suspended",
    "person.look bob_trader",
  ]);
  assert.deepEqual(await said({ about: "offers.max_active" }), ["setting.set offers.max_active=3"]);
  assert.deepEqual(await said({ act: "person.look" }), ["person.look bob_trader"]);
  assert.deepEqual(await said({ by: "MIA_judge", act: "restriction.set" }), ["restriction.set bob_trader: suspended"]);
  assert.deepEqual(await said({ by: "operator" }), ["halt.set coin_BTC"]);
  assert.deepEqual(await said({ by: "nobody_here" }), []);
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  assert.deepEqual(await said({ to: day(3) }), ["halt.set coin_BTC"]);
  assert.deepEqual(await said({ from: day(1), to: day(1) }), ["setting.set offers.max_active=3"]);
  const [newest] = (await log()).acts;
  assert.deepEqual([newest?.by, newest?.act], ["ada_lead", "setting.set"]);
});

test("only administrators read it", async () => {
  assert.equal((await mia.client.call(getAuditLog)).status, 403);
  assert.equal((await bob.client.call(getAuditLog)).status, 403);
  assert.equal((await mia.client.call(readAuditWords, { body: { ids: ["1"], reason: "I wonder" } })).status, 403);
});

test("no reason is in the list, and opening reasons is logged with a reason of its own", async () => {
  assert.doesNotMatch(JSON.stringify(await log()), /sells elsewhere/);
  const ids = (await log({ about: "bob_trader" })).acts.map(({ id }) => id);
  const { data } = await ada.client.call(readAuditWords, { body: { ids, reason: "He appeals." } });
  assert.deepEqual(
    data.map(({ reason }) => reason),
    ["Case1: terms_breach: he sells elsewhere", "He wrote to us."],
  );
  const [noted] = (await log({ act: "audit.read" })).acts;
  assert.deepEqual([noted?.by, noted?.about], ["ada_lead", ids.join(" ")]);
  const own = await ada.client.call(readAuditWords, { body: { ids: [noted?.id ?? ""], reason: "a check" } });
  assert.equal(own.data[0]?.reason, "He appeals.");
});

test("an act whose words were erased says so, and shows neither", async () => {
  const [look] = (await log({ act: "person.look" })).acts;
  await db.tx((tx) => tx.rows`select erase_staff_act(${look?.id ?? ""}, 'they asked', ${tx.now})`);
  const [gone] = (await log({ act: "person.look" })).acts;
  assert.equal(gone?.about, null);
  const { data } = await ada.client.call(readAuditWords, { body: { ids: [gone?.id ?? ""], reason: "a check" } });
  assert.equal(data[0]?.reason, null);
});

test("what is no act is refused, and so many readings a day are the end", async () => {
  const read = (ids: string[]) => ada.client.call(readAuditWords, { body: { ids, reason: "a check" } });
  assert.equal((await read(["999999"])).code, "staff.act_unknown");
  assert.equal((await read(["1", "1"])).data.length, 1);
  await owner.query(
    "insert into settings (name, value, changed_at) values ('staff.look_ups_a_day', '1', market_now())",
  );
  assert.equal((await read(["1"])).code, "staff.readings");
  // The database writes nothing for a user who is not on the staff any more.
  await owner.query("delete from settings where name = 'staff.look_ups_a_day'");
  const outcome = await owner.query("select outcome from note_audit_reading($1, '{1}', 'a check', market_now())", [
    mia.id,
  ]);
  assert.equal(outcome.rows[0].outcome, "not_admin");
});

test("the database notes no reading without a reason, of acts that are not there, or at another time", async () => {
  const note = (acts: string, reason: string, at = "market_now()") =>
    owner.query(`select outcome from note_audit_reading(${ada.id}, $1, $2, ${at})`, [acts, reason]);
  for (const [acts, reason] of [
    ["{1}", ""],
    ["{1}", "x".repeat(301)],
    ["{}", "a check"],
    ["{1,999999}", "a check"],
    [`{${Array(51).fill(1).join()}}`, "a check"],
  ] as const)
    await assert.rejects(note(acts, reason), /nothing is read so/, acts);
  await assert.rejects(note("{1}", "a check", "market_now() - interval '1 hour'"), /market's time/);
  assert.equal((await note("{1}", "a check")).rows[0].outcome, "noted");
});

test("it says up to which act the chain is signed", async () => {
  const before = await log();
  assert.deepEqual([before.signed, before.acts[0]?.isSigned], [null, false]);
  await closeBatches({
    db: app.dbs.worker,
    verifier: { ...app.ports.verifier, signAuditHead: async (head) => signer.sign(head) },
    config: { dataDir },
  });
  const { signed, lastAct, acts } = await log();
  assert.deepEqual([signed?.batch, signed?.lastAct, signed?.acts], [1, lastAct, Number(lastAct)]);
  assert.ok(acts.every(({ isSigned }) => isSigned));
  await add(null, "halt.lift", "coin_BTC", "the fork is over");
  const later = await log();
  assert.deepEqual([later.acts[0]?.isSigned, later.acts[1]?.isSigned], [false, true]);
});

test("a page is read on from, and reads no more of a long log than it shows", async () => {
  await owner.query("alter table staff_acts disable trigger user");
  await owner.query(
    `insert into staff_acts (staff_id, act, subject, reason, at, previous, digest, salt, subject_commitment, reason_commitment)
     select case when n % 1000 = 0 then $1::bigint else $2::bigint end, case when n % 1000 = 1 then 'offer.reject' else 'person.look' end,
       case when n % 1000 = 2 then 'seldom_seen' else 'someone_' || n end, 'a drill',
       market_now() - (30000 - n) * interval '1 minute',
       decode(repeat('00', 32), 'hex'), sha256(n::text::bytea), sha256(n::text::bytea), sha256('a'), sha256('b')
     from generate_series(1, 30000) as n`,
    [ada.id, mia.id],
  );
  await owner.query("alter table staff_acts enable trigger user");
  await owner.query("analyze staff_acts");
  const first = await log();
  const next = await log({ before: first.next ?? "" });
  assert.equal(first.acts.length, 50);
  assert.ok(Number(next.acts[0]?.id) < Number(first.acts.at(-1)?.id));
  const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  const narrow = [
    {},
    { act: "offer.reject" },
    { by: "ada_lead" },
    { about: "seldom_seen" },
    { from: day, to: day },
  ] as const;
  for (const filters of narrow) {
    const plan = await db.read((tx) =>
      planOf(tx, (explaining) => actRows(explaining, { ...filters, before: null, limit: 51 })),
    );
    assert.ok(rowsRead(plan, "staff_acts") < 400, JSON.stringify(filters));
  }
});

test("every act that is written anywhere has a name in the list of the contract", () => {
  const sources = ["server/**/database/functions/**/*.sql", "server/**/*.ts"].flatMap((pattern) =>
    globSync(pattern).filter((path) => !path.endsWith(".test.ts")),
  );
  const written = sources.flatMap((path) => {
    const text = readFileSync(path, "utf8");
    return [
      ...text.matchAll(/add_staff_act\(\s*[\w.]+,\s*'([a-z_]+\.[a-z_]+)'/g),
      ...text.matchAll(/when '\w+' then '((?!account)[a-z]+\.[a-z_]+)'\n/g),
      ...text.matchAll(/\bact: (?:.*\? )?"([a-z]+\.[a-z_]+)"/g),
    ].map((match) => match[1] ?? "");
  });
  assert.ok(written.length > 40);
  assert.deepEqual(
    [...new Set(written)].filter((act) => !STAFF_ACTS.some((one) => one === act)),
    [],
  );
});

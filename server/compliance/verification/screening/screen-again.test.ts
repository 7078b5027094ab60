// Guards: verified users are compared with every new list, once for each name, also when a process ends in the middle;
// staff decide by a proof, after they have looked.
import assert from "node:assert/strict";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import type { QueryOf } from "#contract/platform/endpoint.ts";
import { decideScreening, listDecidedScreening, listScreening } from "#contract/compliance/screening.ts";
import { useWatchList } from "../../../platform/words/watch-list.ts";
import { everySlice } from "../../../testing/every-slice.ts";
import { testApp } from "../../../testing/index.ts";
import { aNamedUser, type NamedUser } from "../../../testing/people/restrictions.ts";
import { anApproved, aSubmitted, look } from "../../../testing/people/verification.ts";

const app = await testApp({ poolSize: 8 });
const { owner } = app;
const MINUTE = 60_000;
const [mod, other] = [await aNamedUser(app, "supermoderator"), await aNamedUser(app, "supermoderator")];
const list = join(app.config.dataDir, "sdn.csv");
after(() => useWatchList(undefined));

/** A name keeps its number; behind a # it is another entry of the same name. */
const numbers = new Map<string, number>();
function numberOf(name: string): number {
  const number = numbers.get(name) ?? numbers.size + 1;
  numbers.set(name, number);
  return number;
}

/** Each writing is another list, a minute later. */
let written = 0;
async function putList(...names: string[]): Promise<void> {
  writeFileSync(list, names.map((name) => `${numberOf(name)},"${name.split("#")[0]}",individual,"SDGT"\n`).join(""));
  written += 1;
  utimesSync(list, 1_700_000_000 + written, 1_700_000_000 + written);
  useWatchList(list);
}

/** A run ends only when nobody can be reviewed by the list before it any more. */
async function screen(): Promise<void> {
  await app.runJob("screen-again");
  await app.moveClock(3 * MINUTE);
  await app.runJob("screen-again");
}
const hits = async ({ client }: NamedUser = mod) => (await client.call(listScreening)).data.rows;
const namesOf = async () => (await hits()).map(({ username, listedName }) => [username, listedName]);

/** Ada Byron by the account, Ada Obi by the passport. */
async function aVerified(): Promise<NamedUser> {
  const person = await aNamedUser(app);
  await owner.query("update users set granted_level = null, email_confirmed_at = market_now() where id = $1", [
    person.id,
  ]);
  // Approved while nothing was on a list.
  useWatchList(undefined);
  await anApproved(app, { person, staff: mod });
  return person;
}

const clear = async ({ client }: NamedUser, reference: string, proves?: false) =>
  client.call(decideScreening, {
    body: { reference, verdict: "somebody_else", reason: "born in another century" },
    ...(proves === undefined ? {} : { proves }),
  });

async function proveFor({ client }: NamedUser, reference: string): Promise<void> {
  await app.prove(client.token, { kind: "approve_verification", id: reference });
}

test("a list that changes finds who was verified before, each name once", async () => {
  await screen();
  assert.deepEqual(await hits(), [], "without a list nobody is compared");
  const ada = await aVerified();
  const eve = await aNamedUser(app);
  await owner.query("update users set email_confirmed_at = market_now() where id = $1", [eve.id]);
  await aSubmitted(app, eve);
  await putList("NOBODY, Known");
  await screen();
  assert.deepEqual(await namesOf(), []);
  await putList("NOBODY, Known", "OBI, Adda");
  await screen();
  assert.deepEqual(await namesOf(), [[ada.username, "OBI, Adda"]], "not who waits for a review, which compares them");
  await screen();
  await putList("OBI, Adda", "NOBODY, Known");
  await screen();
  assert.equal((await hits()).length, 1);
});

test("the listed person is asked about however many others are alike, also one of the same name", async () => {
  const ada = await aVerified();
  const alike = ["OBI, Ada", "OBI, Adaa", "OBI, Adab", "OBI, Adac", "OBI, Adad", "OBI, Adae", "OBI, Ada#another"];
  await putList(...alike);
  await screen();
  const found = await owner.query("select listed_name, listed_id from screening_hits where user_id = $1", [ada.id]);
  assert.deepEqual(
    found.rows.map((row) => `${row.listed_id} ${row.listed_name}`).sort(),
    alike.map((name) => `${numberOf(name)} ${name.split("#")[0]}`).sort(),
  );
  await owner.query("update screening_hits set verdict = 'somebody_else', decided_by = $1, decided_at = market_now()", [
    mod.id,
  ]);
});

test("a user who is asked for papers again is compared too, and one who was approved while the list changed", async () => {
  const [asked, late] = [await aVerified(), await aVerified()];
  await putList("OBI, Adaf");
  await owner.query("update verifications set status = 'ended' where user_id = $1", [asked.id]);
  await owner.query("update verifications set status = 'rejected', reasons = '{unreadable}' where user_id = $1", [
    late.id,
  ]);
  await app.runJob("screen-again");
  const people = async () => {
    const { rows } = await owner.query("select user_id from screening_hits where listed_name = 'OBI, Adaf'");
    return rows.map((row) => BigInt(row.user_id));
  };
  assert.ok((await people()).includes(asked.id));
  assert.ok(!(await people()).includes(late.id));
  await owner.query(
    "update verifications set status = 'approved', reasons = '{}', decided_at = market_now() + interval '10 seconds' where user_id = $1",
    [late.id],
  );
  await screen();
  assert.ok((await people()).includes(late.id));
  await owner.query("update screening_hits set verdict = 'somebody_else', decided_by = $1, decided_at = market_now()", [
    mod.id,
  ]);
});

test("a process that ends in the middle loses nobody and asks about nobody twice", async () => {
  const people = [await aVerified(), await aVerified(), await aVerified()];
  const [first] = people;
  await putList("OBI, Adda", "OBI, Ada");
  // As if the first part had been written, and then nothing more.
  const version = async () =>
    (await owner.query("select version, upto, ended_at is not null as ended from screening_runs")).rows as {
      version: string;
      upto: string;
      ended: boolean;
    }[];
  await screen();
  const [run] = await version();
  assert.equal(run?.ended, true);
  await owner.query("delete from screening_hits where user_id > $1", [first?.id]);
  await owner.query("update screening_runs set ended_at = null, upto = $1", [first?.id]);
  await screen();
  const { rows } = await owner.query(
    "select user_id, listed_name, count(*)::int as times from screening_hits where user_id = any($1) group by 1, 2 order by 1, 2",
    [people.map(({ id }) => id)],
  );
  assert.deepEqual(
    rows.map((row) => [BigInt(row.user_id), row.listed_name, row.times]),
    people.flatMap(({ id }) => [
      [id, "OBI, Ada", 1],
      [id, "OBI, Adda", 1],
    ]),
  );
  assert.equal((await version())[0]?.ended, true);
  await Promise.all([screen(), screen()]);
});

test("a decision that it is another person takes a look and a proof of just that; nobody decides their own, or twice", async () => {
  const ada = await aVerified();
  await putList("OBI, Addah");
  await screen();
  const hit = (await hits()).find(
    ({ username, listedName }) => username === ada.username && listedName === "OBI, Addah",
  );
  assert.ok(hit?.document);
  const { reference } = hit;
  await proveFor(other, reference);
  assert.equal((await clear(other, reference)).code, "verification.unlooked");
  assert.equal((await look(other, hit.document)).status, 200);
  await owner.query("delete from proofs");
  assert.equal((await clear(other, reference, false)).code, "auth.password_proof");
  await proveFor(other, reference);
  assert.equal((await clear(other, reference)).code, "");
  assert.equal((await clear(other, reference)).code, "verification.over");
  assert.equal((await clear(other, "A".repeat(14))).code, "verification.unknown");
  await screen();
  assert.ok(!(await hits()).some((one) => one.reference === reference));
  const acts = await owner.query("select act from staff_acts where act like 'screening.%' and staff_id = $1", [
    other.id,
  ]);
  assert.deepEqual(acts.rows, [{ act: "screening.somebody_else" }]);
});

test("a listed user is restricted before the hit is closed", async () => {
  const ada = await aVerified();
  await putList("OBI, Addahh");
  await screen();
  const hit = (await hits()).find(
    ({ username, listedName }) => username === ada.username && listedName === "OBI, Addahh",
  );
  assert.ok(hit?.document);
  await look(mod, hit.document);
  const body = { reference: hit.reference, verdict: "listed", reason: "the same birthday and passport" } as const;
  const restrict = (state: string) =>
    owner.query(
      `insert into user_restrictions (user_id, state, reason_code, case_number, since, review_at)
       values ($1, $2, 'other', 'CASE-' || $2, market_now(), market_now() + interval '9 days')`,
      [ada.id, state],
    );
  const decide = async () => {
    await proveFor(mod, hit.reference);
    return (await mod.client.call(decideScreening, { body })).code;
  };
  assert.equal(await decide(), "verification.unrestricted");
  await restrict("suspended");
  assert.equal(await decide(), "verification.unrestricted", "what is lifted by itself stops nobody");
  await restrict("compliance_hold");
  await restrict("frozen");
  await owner.query("delete from proofs");
  assert.equal((await mod.client.call(decideScreening, { body, proves: false })).code, "auth.password_proof");
  assert.equal(await decide(), "");
  const isAsked = async () => (await hits()).some(({ reference }) => reference === hit.reference);
  assert.equal(await isAsked(), false);
  const lift = (state: string) =>
    owner.query("update user_restrictions set lifted_at = market_now() where user_id = $1 and state = $2", [
      ada.id,
      state,
    ]);
  await lift("compliance_hold");
  assert.equal(await isAsked(), false);
  await lift("frozen");
  assert.equal(await isAsked(), true, "nothing stops them any more");
  const { rows } = await owner.query("select decided_why, verdict from screening_hits where reference = $1", [
    hit.reference,
  ]);
  assert.deepEqual(
    rows,
    [{ decided_why: null, verdict: null }],
    "what was decided before is not why it is asked again",
  );
  await owner.query("insert into user_roles values ($1, 'supermoderator', market_now() - interval '1 day')", [ada.id]);
  await owner.query("update user_restrictions set lifted_at = market_now() where user_id = $1", [ada.id]);
  await putList("OBI, Adah");
  await screen();
  const isOwn = ({ username }: { username: string }) => username === ada.username;
  assert.equal((await hits(ada)).some(isOwn), false, "nobody reads what was found of themselves");
  const own = (await hits()).find((one) => isOwn(one) && one.listedName === "OBI, Adah");
  assert.ok(own);
  const mine = { reference: own.reference, verdict: "listed", reason: "it is me" } as const;
  assert.equal((await ada.client.call(decideScreening, { body: mine })).code, "staff.own_account");
});

test("why it was decided is a sentence, whatever process writes it", async () => {
  const decided = (why: string) =>
    owner.query(
      `insert into screening_hits
         (reference, user_id, listed_name, percent, found_at, verdict, decided_by, decided_at, decided_why)
       values ('sentence', $1, 'X', 99, market_now(), 'somebody_else', $2, market_now(), $3)`,
      [mod.id, other.id, why],
    );
  for (const why of ["no", "x".repeat(301)]) await assert.rejects(decided(why), /decided_why/);
  await decided("born in another century");
  await owner.query("delete from screening_hits where reference = 'sentence'");
});

test("nobody but the function decides what was found", async () => {
  for (const [login, statement] of [
    ["web", "update screening_hits set verdict = 'somebody_else'"],
    ["worker", "update screening_hits set verdict = 'somebody_else'"],
    ["web", "delete from screening_hits"],
    ["worker", "delete from screening_hits"],
    ["web", "insert into screening_runs (version, began_at) values ('x', now())"],
    [
      "worker",
      "insert into screening_hits (reference, user_id, listed_name, percent, found_at, verdict, decided_by, decided_at) values ('x', 1, 'x', 99, now(), 'somebody_else', 2, now())",
    ],
  ] as const) {
    const client = await app.dbs[login].connect();
    await assert.rejects(client.query(statement), { code: "42501" }, `${login}: ${statement}`);
    await client.end();
  }
});

test("decisions are listed with staff member and reason, by user, page by page, and not to the user themselves", async () => {
  const person = await aVerified();
  await owner.query("delete from screening_hits");
  await putList("OBI, Adax");
  await screen();
  const [found] = (await hits()).filter(({ username }) => username === person.username);
  await look(mod, found?.document ?? "");
  const reference = found?.reference ?? "";
  await proveFor(mod, reference);
  assert.equal((await clear(mod, reference)).code, "");
  const list = async (query = {}) => (await other.client.call(listDecidedScreening, { query })).data;
  const [decided] = (await list({ who: person.username })).rows;
  assert.deepEqual(
    [decided?.reference, decided?.verdict, decided?.decidedBy, decided?.why],
    [reference, "somebody_else", mod.username, "born in another century"],
  );
  await owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [person.id]);
  assert.deepEqual((await person.client.call(listDecidedScreening, { query: { who: person.username } })).data.rows, []);
  assert.equal((await (await aNamedUser(app)).client.call(listDecidedScreening, { query: {} })).status, 403);
  await owner.query(
    `insert into screening_hits (reference, user_id, listed_name, percent, found_at, verdict, decided_by, decided_at)
     select 'decidedhit' || n, $1, 'OBI, Ada' || n, 90, market_now(), 'somebody_else', $2, market_now()
     from generate_series(100, 160) as n`,
    [person.id, mod.id],
  );
  const first = await list({ who: person.username });
  const second = await list({ who: person.username, after: first.next ?? "" });
  assert.equal(new Set([...first.rows, ...second.rows].map((row) => row.reference)).size, 62);
  assert.equal(second.next, null);
});

test("every name that waits is reached, page by page, and those of one person by their username", async () => {
  await owner.query("update screening_hits set verdict = 'somebody_else', decided_by = $1, decided_at = market_now()", [
    mod.id,
  ]);
  const MANY = 120;
  const people = [await aNamedUser(app), await aNamedUser(app)];
  await owner.query(
    `insert into screening_hits (reference, user_id, listed_name, listed_id, percent, found_at)
     select 'manyhits' || lpad(n::text, 4, '0'), case when n = 7 then $2::bigint else $3::bigint end, 'NAME ' || n, '', 90,
       market_now() + (n / 3) * interval '1 minute'
     from generate_series(1, $1) as n`,
    [MANY, people[0]?.id, people[1]?.id],
  );
  const list = async (query: NonNullable<QueryOf<typeof listScreening>>) =>
    (await mod.client.call(listScreening, { query })).data;
  const decide = ({ reference }: { readonly reference: string }) =>
    owner.query(
      "update screening_hits set verdict = 'somebody_else', decided_by = $2, decided_at = market_now() where reference = $1",
      [reference, mod.id],
    );
  const names = (await everySlice(list, decide)).map(({ listedName }) => listedName);
  assert.deepEqual([names.length, new Set(names).size, names[0]], [MANY, MANY, "NAME 1"]);
  assert.deepEqual(
    (await list({ who: people[0]?.username })).rows.map(({ listedName }) => listedName),
    ["NAME 7"],
  );
});

// Guards: the log has the SQLSTATE, constraint and table of a database error, also of a cause, and no value.
import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { test } from "node:test";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { testDb } from "../../testing/database.ts";
import { openLog } from "../log.ts";
import { errorInALine, reportedLine, loggedError } from "./text.ts";

const { db, owner } = await testDb();
await owner.query("create table secrets_kept (email text primary key, born date, units int check (units > 0))");
await owner.query("grant select, insert on secrets_kept to parley_owner");

const SECRET = "ada.lovelace@example.org";

const faultOf = (work: () => Promise<unknown>): Promise<Error> =>
  work().then(
    () => assert.fail("it worked"),
    (error) => error as Error,
  );

function loggedLine(fields: object): string {
  let text = "";
  const stream = new Writable({
    write(part, _encoding, done) {
      text += String(part);
      done();
    },
  });
  openLog({ level: "debug", stream }).error(fields, "something failed");
  return text;
}

const insert = (email: string, born: string, units: number) =>
  db.tx(
    (tx) => tx.rows`insert into secrets_kept (email, born, units) values (${email}, ${born}::text::date, ${units})`,
  );

test("the log names SQLSTATE, rule and table of what the database refused, and quotes nothing of the row", async () => {
  await insert(SECRET, "1990-01-01", 1);
  for (const [work, sqlstate, constraint, table] of [
    [() => insert(SECRET, "1990-01-01", 1), "23505", "secrets_kept_pkey", "secrets_kept"],
    [() => insert(`x${SECRET}`, "1990-01-01", -1), "23514", "secrets_kept_units_check", "secrets_kept"],
    [() => insert(`y${SECRET}`, SECRET, 1), "22007", undefined, undefined],
    [() => db.tx((tx) => tx.rows`select ${SECRET}::text::int as n`), "22P02", undefined, undefined],
    [
      () => db.tx((tx) => tx.rows`select nobody from secrets_kept where email = ${SECRET}`),
      "42703",
      undefined,
      undefined,
    ],
  ] as const) {
    const error = await faultOf(work);
    const wrapped = new Error("the verb failed", { cause: error });
    const twice = new AggregateError([new Refusal("LEDGER_ASYNC_MODE", {}, {}, { cause: wrapped })], "several failed");
    for (const one of [error, wrapped, twice]) {
      const line = loggedLine({ err: one });
      assert.ok(line.includes(`"sqlstate":"${sqlstate}"`), line);
      if (constraint)
        assert.ok(line.includes(`"constraint":"${constraint}"`) && line.includes(`"table":"${table}"`), line);
      assert.ok(!line.includes(SECRET), line);
      assert.match(line, /error-text\.test\.ts|db\.ts/, "the place where it broke");
    }
    assert.ok(errorInALine(wrapped).includes(`${sqlstate}`) && !errorInALine(wrapped).includes(SECRET));
  }
});

test("another error is logged with its code, and a text as it is", () => {
  const error = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  assert.equal((loggedError(error) as { errno: string }).errno, "ECONNREFUSED");
  assert.equal(loggedError("gone"), "gone");
  assert.equal(errorInALine("gone"), "unknown");
  const around: Error = new Error("round");
  around.cause = around;
  assert.ok(loggedLine({ err: around }).includes("round"));
  assert.match(errorInALine(around), /^round ← round/);
});

test("what is secret stays hidden beside an error", () => {
  const line = loggedLine({ code: "123456", password: "amber", err: new Error("x") });
  assert.ok(!line.includes("123456") && !line.includes("amber"));
});

test("reports for administrators quote nothing of a row, whatever the message", async () => {
  const twice = await faultOf(() => insert(SECRET, "1990-01-01", 1));
  assert.match(reportedLine(twice), /^23505 secrets_kept_pkey on secrets_kept: duplicate key value/);
  assert.doesNotMatch(reportedLine(twice), /ada\.lovelace/);
  const raised = await faultOf(() =>
    owner.query(`do $$ begin raise exception 'no account of % (born %)', '${SECRET}', 'March 5 1815'; end $$`),
  );
  assert.match(reportedLine(raised), /^P0001: no account of … \(born/);
  assert.doesNotMatch(reportedLine(raised), /ada\.lovelace|1815/);
  const [quoted, row] = [`Key (email)=(${SECRET}) already exists.`, `Failing row contains (${SECRET}, 1815-12-10, 0).`];
  assert.equal(reportedLine(new Error(`cannot write: ${quoted}`)), "cannot write: Key (email)… already exists.");
  assert.equal(reportedLine(new Error(row)), "Failing row contains ….");
  assert.equal(
    reportedLine(new Error("around", { cause: new Error(`"${SECRET}" is no number`) })),
    "around ← … is no number",
  );
  const unknown = await faultOf(() => owner.query("select nothing_of_ours from secrets_kept"));
  assert.match(reportedLine(unknown), /^42703: column "nothing_of_ours" does not exist/);
});

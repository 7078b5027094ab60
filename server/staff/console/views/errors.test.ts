// Guards: what breaks in a page, a call or a job reaches administrators, one kind as one, without what it quotes; a visitor fills
// nothing with made-up errors, and one that comes again is open again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { listErrors, reportError, resolveError } from "#contract/platform/errors/error-reports.ts";
import { ids } from "../../../platform/ids.ts";
import { pagePlace, plainStack } from "../../../platform/errors/kinds.ts";
import { withoutQuotes } from "../../../platform/postgres/without-quotes.ts";
import { FAULTS_PER_HOUR } from "../../../platform/errors/fault-limit.ts";
import { startWorkers } from "../../../platform/events/workers.ts";
import { aPerson, testApp } from "../../../testing/index.ts";

const app = await testApp();
const { db, owner } = app;
const ada = await aPerson(app);
await owner.query("insert into user_roles values ($1, 'admin', market_now() - interval '1 day')", [ada.id]);
const mia = await aPerson(app);

type Report = BodyOf<typeof reportError>;
let callers = 0;
const tell = (more: Partial<Report> = {}, ip = `203.0.113.${callers++ % 250}`) =>
  app.client("", ip).call(reportError, {
    body: { level: "error", message: "TypeError: counts is null", url: "/es/trading/buy-btc", ...more },
  });
const kinds = async (query = {}) => (await ada.client.call(listErrors, { query })).data.kinds;

test("one kind is one, however often it happens and whatever it quotes", async () => {
  for (const email of ["ada@example.com", "ben@example.com"])
    assert.equal(
      (await tell({ message: `Error: no text for "${email}"`, stack: `Error\n    at draw (/a.js?x=${email}:1:2)` }))
        .status,
      200,
    );
  const [kind, ...others] = await kinds();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [kind?.source, kind?.place, kind?.message, kind?.times, kind?.stack],
    ["browser", "/trading/buy-btc", "Error: no text for …", 2, "Error\n    at draw (/a.js:1:2)"],
  );
});

test("names of users and objects are left out of stored errors", () => {
  assert.equal(pagePlace("https://host/ar/user/ada_lee?x=1#y"), "/user/…");
  assert.equal(pagePlace("/trade/Abc123Def456"), "/trade/…");
  assert.equal(
    withoutQuotes('SyntaxError: "{"name":"Ada Byron"}" is not valid JSON'),
    "SyntaxError: … is not valid JSON",
  );
  assert.equal(withoutQuotes('Error: no account of "Ada By'), "Error: no account of …");
  assert.equal(pagePlace("/"), "/");
  assert.equal(pagePlace("/wallet/send/btc"), "/wallet/send/btc");
  assert.equal(withoutQuotes("pay 123456 to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq, 'Ada Lee'"), "pay … to …, …");
  assert.equal(
    plainStack("Error: ada@example.com\n    at f (https://h/a.js?token=1:2:3)"),
    "Error: …\n    at f (https://h/a.js:2:3)",
  );
});

test("an error about the reader's full storage is not stored, and an invalid report is refused", async () => {
  assert.equal((await tell({ level: "info", message: "QuotaExceededError: full" })).status, 200);
  assert.equal((await kinds()).length, 1);
  for (const wrong of [{ level: "fatal" as "info" }, { message: "x".repeat(501) }, { stack: "x".repeat(4001) }])
    assert.equal((await tell(wrong)).status, 422);
});

test("the same error over and over is counted and not written each time", async () => {
  const message = "Error: over and over";
  for (let time = 0; time < FAULTS_PER_HOUR * 3; time++) await tell({ message });
  assert.equal((await kinds()).find((kind) => kind.message === message)?.times, FAULTS_PER_HOUR);
});

test("what one caller makes up is kept so often an hour, and takes nobody else's place", async () => {
  await owner.query("delete from error_kinds");
  for (let number = 0; number < 30; number++)
    await tell({ message: `Error: ${"abcdefghijklmnopqrstuvwxyzäöüß"[number]} broke` }, "198.51.100.7");
  const { rows } = await owner.query("select count(*)::int as kinds from error_kinds");
  assert.equal(rows[0].kinds, 20);
  assert.equal((await tell({ message: "Error: of somebody else" })).status, 200);
  assert.ok((await kinds()).some(({ message }) => message === "Error: of somebody else"));
});

test("there are five hundred new kinds a day for all callers, and the rest is one kind", async () => {
  await db.tx(async (tx) => {
    await tx.rows`
      select note_error('browser', '/made-up', encode(sha256(number::text::bytea), 'hex'), 'made up', null, null, null, 1, ${tx.now})
      from generate_series(1, 600) as number`;
  });
  const { rows } = await owner.query("select count(*)::int as kinds, max(times)::int as most from error_kinds");
  assert.equal(rows[0].kinds, 501);
  assert.ok(rows[0].most >= 100);
  await db.tx(
    (tx) =>
      tx.rows`select note_error('call', '/rest/v1/offers', ${"b".repeat(64)}, 'a new fault', null, null, null, 1, ${tx.now})`,
  );
  assert.equal((await kinds({ source: "call" }))[0]?.message, "a new fault", "browsers take no place of calls");
  await assert.rejects(
    db.tx((tx) => tx.rows`select note_error('browser', '/x', 'm', 'm', null, null, null, 2000000, ${tx.now})`),
    /no error happened 2000000 times/,
  );
  await owner.query("delete from error_kinds");
});

test("an administrator calls it done, and when it comes again it is open again", async () => {
  await owner.query(
    `insert into error_kinds (source, place, mark, message, times, first_at, last_at)
     values ('call', '/rest/v1/offers', $1, '57014: canceled', 3, market_now(), market_now())`,
    ["a".repeat(64)],
  );
  const [kind] = await kinds({ source: "call" });
  assert.ok(kind);
  assert.equal((await mia.client.call(listErrors)).status, 403);
  assert.equal((await mia.client.call(resolveError, { body: { id: kind.id } })).status, 403);
  assert.equal((await ada.client.call(resolveError, { body: { id: kind.id } })).status, 200);
  assert.equal((await ada.client.call(resolveError, { body: { id: kind.id } })).code, "staff.unchanged");
  assert.deepEqual(await kinds(), []);
  assert.equal((await kinds({ state: "resolved" }))[0]?.resolvedBy !== null, true);
  await db.tx(
    (tx) =>
      tx.rows`select note_error('call', '/rest/v1/offers', ${"a".repeat(64)}, '57014: canceled', null, null, 'Rq1', 1, ${tx.now})`,
  );
  const [again] = await kinds();
  assert.deepEqual([again?.times, again?.resolvedBy, again?.requestId], [4, null, "Rq1"]);
});

test("a job that fails is reported, and goes on", async () => {
  const name = `breaks-${ids.hash()}`;
  const workers = startWorkers(app.ports, [
    { name: "of this test", jobs: [{ name, everyMs: 10, run: () => Promise.reject(new Error("the disk is full")) }] },
  ]);
  for (let tries = 0; tries < 200 && (await kinds({ source: "job" })).length === 0; tries++) await pause(20);
  await workers.stop();
  const [kind] = await kinds({ source: "job" });
  assert.deepEqual([kind?.place, kind?.message], [name, "the disk is full"]);
});

// Guards: a mail is sent once it is due, in order; one that fails waits twice as long each time and is given up after ten.
import assert from "node:assert/strict";
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { testApp } from "../../testing/index.ts";
import { startInbox } from "../../devnet/inbox.ts";
import { mailJob, queueMail } from "./mail.ts";
import { mustEncrypt } from "../settings/unencrypted.ts";

const app = await testApp();
const { db, owner, moveClock } = app;
await app.standStill("2026-10-01T12:00:00Z");

const inbox = await startInbox(db);
/** A mail server that closes each connection at once. */
const rude: Server = createServer((socket) => socket.end("554 not today\r\n"));
await new Promise<void>((done) => rude.listen(0, "127.0.0.1", done));
const rudeUrl = `smtp://127.0.0.1:${(rude.address() as AddressInfo).port}`;
after(async () => {
  await inbox.stop();
  rude.close();
});

const run = (smtpUrl: string | undefined) =>
  mailJob.run({
    ...app.ports,
    db: app.dbs.worker,
    config: { ...app.config, smtpUrl, publicUrl: new URL("https://parley.example/x") },
  });
const queue = (to: string, subject: string, more: { text?: string; dedupeKey?: string } = {}) =>
  db.tx((tx) => queueMail(tx, { to, subject, text: "Text", dedupeKey: subject, ...more }));
const lines = async (query: string) => (await owner.query<{ line: string }>(query)).rows.map(({ line }) => line);
const received = () =>
  lines("select concat_ws(' | ', to_address, subject, body_text) as line from inbox_mails order by id");
const queued = () =>
  lines(
    `select concat_ws(' ', subject, attempts, (sent_at at time zone 'UTC')::time, (next_at at time zone 'UTC')::time, fault) as line
     from mails order by id`,
  );
const clear = () => owner.query("delete from mails; delete from inbox_mails");

test("what is queued is sent to whom it is for, in the order in which it is due, and not again", async () => {
  await queue("Ada@Example.org", "Two\r\nlines", { text: "Look: {origin}/a and {origin}/b" });
  await queue("bob@example.org", "Second");
  await queue("bob@example.org", "Second again", { dedupeKey: "Second" });
  await queue("robot@robots.parley.invalid", "To nobody");
  await queue("x@invalid.example", "To somebody");
  await owner.query("update mails set next_at = next_at + interval '1 second' where subject = 'To somebody'");
  await owner.query("update mails set next_at = next_at - interval '1 second' where subject = 'Second'");
  await run(undefined);
  assert.deepEqual(await received(), [], "sent without a mail server");
  await run(inbox.smtpUrl);
  const first = [
    "bob@example.org | Second | Text\n",
    "ada@example.org | Two lines | Look: https://parley.example/a and https://parley.example/b\n",
  ];
  assert.deepEqual(await received(), first);
  await moveClock(1000);
  await run(inbox.smtpUrl);
  await run(inbox.smtpUrl);
  assert.deepEqual(await received(), [...first, "x@invalid.example | To somebody | Text\n"]);
  assert.deepEqual(await queued(), [
    "Two lines 1 12:00:00 12:00:00",
    "Second 1 12:00:00 11:59:59",
    "To somebody 1 12:00:01 12:00:01",
  ]);
  await moveClock(-1000);
  await clear();
});

test("a mail that fails waits five seconds, then twice as long each time, and says why; the others go on", async () => {
  await queue("ada@example.org", "First");
  await queue("bob@example.org", "Other");
  await owner.query("update mails set attempts = 9 where subject = 'Other'");
  await run(rudeUrl);
  const fault = "Invalid greeting. response=554 not today: 554 not today";
  assert.deepEqual(await queued(), [`First 1 12:00:05 ${fault}`, `Other 10 12:42:40 ${fault}`]);
  await run(rudeUrl);
  await moveClock(5000);
  await run(rudeUrl);
  assert.deepEqual(await queued(), [`First 2 12:00:15 ${fault}`, `Other 10 12:42:40 ${fault}`]);
  await moveClock(3_600_000);
  await run(inbox.smtpUrl);
  assert.deepEqual(await received(), ["ada@example.org | First | Text\n"]);
  assert.deepEqual(await queued(), [`First 3 13:00:05 12:00:15 ${fault}`, `Other 10 12:42:40 ${fault}`]);
  await clear();
});

test("the inbox keeps the newest two thousand mails", async () => {
  await owner.query(
    "insert into inbox_mails (to_address, subject, body_text, at) select 'x', number::text, '', now() from generate_series(1, 2001) as number",
  );
  await queue("ada@example.org", "One more");
  await run(inbox.smtpUrl);
  const { rows } = await owner.query<{ n: number; first: string }>(
    "select count(*)::int as n, (min(subject::int) filter (where to_address = 'x'))::text as first from inbox_mails",
  );
  assert.deepEqual(rows, [{ n: 2000, first: "3" }]);
});

test("a mail server that takes its time holds no connection, and nobody else takes the mail meanwhile", async () => {
  await clear();
  const silent: Server = createServer(() => undefined);
  await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
  const met = new Promise<Socket>((done) => silent.once("connection", done));
  await queue("ada@example.org", "Slow");
  const sending = run(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  const socket = await met;
  const { total, idle } = db.load();
  await run(inbox.smtpUrl);
  const meanwhile = await received();
  socket.end("554 too late\r\n");
  silent.close();
  await sending;
  assert.equal(total - idle, 0, "a connection waited for the mail server");
  assert.deepEqual(meanwhile, []);
  assert.match((await queued())[0] ?? "", /^Slow 1 /);
});

test("a mail server on another machine gets nothing before the connection is encrypted, and one that cannot gets no mail", async () => {
  const cases: [string, boolean][] = [
    ["smtp://user:password@mail.example:587", true],
    ["smtp://10.0.0.7", true],
    ["smtps://mail.example", true],
    ["smtp://mail.example?requireTLS=false", false],
    ["smtp://127.0.0.1:25", false],
    ["smtp://localhost", false],
  ];
  for (const [url, expected] of cases) assert.equal(mustEncrypt(url), expected, url);
  await clear();
  await queue("ada@example.org", "Code");
  // The inbox offers no encryption, as if an attacker had removed the offer.
  await run(`${inbox.smtpUrl}?requireTLS=true`);
  assert.deepEqual(await received(), []);
  assert.match((await queued())[0] ?? "", /^Code 1 .*STARTTLS/);
});

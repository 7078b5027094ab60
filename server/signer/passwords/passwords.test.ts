// Guards: only the signer reads passwords' hashes and compares them, a credential belongs to one account for ever, and an
// attacker with the web process can guess no faster than the signer lets them.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { register, login } from "#contract/people/sign-in/auth.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { SignerRefusal } from "../../platform/outside/signer/signer.ts";
import { openSigner } from "../../platform/outside/signer/signer-child.ts";
import { aUser, TEST_PASSWORD, testApp } from "../../testing/index.ts";
import { MOST_FAILURES } from "./passwords.ts";

const app = await testApp();
const { client, db, dbs, moveClock, owner } = app;
const { verifier } = app.ports;

const WRONG = "wrong guess of somebody";

async function aPerson(): Promise<bigint> {
  const credential = await verifier.prepareCredential(TEST_PASSWORD);
  return db.tx((tx) => aUser(tx, { credential }));
}
const isRight = (userId: bigint | null, password = TEST_PASSWORD, purpose: "sign_in" | "prove" = "sign_in") =>
  verifier.checkPassword({ userId: userId?.toString() ?? null, password, purpose });
const code = (work: Promise<unknown>) =>
  work.then(
    (result) => String(result),
    (error) => (error instanceof SignerRefusal ? error.code : Promise.reject(error)),
  );

test("neither the web nor the workers nor the chains' follower read or write a credential, or a failed guess", async () => {
  await aPerson();
  for (const login of ["web", "worker", "chain"] as const)
    for (const table of ["credentials", "credential_failures"])
      for (const statement of [
        `select from ${table}`,
        `insert into ${table} default values`,
        `update ${table} set user_id = 1`,
        `delete from ${table}`,
      ]) {
        const asked = dbs[login].tx((tx) => tx.rows(Object.assign([statement], { raw: [statement] })));
        await assert.rejects(asked, /permission denied/, `${login}: ${statement}`);
      }
});

test("the password of an account is right, another one is not, and nobody has none", async () => {
  const ada = await aPerson();
  assert.equal(await isRight(ada), true);
  assert.equal(await isRight(ada, WRONG), false);
  assert.equal(await isRight(null), false);
  assert.equal(await isRight(await db.tx((tx) => aUser(tx))), false);
});

test("a credential is an account's once, and a reference that the signer never gave makes no account", async () => {
  const credential = await verifier.prepareCredential(TEST_PASSWORD);
  const ada = await db.tx((tx) => aUser(tx, { credential }));
  const again = () => db.tx((tx) => aUser(tx, { credential }));
  await owner.query("update users set credential = null where id = $1", [ada]);
  await assert.rejects(again(), /a credential is bound once/);
  const invented = () => db.tx((tx) => aUser(tx, { credential: "00000000-0000-4000-8000-000000000000" }));
  await assert.rejects(invented(), /a credential is bound once/);
  assert.equal(await isRight(ada), true, "what is written in the account later changes nothing");
});

test("an attacker with the web's connection cannot give an account another password", async () => {
  const victim = await aPerson();
  const mine = await verifier.prepareCredential("the password of a thief");
  const give = (tx: Tx) => tx.rows`update users set credential = ${mine} where id = ${victim}`;
  await assert.rejects(dbs.web.tx(give), /permission denied/);
  await db.tx(give);
  assert.equal(await isRight(victim, "the password of a thief"), false);
  assert.equal(await isRight(victim), true);
});

test("a credential whose account was never made is forgotten after a day; one that was used stays", async () => {
  const ada = await aPerson();
  const lost = await verifier.prepareCredential(TEST_PASSWORD);
  const count = async () =>
    (await owner.query("select count(*)::int from credentials where reference = $1", [lost])).rows[0].count as number;
  await moveClock(23 * 3_600_000);
  await verifier.prepareCredential(TEST_PASSWORD);
  assert.equal(await count(), 1);
  await moveClock(2 * 3_600_000);
  await verifier.prepareCredential(TEST_PASSWORD);
  assert.equal(await count(), 0);
  assert.equal(await isRight(ada), true);
});

test("a registration that is refused leaves the name and the email to the next person", async () => {
  const body = {
    email: "grace@example.org",
    password: TEST_PASSWORD,
  };
  const refused = await client().call(register, { body: { ...body, username: "admin" } });
  assert.equal(refused.code, "auth.username_reserved");
  assert.equal((await client().call(register, { body })).status, 200);
  assert.equal((await client().call(login, { body })).status, 200);
});

test("a limited number of wrong passwords a day is compared for one user and purpose, for all callers; right ones do not count", async () => {
  const ada = await aPerson();
  const bea = await aPerson();
  const failed = (times: number) =>
    owner.query(
      "insert into credential_failures (user_id, purpose, at) select $1, 'sign_in', market_now() from generate_series(1, $2)",
      [ada, times],
    );
  await failed(MOST_FAILURES - 2);
  assert.equal(await isRight(ada), true);
  const atOnce = await Promise.all([1, 2, 3, 4, 5].map(() => code(isRight(ada, WRONG))));
  assert.deepEqual(atOnce.sort(), ["false", "false", "signer.throttled", "signer.throttled", "signer.throttled"]);
  assert.equal(await code(isRight(ada)), "signer.throttled");
  assert.equal(await isRight(ada, TEST_PASSWORD, "prove"), true, "what guards money is counted apart");
  assert.equal(await isRight(bea), true);
  await moveClock(86_400_000 - 60_000);
  assert.equal(await code(isRight(ada)), "signer.throttled");
  await moveClock(61_000);
  assert.equal(await isRight(ada), true);
});

test("a guess waits for another one at the same password to be counted", async () => {
  const ada = await aPerson();
  const other = await owner.connect();
  await other.query("begin");
  await other.query("select from credentials where user_id = $1 for update", [ada]);
  let isDone = false;
  const asked = code(isRight(ada)).finally(() => {
    isDone = true;
  });
  for (let waits = 0; waits === 0 && !isDone; await pause(10)) {
    const { rows } = await owner.query(
      "select count(*)::int from pg_stat_activity where usename = 'parley_signer' and wait_event_type = 'Lock' and datname = current_database()",
    );
    waits = rows[0].count;
  }
  await other.query(
    "insert into credential_failures (user_id, purpose, at) select $1, 'sign_in', market_now() from generate_series(1, $2)",
    [ada, MOST_FAILURES],
  );
  await other.query("commit");
  other.release();
  assert.equal(await asked, "signer.throttled");
});

test("the process answers what is no password while many passwords wait", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "parley-passwords-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const signer = openSigner({
    folder,
    key: undefined,
    databaseUrl: app.signerUrl,
    bitcoinChain: "regtest",
    ethereumChainId: 1,
    token: "",
    origin: "http://localhost",
  });
  t.after(() => signer.stop());
  await signer.accountKeys();
  let checked = 0;
  const crowd = Array.from({ length: 30 }, () => signer.prepareCredential(TEST_PASSWORD).then(() => (checked += 1)));
  await signer.accountKeys();
  assert.ok(checked < 15, `${checked} were first`);
  await Promise.all(crowd);
  const asked = Array.from({ length: 100 }, () => code(signer.prepareCredential(TEST_PASSWORD).then(() => "made")));
  assert.deepEqual([...new Set(await Promise.all(asked))].sort(), ["made", "signer.busy"]);
});

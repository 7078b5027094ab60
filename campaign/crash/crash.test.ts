// Guards: the server and the database are killed in the middle of money flows; nothing that was acknowledged is lost,
// nothing happens twice, and the books hold.
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import pg from "pg";
import { openDb } from "../../server/platform/db.ts";
import { ids } from "../../server/platform/ids.ts";
import { migrate } from "../../server/platform/migrate.ts";
import { freePort } from "../../server/platform/nodes/child.ts";
import { type Postgres, startPostgres } from "../../server/platform/nodes/postgres.ts";
import { useSealingSecret } from "../../server/platform/sealed.ts";
import { playRecordedRates } from "../../server/money/rates/index.ts";
import { checkBooks } from "../../server/outward/staff/index.ts";
import { anOffer, aUser, giveCoins, signIn, testLog } from "../../server/testing/index.ts";
import { type Pair, startTrading } from "./traders.ts";

const KILLS = Number(process.env.KILLS ?? 100);
const PAIRS = 6;
const SECRET_TEXT = "a secret of more than thirty-two characters";

const folder = mkdtempSync(join(tmpdir(), "parley-crash-"));
// With fsync, as in production: what is acknowledged has to be on the disk.
const settings = { fsync: "on", synchronous_commit: "on", max_wal_size: "256MB" };
let cluster: Postgres = await startPostgres({ dataDir: folder, temporary: true, settings });
let victim: ChildProcess | undefined;
const port = await freePort();
after(async () => {
  victim?.kill("SIGKILL");
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function startVictim(): Promise<void> {
  const child = fork(join(import.meta.dirname, "victim.ts"), [], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: cluster.ownerUrl("parley"),
      PARLEY_SECRET: SECRET_TEXT,
      DATA_DIR: join(folder, "data"),
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  victim = child;
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

async function killVictim(): Promise<void> {
  const child = victim;
  if (!child) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await gone;
}

async function killPostgres(): Promise<void> {
  process.kill(cluster.pid, "SIGKILL");
  cluster = await startPostgres({ dataDir: folder, temporary: true, settings });
}

test(`after ${KILLS} kills in the middle of trades nothing acknowledged is missing and the books hold`, {
  timeout: 900_000,
}, async (t) => {
  const admin = new pg.Client({ connectionString: cluster.ownerUrl("postgres") });
  await admin.connect();
  await admin.query("create database parley");
  await admin.end();
  await migrate(cluster.ownerUrl("parley"));
  const { createHash } = await import("node:crypto");
  const secret = createHash("sha256").update(SECRET_TEXT).digest();
  useSealingSecret(secret);
  const owner = () => openDb({ url: cluster.ownerUrl("parley"), log: testLog, poolSize: 4 });
  const first = owner();
  const pairs = await first.tx(async (tx) => {
    await playRecordedRates(tx);
    const made: Pair[] = [];
    for (let lane = 0; lane < PAIRS; lane++) {
      const [buyer, seller] = [await aUser(tx), await aUser(tx)];
      await tx.rows`update users set granted_level = 4 where id = any(${[buyer, seller]}::bigint[])`;
      await giveCoins(tx, seller, "BTC", 10_000_000_000n);
      made.push({ offer: await anOffer(tx, seller), buyer: await signIn(tx, buyer), seller: await signIn(tx, seller) });
    }
    return made;
  });
  await first.close();

  await startVictim();
  const trading = startTrading({ url: () => `http://127.0.0.1:${port}`, secret: secret.toString("hex"), pairs });
  let ofDatabase = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    await new Promise((done) => setTimeout(done, 40 + ids.below(400)));
    if (kill % 4 === 3) {
      await killPostgres();
      ofDatabase += 1;
    } else {
      await killVictim();
      await startVictim();
    }
  }
  await new Promise((done) => setTimeout(done, 1500));
  await trading.stop();
  await killVictim();

  const last = owner();
  const { acknowledged } = trading;
  const kept = await last.read(
    (tx) =>
      tx.rows<{
        key: string;
        status: number;
      }>`select key, status from idempotency_keys where key = any(${acknowledged.map(({ key }) => key)})`,
  );
  const statusOf = new Map(kept.map(({ key, status }) => [key, status]));
  const lost = acknowledged.filter(({ key, status }) => status < 400 && statusOf.get(key) !== status);
  assert.deepEqual(lost, [], "acknowledged and then missing");
  const released = acknowledged
    .filter(({ verb, status }) => verb === "release" && status === 200)
    .map(({ hash }) => hash);
  assert.equal(new Set(released).size, released.length, "a release was acknowledged twice");
  const rows = await last.read(
    (tx) => tx.rows<{ hash: string }>`select hash from trades where status = 'released' and hash = any(${released})`,
  );
  assert.equal(rows.length, released.length);
  assert.deepEqual(await checkBooks({ db: last, log: testLog }), []);
  assert.ok(acknowledged.length > KILLS, `only ${acknowledged.length} calls were answered`);
  await last.close();
  t.diagnostic(
    `NOTE ${KILLS} kills (${ofDatabase} of the database), ${acknowledged.length} acknowledged calls, ${released.length} releases`,
  );
});

// Guards: the server with its workers, the signer and the database are killed in the middle of trades and send-outs;
// nothing acknowledged is lost, nothing happens twice on the chain or in the ledger, and every invariant holds.
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { openDb } from "../../server/platform/db.ts";
import { ids } from "../../server/platform/ids.ts";
import { LOGINS, urlAs } from "../../server/platform/logins.ts";
import { migrate } from "../../server/platform/migrate.ts";
import { anvilFault, startAnvil } from "../../server/devnet/anvil.ts";
import { freePort } from "../../server/devnet/child.ts";
import { ownDatabase } from "../../server/devnet/own-roles.ts";
import { type Postgres, startPostgres } from "../../server/devnet/postgres.ts";
import { presetMarket } from "../../server/demo/index.ts";
import { useSealingSecret } from "../../server/platform/sealed.ts";
import { playRecordedRates } from "../../server/money/rates/index.ts";
import { checkBooks } from "../../server/outward/staff/index.ts";
import { anOffer, aUser, giveCoins, signIn, testLog } from "../../server/testing/index.ts";
import { type Acknowledged, type Callers, pause } from "./caller.ts";
import { assertSentOnce, fundHouseGas, fundSender, sendOn, type Sent } from "./senders.ts";
import { type Pair, tradeOn } from "./traders.ts";

const KILLS = Number(process.env.KILLS ?? 40);
const PAIRS = 5;
const SENDERS = 4;
const SECRET_TEXT = "a secret of more than thirty-two characters";

const folder = mkdtempSync(join(tmpdir(), "parley-crash-"));
// With fsync, as in production: what is acknowledged has to be on the disk.
const settings = { fsync: "on", synchronous_commit: "on", max_wal_size: "256MB" };
const secret = createHash("sha256").update(SECRET_TEXT).digest();
const anvil = anvilFault() ? undefined : await startAnvil({ dataDir: join(folder, "ethereum"), blockMs: 500 });
let cluster: Postgres = await startPostgres({ dataDir: folder, temporary: true, settings });
let victim: ChildProcess | undefined;
/** Servers that ended without being killed: one that a dead database takes along is a fault. */
const fallen: string[] = [];
const port = await freePort();
after(async () => {
  victim?.kill("SIGKILL");
  await anvil?.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function startVictim(): Promise<void> {
  const child = fork(join(import.meta.dirname, "victim.ts"), [], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: ownerUrl(),
      PARLEY_SECRET: SECRET_TEXT,
      DATA_DIR: join(folder, "data"),
      ...(anvil ? { CRASH_ETHEREUM_URL: anvil.url, CRASH_ETHEREUM_TOKEN: anvil.token } : {}),
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  victim = child;
  child.once("exit", (code, signal) => {
    if (signal !== "SIGKILL") fallen.push(`ended by itself with ${code}`);
  });
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

async function killVictim(): Promise<void> {
  const child = victim;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await gone;
}

async function killPostgres(): Promise<void> {
  process.kill(cluster.pid, "SIGKILL");
  cluster = await startPostgres({ dataDir: folder, temporary: true, settings });
}

/** The victim's only child; false where there is none to kill at this moment, or no way to see it. */
function killSigner(): boolean {
  try {
    const children = readFileSync(`/proc/${victim?.pid}/task/${victim?.pid}/children`, "utf8").trim();
    const [pid] = children.split(" ").filter(Boolean);
    if (!pid) return false;
    process.kill(Number(pid), "SIGKILL");
    return true;
  } catch {
    // It has ended by itself, or this system does not tell who is whose child.
    return false;
  }
}

type Toll = { server: number; signer: number; database: number };

/**
 * Kills until it has killed enough, with a moment between in which work is begun and not finished. On a slow machine
 * nobody would get as far as a send-out between two kills: each tenth kill waits for one and strikes while it is fresh.
 */
async function killAll(count: number, sent: Sent): Promise<Toll> {
  const toll: Toll = { server: 0, signer: 0, database: 0 };
  for (let kill = 0; kill < count; kill++) {
    await pause(40 + ids.below(400));
    if (anvil && kill % 10 === 9) await oneMoreOf(sent);
    const whom = kill % 10;
    if (whom % 3 === 2) {
      await killPostgres();
      toll.database += 1;
    } else if (whom % 3 === 1 && killSigner()) {
      toll.signer += 1;
    } else {
      await killVictim();
      await startVictim();
      toll.server += 1;
    }
  }
  return toll;
}

async function oneMoreOf(sent: Sent): Promise<void> {
  const before = sent.size;
  const lastMs = performance.now() + 20_000;
  while (sent.size === before && performance.now() < lastMs) await pause(10);
}

const ownerUrl = () => urlAs(cluster.adminUrl("parley"), { login: LOGINS.owner });
const openAsOwner = () => openDb({ url: ownerUrl(), log: testLog, poolSize: 4 });

async function makeDatabase(): Promise<void> {
  await migrate(await ownDatabase(cluster.adminUrl, { name: "parley" }));
  const db = openAsOwner();
  await db.tx((tx) => presetMarket(tx, { isDemo: true }));
  await db.close();
  useSealingSecret(secret);
  // An hour of send-outs in two minutes: the signer's own limits are not what is tried here.
  mkdirSync(join(folder, "data/signer"), { recursive: true });
  const limits = { ETH: { eachUnits: "1000000000", dailyUnits: "1000000000000", perHour: 100_000 } };
  writeFileSync(join(folder, "data/signer/limits.json"), JSON.stringify(limits));
}

async function makePeople(): Promise<{ pairs: Pair[]; senders: string[] }> {
  const db = openAsOwner();
  const people = await db.tx(async (tx) => {
    await playRecordedRates(tx);
    const pairs: Pair[] = [];
    for (let lane = 0; lane < PAIRS; lane++) {
      const [buyer, seller] = [await aUser(tx), await aUser(tx)];
      await tx.rows`update users set granted_level = 4 where id = any(${[buyer, seller]}::bigint[])`;
      await giveCoins(tx, seller, "BTC", 10_000_000_000n);
      pairs.push({
        offer: await anOffer(tx, seller),
        buyer: await signIn(tx, buyer),
        seller: await signIn(tx, seller),
      });
    }
    const senders: string[] = [];
    for (let lane = 0; anvil && lane < SENDERS; lane++) senders.push(await signIn(tx, await aUser(tx)));
    return { pairs, senders };
  });
  await db.close();
  return people;
}

async function assertNothingLost(acknowledged: readonly Acknowledged[]): Promise<number> {
  const db = openAsOwner();
  const kept = await db.read(
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
  const rows = await db.read(
    (tx) => tx.rows<{ hash: string }>`select hash from trades where status = 'released' and hash = any(${released})`,
  );
  assert.equal(rows.length, released.length);
  assert.deepEqual(await checkBooks({ db, log: testLog }), []);
  await db.close();
  return released.length;
}

test(`after ${KILLS} kills in the middle of trades and send-outs nothing acknowledged is missing and the ledger holds`, {
  timeout: 900_000,
}, async (t) => {
  await makeDatabase();
  const { pairs, senders } = await makePeople();
  let stopped = false;
  const callers: Callers = {
    url: () => `http://127.0.0.1:${port}`,
    secret: secret.toString("hex"),
    stopped: () => stopped,
    acknowledged: [],
  };
  await startVictim();
  const sent: Sent = new Map();
  if (anvil) {
    const db = openAsOwner();
    await fundHouseGas({ anvil, db });
    for (const token of senders) await fundSender(callers, { anvil, db, token });
    await db.close();
  }
  const lanes = [
    ...pairs.map((pair, lane) => tradeOn(callers, pair, lane)),
    ...senders.map((token) => sendOn(callers, token, sent)),
  ];
  const toll = await killAll(KILLS, sent).finally(async () => {
    await pause(1500);
    stopped = true;
  });
  await Promise.all(lanes);
  assert.deepEqual(fallen, [], "a server did not survive somebody else's death");

  // The last of them stays alive until all that was promised has left.
  const db = openAsOwner();
  const left = anvil ? await assertSentOnce({ anvil, db, sent }) : 0;
  await db.close();
  await killVictim();
  const released = await assertNothingLost(callers.acknowledged);
  assert.ok(callers.acknowledged.length > KILLS, `only ${callers.acknowledged.length} calls were answered`);
  if (anvil) assert.ok(left > KILLS / 20, `only ${left} send-outs`);
  t.diagnostic(
    `NOTE ${KILLS} kills (${toll.server} of the server, ${toll.signer} of the signer, ${toll.database} of the database), ${callers.acknowledged.length} acknowledged calls, ${released} releases, ${left} send-outs`,
  );
  if (!anvil) t.diagnostic(`not run: send-outs under kills, ${anvilFault()}`);
});

// Guards: a backup that is taken while people trade and send becomes a market again, with everything that was acknowledged.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startPostgres } from "../../server/devnet/postgres/postgres.ts";
import { keepUpload } from "../../server/market/chat/uploads.ts";
import { checkBooks } from "../../server/staff/console/index.ts";
import { type Db, openDb } from "../../server/platform/postgres/db.ts";
import { openFiles } from "../../server/platform/files/files.ts";
import { ids } from "../../server/platform/ids.ts";
import { openLog } from "../../server/platform/log.ts";
import { LOGINS, urlAs } from "../../server/platform/postgres/logins.ts";
import { openSignedJournal } from "../../server/signer/signing/signed/journal.ts";
import { aTrade, testLog } from "../../server/testing/index.ts";
import { rightful } from "../break-in/attempt.ts";
import { reserveAway } from "../break-in/send-away.ts";
import { openStage } from "../break-in/stage.ts";
import { takeBaseBackup } from "./base-backup.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-backup-"));
// Root's PostgreSQL is another user, who comes through here.
chmodSync(folder, 0o711);
/** A cluster of its own: the whole of it is copied. */
const settings = { fsync: "off", max_connections: "60" };
const cluster = await startPostgres({ dataDir: join(folder, "running"), temporary: true, settings });
process.env.PARLEY_TEST_POSTGRES = cluster.socketDir;
const stage = await openStage();
const { app, market } = stage;
after(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Acknowledged = { readonly trades: string[]; readonly sendOuts: string[]; readonly files: string[] };

/** People trade, send and hand files in until they are stopped. */
async function underLoad(work: (acknowledged: Acknowledged) => Promise<void>): Promise<void> {
  const acknowledged: Acknowledged = { trades: [], sendOuts: [], files: [] };
  let isOver = false;
  const goOn = async (one: () => Promise<void>) => {
    while (!isOver) await one();
  };
  const lanes = [
    goOn(async () => void acknowledged.trades.push(await aTrade(market, "released"))),
    goOn(async () => void acknowledged.sendOuts.push(await sendOne())),
    goOn(async () => void acknowledged.files.push(await submit())),
  ];
  try {
    await work(acknowledged);
  } finally {
    isOver = true;
  }
  await Promise.all(lanes);
}

/** Reserved and signed. */
async function sendOne(): Promise<string> {
  const now = ((await app.owner.query("select market_now() as now")).rows[0].now as Date).toISOString();
  const asked = rightful(stage);
  const hash = await reserveAway(
    stage,
    (text, values) => (/^(commit|begin)$/.test(text) ? Promise.resolve({ rows: [] }) : asked(text, values)),
    { userId: market.seller.id, units: 1000n, now },
  );
  assert.equal(await stage.pay(hash), "signed");
  return hash;
}

async function submit(): Promise<string> {
  const bytes = Buffer.from(ids.secret());
  const fileKey = await app.ports.files.put(bytes);
  const row = {
    hash: ids.hash(),
    name: "receipt.pdf",
    mime_type: "application/pdf",
    size_bytes: bytes.length,
  } as const;
  // A user may upload sixty files an hour.
  await app.owner.query("update uploads set created_at = created_at - interval '2 hours'");
  await app.db.tx((tx) =>
    keepUpload(tx, market.buyer.id, { ...row, has_thumb: false, fileKey, thumbKey: null, sha256: new Uint8Array(32) }),
  );
  return fileKey;
}

/** Those of them that are there. */
async function found(db: Db, { trades, sendOuts }: Acknowledged): Promise<Acknowledged> {
  const [released, reserved] = await db.read((tx) =>
    Promise.all([
      tx.rows<{ hash: string }>`select hash from trades where status = 'released' and hash = any(${trades})`,
      tx.rows<{ hash: string }>`select hash from send_outs where status = 'pending' and hash = any(${sendOuts})`,
    ]),
  );
  const within = (rows: readonly { hash: string }[], all: readonly string[]) =>
    all.filter((one) => rows.some(({ hash }) => hash === one));
  return { trades: within(released, trades), sendOuts: within(reserved, sendOuts), files: [] };
}

test("a base backup under load becomes the same market in another cluster", { timeout: 400_000 }, async () => {
  const name = /test_\w+/.exec(app.url)?.[0] ?? "";
  const [restored, filesCopy, journalCopy] = ["restored", "files", "signer"].map((one) => join(folder, one)) as [
    string,
    string,
    string,
  ];
  let kept: Acknowledged = { trades: [], sendOuts: [], files: [] };
  await underLoad(async (acknowledged) => {
    while (acknowledged.trades.length < 5 || acknowledged.sendOuts.length < 5) await aTrade(market, "paid");
    const source = { adminUrl: cluster.adminUrl("postgres"), cluster: cluster.cluster };
    await takeBaseBackup(source, restored, () => {
      kept = structuredClone(acknowledged);
    });
    // The database first: of what comes in between there is a file too much then, and a signature, and never one too few.
    cpSync(join(app.config.dataDir, "files"), filesCopy, { recursive: true });
    cpSync(stage.journalFolder, journalCopy, { recursive: true });
  });
  const again = await startPostgres({ dataDir: restored, temporary: true, settings });
  const db = openDb({ url: urlAs(again.adminUrl(name), { login: LOGINS.owner }), log: testLog });
  try {
    // This market has no chains that could hold what it owes.
    const broken = await checkBooks({ db, log: openLog({ level: "silent" }) });
    assert.deepEqual(
      broken.filter(({ invariant }) => invariant !== "I9"),
      [],
    );
    assert.ok(kept.trades.length >= 5 && kept.sendOuts.length >= 5 && kept.files.length >= 5, JSON.stringify(kept));
    assert.deepEqual(await found(db, kept), { ...kept, files: [] });
    await assertSigned(db, journalCopy);
    await assertFiles(db, filesCopy);
  } finally {
    await db.close();
    await again.stop();
  }
});

/** The database knows no signed payment that the signer's journal lacks; the journal may have newer ones. */
async function assertSigned(db: Db, journalFolder: string): Promise<void> {
  const journal = openSignedJournal(journalFolder);
  const rows = await db.read(
    (tx) =>
      tx.rows<{ hash: string; units: bigint }>`select hash, units from send_outs where destination like 'bcrt1qw%'`,
  );
  const units = new Map(rows.map((row) => [`send_out:${row.hash}`, String(row.units)]));
  const known = journal.all().filter(({ payment }) => units.has(payment));
  assert.ok(known.length >= 5, `${known.length} of ${journal.all().length} signatures`);
  for (const entry of known) assert.equal(entry.units, units.get(entry.payment));
}

async function assertFiles(db: Db, copy: string): Promise<void> {
  const files = openFiles(copy);
  const rows = await db.read((tx) => tx.rows<{ key: string }>`select file_key as key from uploads`);
  assert.ok(rows.length >= 5, `${rows.length} files`);
  for (const { key } of rows)
    assert.equal(
      createHash("sha256")
        .update(await files.get(key))
        .digest("hex"),
      key,
    );
}

// Guards: a database that must lie outside its data folder is found again, and swept once that folder has vanished;
// never while it runs, while its data folder exists, or while that may only be away.
import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { startPostgres } from "./postgres.ts";
import { findPlace, sweep } from "./place.ts";

const skip = process.getuid?.() === 0 ? false : "not run: only root's databases lie elsewhere";
const home = mkdtempSync(join(tmpdir(), "parley-place-"));
const elsewhere = join(tmpdir(), `parley-elsewhere-${process.pid}`);
after(() => {
  for (const folder of [home, elsewhere]) rmSync(folder, { recursive: true, force: true });
});

const DAY_MS = 86_400_000;
const later = (days: number) => Date.now() + days * DAY_MS;
const dataDirOf = (clone: string) => join(home, clone, ".data/database");
const placeOf = async (clone: string) => dirname((await findPlace({ dataDir: dataDirOf(clone), elsewhere })).cluster);
const sweepAt = (nowMs: number) => sweep({ elsewhere, except: "", nowMs });

test("the folder of the database's socket is its own: one that somebody else made first, or a link, is refused", async () => {
  const dataDir = join(home, "socket/.data");
  const { socketDir, owner } = await findPlace({ dataDir, temporary: true });
  const ownUid = owner?.uid ?? process.getuid?.();
  const isClosed = () => {
    const { mode, uid } = lstatSync(socketDir);
    assert.deepEqual([mode & 0o777, uid], [0o700, ownUid]);
  };
  isClosed();
  chmodSync(socketDir, 0o777);
  await findPlace({ dataDir, temporary: true });
  isClosed();
  rmSync(socketDir, { recursive: true });
  const trap = mkdtempSync(join(tmpdir(), "parley-trap-"));
  try {
    symlinkSync(trap, socketDir);
    await assert.rejects(findPlace({ dataDir, temporary: true }), /is not a folder of its own/);
    assert.notEqual(lstatSync(trap).mode & 0o777, 0o777);
    rmSync(socketDir);
    writeFileSync(socketDir, "");
    await assert.rejects(findPlace({ dataDir, temporary: true }), /is not a folder of its own/);
    rmSync(socketDir);
    if (process.getuid?.() === 0) {
      mkdirSync(socketDir);
      chownSync(socketDir, 12_345, 12_345);
      await assert.rejects(findPlace({ dataDir, temporary: true }), /belongs to somebody else/);
      assert.equal(lstatSync(socketDir).uid, 12_345, "it was taken over instead");
    }
  } finally {
    for (const folder of [socketDir, trap]) rmSync(folder, { recursive: true, force: true });
  }
});

test("a data folder has one database folder, also after the clone was moved, and a new one after it was deleted", {
  skip,
}, async () => {
  const first = await placeOf("one");
  assert.equal(await placeOf("one"), first);
  renameSync(join(home, "one"), join(home, "moved"));
  sweepAt(later(90));
  assert.ok(existsSync(first), "the database of a moved clone was swept");
  assert.equal(await placeOf("moved"), first);
  rmSync(dataDirOf("moved"), { recursive: true });
  assert.notEqual(await placeOf("moved"), first);
});

test("the database folder of a vanished clone is swept after a day, and that of an existing one never", {
  skip,
}, async () => {
  const [kept, gone] = [await placeOf("kept"), await placeOf("gone")];
  rmSync(join(home, "gone"), { recursive: true });
  sweepAt(later(0));
  assert.ok(existsSync(gone), "its clone may be on the way to another disk");
  sweepAt(later(1.1));
  assert.ok(!existsSync(gone));
  // As on two file systems, between which there are no hard links.
  const note = join(dataDirOf("kept"), "postgres-folder");
  copyFileSync(note, `${note}.copy`);
  renameSync(`${note}.copy`, note);
  sweepAt(later(900));
  assert.ok(existsSync(kept));
});

test("a folder that names no owner, or whose owner's disk is away, is left alone", { skip }, async () => {
  const unnamed = join(elsewhere, "unnamed");
  mkdirSync(unnamed, { recursive: true });
  const away = await placeOf("away");
  const [folder, belonging] = readFileSync(join(away, "belongs-to"), "utf8").split("\n");
  writeFileSync(
    join(away, "belongs-to"),
    `${folder}\n${JSON.stringify({ ...JSON.parse(belonging ?? ""), device: -1 })}\n`,
  );
  rmSync(join(home, "away"), { recursive: true });
  sweepAt(later(900));
  assert.ok(existsSync(unnamed));
  assert.ok(existsSync(away));
});

test("a database that runs is not swept although its data folder was deleted under it", {
  skip,
  timeout: 400_000,
}, async () => {
  const dataDir = dataDirOf("running");
  const database = await startPostgres({ dataDir, elsewhere });
  try {
    rmSync(join(home, "running"), { recursive: true });
    sweepAt(later(900));
    assert.ok(existsSync(join(database.cluster, "PG_VERSION")));
  } finally {
    await database.stop();
  }
  sweepAt(later(900));
  assert.ok(!existsSync(database.cluster));
});

test("copies of programs stay while starts ask for them, and go after a month without", { skip }, () => {
  mkdirSync(join(elsewhere, "binaries-1-x64"), { recursive: true });
  sweepAt(later(29));
  assert.ok(readdirSync(elsewhere).includes("binaries-1-x64"));
  sweepAt(later(31));
  assert.ok(!readdirSync(elsewhere).includes("binaries-1-x64"));
});

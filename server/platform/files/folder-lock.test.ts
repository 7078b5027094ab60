// Guards: one process at a time holds a folder, and a dead one never keeps it, whatever took its number since.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { takeFolderLock, withFolderLock } from "./folder-lock.ts";

const home = mkdtempSync(join(tmpdir(), "parley-lock-"));
after(() => rmSync(home, { recursive: true, force: true }));

function leftBy(name: string, holder: string | undefined): string {
  const folder = join(home, name);
  mkdirSync(folder);
  if (holder !== undefined) writeFileSync(join(folder, "pid"), holder);
  return folder;
}

test("a second process waits, and gives up after a time", async () => {
  const folder = join(home, "held");
  const leave = await takeFolderLock(folder, 0);
  await assert.rejects(takeFolderLock(folder, 300), /held by another process/);
  setTimeout(leave, 300);
  (await takeFolderLock(folder, 3000))();
});

test("ten at once have it one after the other", async () => {
  let [inside, most] = [0, 0];
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((done) => setTimeout(done, 5));
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 10 }, () => withFolderLock(join(home, "ten"), work)));
  assert.equal(most, 1);
});

test("a dead process, one that died while it took it, and a number that another process has now keep nobody out", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", "0"]);
  const left = [leftBy("dead", String(pid)), leftBy("nameless", undefined)];
  if (process.platform === "linux") left.push(leftBy("reborn", `${process.pid} 1`));
  for (const folder of left) (await takeFolderLock(folder, 1000))();
});

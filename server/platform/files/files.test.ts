// Guards: bytes are stored whole under the hash of their content, with permissions for the own system user only; no other name reaches a file.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { openFiles } from "./files.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-files-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("the same bytes have one key and one file", async () => {
  const files = openFiles(folder);
  const bytes = Buffer.from("kept");
  const key = createHash("sha256").update(bytes).digest("hex");
  assert.deepEqual(await Promise.all([files.put(bytes), files.put(bytes)]), [key, key]);
  assert.deepEqual(Buffer.from(await files.get(key)), bytes);
  const place = join(folder, key.slice(0, 2), key.slice(2, 4));
  assert.deepEqual(readdirSync(place), [key], "something unfinished was left");
  assert.equal(statSync(join(place, key)).mode & 0o777, 0o600);
});

test("on a full disk nothing unfinished stays, and with room again the same bytes are kept", async () => {
  const files = openFiles(folder);
  const bytes = Buffer.from("too much");
  const handle = await open(folder, "r");
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { writeFile } = prototype;
  prototype.writeFile = async function (this: FileHandle, data) {
    await writeFile.call(this, Buffer.from(data as Uint8Array).subarray(0, 3));
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  };
  await assert.rejects(files.put(bytes), { code: "ENOSPC" }).finally(() => {
    prototype.writeFile = writeFile;
  });
  const key = createHash("sha256").update(bytes).digest("hex");
  const place = join(folder, key.slice(0, 2), key.slice(2, 4));
  assert.deepEqual(readdirSync(place), []);
  assert.equal(await files.put(bytes), key);
  assert.deepEqual(readdirSync(place), [key]);
});

test("what is no key names no file", async () => {
  const files = openFiles(folder);
  for (const key of ["", "../secret", "A".repeat(64), "a".repeat(63), `${"a".repeat(64)}/..`])
    assert.throws(() => files.get(key), /not a file key/, key);
  await assert.rejects(files.get("a".repeat(64)), { code: "ENOENT" });
});

test("what is kept alone shares its file with nobody, and is removed without taking theirs", async () => {
  const files = openFiles(folder);
  const bytes = Buffer.from("the same receipt");
  const [one, other] = [await files.putAlone(bytes), await files.putAlone(bytes)];
  assert.notEqual(one, other);
  await files.remove(one);
  assert.deepEqual(Buffer.from(await files.get(other)), bytes);
  await assert.rejects(files.get(one), { code: "ENOENT" });
});

// Guards: what was acknowledged and lies in files of our own is there after a machine has lost its power.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { openFiles } from "../../server/platform/files.ts";
import { CAN_FORGET, forgetfulDisk } from "./forgetful-disk.ts";

const place = mkdtempSync(join(tmpdir(), "parley-lost-"));
after(() => rmSync(place, { recursive: true, force: true }));
const data = join(place, "data");
mkdirSync(data);
const folder = join(data, "files");
const skip = CAN_FORGET ? false : "this system does not tell what was synced";

test("an upload that was kept is there when the power goes in the next moment", { skip }, async (t) => {
  const disk = await forgetfulDisk(data);
  const files = openFiles(folder);
  const bytes = new TextEncoder().encode("a receipt");
  const key = await files.put(bytes);
  writeFileSync(join(folder, "nobody synced this"), "and it is gone");
  disk.afterPowerCut(join(place, "left"));
  const left = openFiles(join(place, "left/files"));
  assert.deepEqual(new Uint8Array(await left.get(key)), bytes);
  assert.throws(() => rmSync(join(place, "left/files/nobody synced this")), /ENOENT/);
  t.diagnostic("the same bytes again, under the same name");
  assert.equal(await files.put(bytes), key);
});

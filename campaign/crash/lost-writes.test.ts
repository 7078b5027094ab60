// Guards: what was acknowledged and lies in files of our own is there after a machine has lost its power.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { openFiles } from "../../server/platform/files/files.ts";
import { openSignedJournal } from "../../server/signer/signing/signed/journal.ts";
import { openVault } from "../../server/signer/vault.ts";
import { CAN_FORGET, forgetfulDisk } from "./forgetful-disk.ts";

const place = mkdtempSync(join(tmpdir(), "parley-lost-"));
after(() => rmSync(place, { recursive: true, force: true }));
const skip = CAN_FORGET ? false : "this system does not tell what was synced";

/** A data folder with nothing in it, and where it lies again once the power is back. */
async function dataFolder(name: string) {
  const [folder, again] = [join(place, name), join(place, `${name} again`)];
  mkdirSync(folder);
  const disk = await forgetfulDisk(folder);
  return { folder, again, cutPower: () => disk.afterPowerCut(again) };
}

test("an upload that was kept is there when the power goes in the next moment", { skip }, async () => {
  const { folder, again, cutPower } = await dataFolder("uploads");
  const bytes = new TextEncoder().encode("a receipt");
  const key = await openFiles(join(folder, "files")).put(bytes);
  writeFileSync(join(folder, "nobody synced this"), "and it is gone");
  cutPower();
  assert.deepEqual(new Uint8Array(await openFiles(join(again, "files")).get(key)), bytes);
  assert.equal(existsSync(join(again, "nobody synced this")), false);
});

test("what was signed stays signed when the power goes in the next moment", { skip }, async () => {
  const { folder, again, cutPower } = await dataFolder("journal");
  mkdirSync(join(folder, "signer"));
  const entry = { payment: "send_out:one", planDigest: "d", rawHex: "00", txid: "t", currency: "BTC", units: "1" };
  openSignedJournal(join(folder, "signer")).add({ ...entry, atMs: 1 });
  cutPower();
  assert.equal(openSignedJournal(join(again, "signer")).find("send_out:one")?.rawHex, "00");
});

test("keys that addresses came from are there when the power goes in the next moment", { skip }, async () => {
  const { folder, again, cutPower } = await dataFolder("seed");
  const open = (data: string) => openVault({ folder: join(data, "signer"), key: undefined, chain: "regtest" });
  const keys = open(folder).accountKeys();
  cutPower();
  assert.deepEqual(open(again).accountKeys(), keys);
});

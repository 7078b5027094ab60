// Guards: a signature is in the journal as a whole line or not at all, also when the disk is full.
import assert from "node:assert/strict";
import fs, { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { openSignedJournal, type SignedEntry } from "./journal.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-journal-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const entry = (payment: string): SignedEntry => ({
  payment,
  planDigest: "d",
  rawHex: "00",
  txid: "t",
  currency: "BTC",
  units: "1",
  atMs: 1,
});

/** A disk with room for so many bytes more, as the system reports it: a part is written, and the next write is refused. */
function withRoomFor(bytes: number, work: () => void): void {
  const { writeSync } = fs;
  let room = bytes;
  const short = (file: number, buffer: Uint8Array | string, offset = 0) => {
    const whole = Buffer.from(buffer as string).subarray(offset);
    if (room === 0) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    const written = writeSync(file, whole.subarray(0, room));
    room -= written;
    return written;
  };
  Object.assign(fs, { writeSync: short });
  syncBuiltinESMExports();
  try {
    work();
  } finally {
    Object.assign(fs, { writeSync });
    syncBuiltinESMExports();
  }
}

test("on a full disk nothing is answered and no half line stays; with room again the next line is a whole one", () => {
  const journal = openSignedJournal(folder);
  journal.add(entry("send_out:one"));
  withRoomFor(20, () => assert.throws(() => journal.add(entry("send_out:two")), { code: "ENOSPC" }));
  assert.equal(journal.find("send_out:two"), undefined);
  journal.add(entry("send_out:three"));
  const kept = readFileSync(join(folder, "signed.jsonl"), "utf8").trim().split("\n");
  assert.ok(
    kept.every((line) => line.indexOf("{") === line.lastIndexOf("{")),
    "a half line precedes a whole one",
  );
  assert.deepEqual(
    kept.map((line) => (JSON.parse(line) as SignedEntry).payment),
    ["send_out:one", "send_out:three"],
  );
  assert.equal(openSignedJournal(folder).find("send_out:three")?.units, "1");
});

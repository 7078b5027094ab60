/** Compares a text with the one that was reviewed and stands beside the test. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** UPDATE_REVIEWED=1 before the test writes it anew; what changed is then read in review. */
export function holds(name: string, lines: readonly string[]): void {
  const file = join(import.meta.dirname, `${name}.txt`);
  if (process.env.UPDATE_REVIEWED) writeFileSync(file, `${lines.join("\n")}\n`);
  assert.deepEqual(
    [...lines, ""],
    readFileSync(file, "utf8").split("\n"),
    `${name} changed: review it, then run this test with UPDATE_REVIEWED=1`,
  );
}

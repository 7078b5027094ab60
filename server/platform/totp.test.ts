// Guards: codes are those of RFC 6238, one step off at most, and no step counts twice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { stepOfCode, totpCode } from "./totp.ts";

/** Appendix B of the RFC, for SHA-1; its last six digits of eight. */
const SECRET = Buffer.from("12345678901234567890");
const VECTORS: readonly [seconds: number, code: string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];
const at = (seconds: number) => new Date(seconds * 1000);

test("codes are the RFC's", () => {
  for (const [seconds, code] of VECTORS) assert.equal(totpCode(SECRET, at(seconds)), code);
});

test("a code counts in its own step and in the one before and after, after the last that counted", () => {
  const [seconds, code] = [1_234_567_890, "005924"];
  const step = Math.floor(seconds / 30);
  const found = (offsetSec: number, lastStep = 0, typed = code) =>
    stepOfCode(SECRET, { code: typed, now: at(seconds + offsetSec), lastStep });
  for (const offset of [0, 29, -30, 30]) assert.equal(found(offset), step, `${offset}`);
  for (const offset of [-60, 60, 86_400]) assert.equal(found(offset), undefined, `${offset}`);
  assert.equal(found(0, step - 1), step);
  assert.equal(found(0, step), undefined, "it has counted");
  assert.equal(found(0, step + 1), undefined, "a later one has");
  for (const typed of ["005925", "5924", "0059240", "", "00592a"]) assert.equal(found(0, 0, typed), undefined, typed);
});

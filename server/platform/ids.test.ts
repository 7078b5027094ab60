// Guards: ids of one seed are the same on every machine, letters and numbers are drawn evenly, and none is given twice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawFrom, ids, makeIds, type Random, seededRandom, systemRandom } from "./ids.ts";

/** Gives these bytes one after the other, then zeros; remembers how many were asked for. */
function given(...bytes: number[]): Random & { readonly asked: number[] } {
  const asked: number[] = [];
  return {
    asked,
    bytes(size) {
      asked.push(size);
      return Uint8Array.from({ length: size }, () => bytes.shift() ?? 0);
    },
  };
}

test("a seed gives the same ids everywhere", () => {
  const seeded = makeIds(seededRandom("seed"));
  assert.deepEqual(
    [seeded.hash(), seeded.secret(), seeded.uuid(), seeded.digits(6), seeded.below(1000), seeded.below(7)],
    [
      "hJwM2Xuq2ogyUa",
      "geS6O8IJfYWsRzTrOteU_UopgLLgsiVpQY5g5VULTDI",
      "97c3ddcd-356b-4907-aafa-9b856a497ae2",
      "191467",
      960,
      3,
    ],
  );
  const more = seededRandom("seed").bytes(70);
  assert.deepEqual(seededRandom("seed").bytes(32), more.subarray(0, 32));
  assert.equal(new Set(more).size > 50, true, "bytes repeat");
});

test("a hash has fourteen letters that are drawn evenly: bytes that would make the first likelier are passed over", () => {
  const bytes = [0, 56, 57, 113, 227, 228, 255, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const random = given(...bytes, 10, 11, 12);
  assert.equal(makeIds(random).hash(), "A9A99BCDEFGHJK");
  assert.deepEqual(random.asked, [16]);
  const poor = given(...Array.from({ length: 16 }, () => 255), ...Array.from({ length: 13 }, () => 1), 250, 2, 3);
  assert.equal(makeIds(poor).hash(), "BBBBBBBBBBBBBC");
  assert.deepEqual(poor.asked, [16, 16]);
});

test("a number below a limit is drawn again when it would make small numbers likelier", () => {
  const max = [255, 255, 255, 255];
  assert.equal(makeIds(given(0, 0, 0, 5)).below(10), 5);
  assert.equal(makeIds(given(1, 2, 3, 4)).below(2 ** 32), 0x01020304);
  assert.equal(makeIds(given(...max)).below(2 ** 32), 0xffffffff);
  // 4294967290 is the last full multiple of 10.
  assert.equal(makeIds(given(255, 255, 255, 249)).below(10), 9);
  assert.equal(makeIds(given(255, 255, 255, 250, 0, 0, 0, 3)).below(10), 3);
  assert.equal(makeIds(given(...max, 0, 0, 1, 0)).below(10), 6);
  assert.equal(makeIds(given()).digits(4), "0000");
});

test("a uuid says that it is of version 4, whatever was drawn", () => {
  const uuidOf = (byte: number) => makeIds(given(...Array.from({ length: 16 }, () => byte))).uuid();
  assert.equal(uuidOf(0), "00000000-0000-4000-8000-000000000000");
  assert.equal(uuidOf(255), "ffffffff-ffff-4fff-bfff-ffffffffffff");
});

test("the system's bytes are given once each, also when many are asked for", () => {
  const drawn = [4000, 90, 7, 5000, 4096, 1, 32].map((size) => systemRandom.bytes(size));
  assert.deepEqual(
    drawn.map(({ length }) => length),
    [4000, 90, 7, 5000, 4096, 1, 32],
  );
  const kept = drawn.map((bytes) => Buffer.from(bytes).toString("hex"));
  for (let round = 0; round < 600; round++) systemRandom.bytes(16);
  assert.deepEqual(
    drawn.map((bytes) => Buffer.from(bytes).toString("hex")),
    kept,
    "bytes that were given changed",
  );
  const pieces = Array.from({ length: 600 }, () => Buffer.from(systemRandom.bytes(16)).toString("hex"));
  assert.equal(new Set(pieces).size, 600);
});

test("what brings its own ids is asked from then on", () => {
  const seeded = makeIds(seededRandom("own"));
  const same = makeIds(seededRandom("own"));
  drawFrom(seeded);
  assert.deepEqual(
    [ids.hash(), ids.secret(), ids.uuid(), ids.digits(3), ids.below(9)],
    [same.hash(), same.secret(), same.uuid(), same.digits(3), same.below(9)],
  );
});

test("a draw below nothing is refused, and does not look for a number for ever", () => {
  const { below } = makeIds(seededRandom("seed"));
  for (const limit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 32 + 1])
    assert.throws(() => below(limit), RangeError);
  assert.equal(below(1), 0);
  assert.ok(below(2 ** 32) < 2 ** 32);
});

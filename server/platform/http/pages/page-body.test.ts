// Guards: a page is the same text however it is packed, and its end is the visit's own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliDecompressSync, crc32, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { assertProperty } from "../../../testing/seeds.ts";
import { joined, sumOf } from "../joined-sums.ts";
import { bodyOfKept, bodyOfOne, packStart, type PageBytes } from "./page-body.ts";

const TEXT = `<!doctype html>${"<p>a line of a page, ünd ein änderer</p>".repeat(900)}`;

function textOf({ bytes, encoding }: PageBytes): string {
  if (typeof bytes === "string") return bytes;
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync }[encoding ?? "br"];
  return unpack(bytes).toString("utf8");
}

test("a kept page ends for each visit as it should, packed or not", () => {
  const start = packStart(TEXT);
  for (const end of ["<b>one</b>", "<b>two</b>", "x", "ü".repeat(3000)])
    for (const accepts of ["gzip, br", "", "zstd"]) {
      const body = bodyOfKept(start, { end, accepts });
      assert.equal(textOf(body), TEXT + end);
      assert.equal(body.encoding, accepts.includes("br") ? "br" : undefined);
    }
});

test("a page for one reader comes in what their browser unpacks, and its secret end is not compressed", () => {
  for (const [accepts, encoding] of [
    ["gzip, deflate, br, zstd", "gzip"],
    ["gzip", "gzip"],
    ["br", "br"],
    ["zstd", undefined],
  ] as const) {
    // The end is not compressed against earlier text: the length of the page reveals nothing about it.
    for (const end of ["<b>end</b>", "<b>bye</b>", TEXT.slice(100, 110)]) {
      const body = bodyOfOne([{ text: TEXT.slice(0, 500) }, { text: TEXT.slice(500) }], { end, accepts });
      assert.deepEqual([textOf(body), body.encoding], [TEXT + end, encoding]);
      assert.ok(Buffer.from(body.bytes).includes(end), "the end is not compressed");
    }
  }
});

test("a page of kept parts is one member of gzip, whatever is between them, and its secret end is not compressed", () => {
  const kept = [
    { text: TEXT, isKept: true },
    { text: `${TEXT}<p>ü</p>`, isKept: true },
  ] as const;
  for (const own of ["<b>ünd</b>", "", "ö".repeat(999), "ö".repeat(1000), TEXT.repeat(3)])
    for (const end of ["<i>a secret</i>", "ü".repeat(9000)]) {
      const body = bodyOfOne([kept[0], { text: own }, kept[1]], { end, accepts: "gzip, deflate, br, zstd" });
      assert.deepEqual([body.encoding, textOf(body)], ["gzip", kept[0].text + own + kept[1].text + end]);
      assert.ok(Buffer.from(body.bytes).includes(end), "the end is not compressed");
    }
  const plain = bodyOfOne([kept[0], kept[1]], { end: "x", accepts: "" });
  assert.deepEqual([plain.encoding, textOf(plain)], [undefined, `${kept[0].text}${kept[1].text}x`]);
});

test("what is short and one reader's own is not compressed either", () => {
  const own = `"session":{"email":"somebody@example.com"}`;
  const body = bodyOfOne([{ text: TEXT + own, isKept: true }, { text: own }], { end: "x", accepts: "gzip" });
  assert.ok(Buffer.from(body.bytes).includes(own));
});

test("sums of texts behind each other are the sum of all, without reading them again", (t) =>
  assertProperty(
    t,
    "joined-sums",
    fc.property(fc.array(fc.uint8Array({ maxLength: 3000 })), (arrays) => {
      const texts = arrays.map((array) => Buffer.from(array));
      assert.equal(
        texts.reduce((before, text) => joined(before, sumOf(text)), 0),
        crc32(Buffer.concat(texts)),
      );
    }),
    { numRuns: 300 },
  ));

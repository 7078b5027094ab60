// Guards: a page is the same text however it is packed, and its end is the visit's own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliDecompressSync, zstdDecompressSync } from "node:zlib";
import { bodyOfKept, bodyOfOne, type PageBytes } from "./page-body.ts";

const TEXT = `<!doctype html>${"<p>a line of a page, ünd ein änderer</p>".repeat(900)}`;

function textOf({ bytes, encoding }: PageBytes): string {
  if (typeof bytes === "string") return bytes;
  return (encoding === "zstd" ? zstdDecompressSync(bytes) : brotliDecompressSync(bytes)).toString("utf8");
}

test("a kept page is packed once and ends for each visit as it should", () => {
  const start = { text: TEXT };
  for (const end of ["<b>one</b>", "<b>two</b>", "x", "ü".repeat(3000)])
    for (const accepts of ["gzip, br", "", "zstd"]) {
      const body = bodyOfKept(start, { end, accepts });
      assert.equal(textOf(body), TEXT + end);
      assert.equal(body.encoding, accepts.includes("br") ? "br" : undefined);
    }
});

test("a page for one reader comes in what their browser unpacks", () => {
  for (const [accepts, encoding] of [
    ["gzip, deflate, br, zstd", "zstd"],
    ["gzip, br", "br"],
    ["gzip", undefined],
  ] as const) {
    const body = bodyOfOne({ text: TEXT }, { end: "<b>end</b>", accepts });
    assert.deepEqual([textOf(body), body.encoding], [`${TEXT}<b>end</b>`, encoding]);
  }
});

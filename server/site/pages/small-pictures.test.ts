// Guards: a document holds its small pictures, whole and as they are in the files; others stay addresses.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { GENERATED } from "./generated.ts";
import { smallPictures } from "./small-pictures.ts";

const withPictures = smallPictures();
const file = (path: string) => readFileSync(join(GENERATED, path), "utf8");

test("a small picture is inline in the document and equals its file", () => {
  const html = withPictures('<p><img src="/assets/flags/ke.svg" alt="" width="18"></p>');
  const [, address = ""] = /<img src="data:image\/svg\+xml,([^"]*)" alt="" width="18">/.exec(html) ?? [];
  assert.equal(decodeURIComponent(address).replaceAll("'", '"'), file("flags/ke.svg").replaceAll("\n", " "));
});

test("what is large, unknown, or no picture stays as it was", () => {
  const large = '<img src="/assets/flags/io.svg" alt="">';
  assert.ok(file("flags/io.svg").length > 1500);
  for (const html of [
    large,
    '<img src="/assets/flags/../x.svg">',
    '<img src="/uploads/1">',
    '{"flag":"/assets/flags/ke.svg"}',
  ])
    assert.equal(withPictures(html), html);
});

// Guards: the diagrams of the architecture page are those of the code.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { drawn } from "./diagrams.ts";
import { treeOf } from "./tidy/read-tree.ts";

test("the diagrams of ARCHITECTURE.md are drawn from the code as it is", () => {
  const page = readFileSync("ARCHITECTURE.md", "utf8");
  const tree = treeOf();
  assert.equal(page.match(/<!-- generated: \w+ -->/g)?.length, 3);
  assert.ok(drawn(page, tree) === page, "run: npm run docs");
});

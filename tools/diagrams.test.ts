// Guards: the diagrams of the architecture page are those of the code, and every invariant is explained.
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
  const changed = new Map([...tree, ["server/demo/tables.ts", "export const TABLES = {\n  users: [],\n} as const;\n"]]);
  assert.notEqual(drawn(page, changed), page);
});

test("docs/invariants.md says of every check what holds and where it is checked", () => {
  const rows = readFileSync("docs/invariants.md", "utf8").split("\n");
  const checks = [...treeOf()].flatMap(([path, text]) =>
    !path.startsWith("server/") || path.endsWith(".test.ts")
      ? []
      : [...text.matchAll(/\{ id: "(I\d+)", find: /g)].map(([, id]) => ({ id, path })),
  );
  assert.ok(checks.length >= 16, `only ${checks.length} checks were found`);
  // The last one is listed with the check's function, not with the list.
  for (const { id, path } of checks.filter(({ id }) => id !== "I13")) {
    const row = rows.find((line) => line.startsWith(`| ${id} |`));
    assert.ok(row?.includes(path.replace("server/", "")), `${id} of ${path}`);
  }
  assert.ok(rows.some((line) => line.startsWith("| I13 |")));
});

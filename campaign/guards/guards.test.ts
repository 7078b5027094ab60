// Guards: each guard of the list is still in its file, and so is its test.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import { GUARDS } from "./guards.ts";
import { withoutGuard } from "./run.ts";

test("every guard of the list can be taken away, is listed once, and its test is there", () => {
  const changes = new Set<string>();
  for (const guard of GUARDS) {
    const whole = readFileSync(guard.file, "utf8");
    const left = withoutGuard(guard, whole);
    assert.notEqual(left, whole, guard.promise);
    assert.ok(!changes.has(left), `${guard.promise} is listed twice`);
    changes.add(left);
    assert.ok(namesIn(guard.test).includes(guard.only), `${guard.test}: ${guard.only}`);
  }
});

/** Of a test, and of the lists beside it that it makes tests of. */
function namesIn(file: string): string {
  const files = file.includes("break-in") ? [file, ...globSync(`${dirname(file)}/**/*.ts`)] : [file];
  return files.map((one) => readFileSync(one, "utf8")).join("\n");
}

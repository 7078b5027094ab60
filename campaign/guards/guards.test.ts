// Guards: each guard that the list names still stands where the list says, and so does its test.
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import { GUARDS } from "./guards.ts";
import { withoutGuard } from "./run.ts";

test("every guard of the list can still be taken away, and its test is there", () => {
  for (const guard of GUARDS) {
    const whole = readFileSync(guard.file, "utf8");
    assert.notEqual(withoutGuard(guard, whole), whole, guard.promise);
    assert.ok(existsSync(guard.test), guard.test);
    if (guard.only) assert.ok(namesIn(guard.test).includes(guard.only), `${guard.test}: ${guard.only}`);
  }
});

/** Of a test, and of the lists beside it that it makes tests of. */
function namesIn(file: string): string {
  const lists = file.includes("break-in") ? globSync(`${dirname(file)}/*.ts`) : [];
  return [file, ...lists].map((one) => readFileSync(one, "utf8")).join("\n");
}

test("no rule and no guard is listed twice", () => {
  const rules = GUARDS.map(({ promise }) => promise);
  assert.deepEqual(
    rules.filter((rule, index) => rules.indexOf(rule) !== index),
    [],
  );
  const changes = GUARDS.map(({ file, text, without }) => JSON.stringify([file, text, without]));
  assert.equal(new Set(changes).size, changes.length, "two entries take away the same guard");
});

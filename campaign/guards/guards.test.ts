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

test("a guard in a function of the database stands in its last making: an earlier one is taken away for nothing", () => {
  const migrations = globSync("server/migrations/*.sql").sort();
  for (const { file, text, promise } of GUARDS.filter(({ file }) => migrations.includes(file))) {
    const made = functionAround(file, text);
    const later = migrations.slice(migrations.indexOf(file) + 1);
    const last = made && later.find((one) => new RegExp(`create or replace function ${made}\\(`).test(textOf(one)));
    assert.equal(last, undefined, `${promise}: ${made} is made anew by ${last}`);
  }
});

const textOf = (file: string) => readFileSync(file, "utf8");

/** The name of the function in whose making the text stands; undefined where it is no function's. */
function functionAround(file: string, text: string): string | undefined {
  const before = textOf(file).slice(0, textOf(file).indexOf(text));
  const made = [...before.matchAll(/create (?:or replace )?function (\w+)\(/g)].at(-1);
  if (!made || /^end;?\s*\$\$;|^\$\$;/m.test(before.slice(made.index))) return undefined;
  return made[1];
}

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

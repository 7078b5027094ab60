// Guards: a compiled schema takes and refuses what the contract's own does, and gives the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod/mini";
import { compiled } from "./compiled.ts";

const schema = z.strictObject({
  name: z.string().check(z.maxLength(5)),
  note: z.optional(z.nullable(z.string())),
  parts: z.array(z.strictObject({ kind: z.enum(["a", "b"]), size: z.int() })),
  either: z.union([z.string(), z.strictObject({ deep: z.boolean() })]),
  more: z.record(z.string(), z.int()),
});
const good = { name: "ada", parts: [{ kind: "a", size: 1 }], either: { deep: true }, more: { x: 1 } };

test("what is right passes with the same result", () => {
  for (const value of [good, { ...good, note: null }, { ...good, note: "x", either: "y", parts: [], more: {} }]) {
    const made = z.safeParse(compiled(schema), value);
    assert.ok(made.success);
    assert.equal(JSON.stringify(made.data), JSON.stringify(z.parse(schema, value)));
    assert.deepEqual(made.data, value);
  }
});

test("what is wrong is refused for the same reasons, at the same places", () => {
  const wrong: unknown[] = [
    { ...good, name: "too long" },
    { ...good, name: undefined },
    { ...good, extra: 1 },
    { ...good, parts: [{ kind: "c", size: 1.5, what: 1 }] },
    { ...good, parts: "none" },
    { ...good, either: { deep: 1 } },
    { ...good, more: { x: "1" } },
    { ...good, note: 7 },
    null,
    [],
    "text",
  ];
  for (const value of wrong) {
    const [made, asked] = [z.safeParse(compiled(schema), value), z.safeParse(schema, value)];
    assert.ok(!made.success && !asked.success, JSON.stringify(value));
    const codesOf = (issues: readonly { code: string; path: PropertyKey[] }[]) =>
      issues.map(({ code, path }) => `${code} ${path.join(".")}`);
    assert.deepEqual(codesOf(made.error.issues), codesOf(asked.error.issues), JSON.stringify(value));
  }
});

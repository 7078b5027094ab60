// Guards: every fault of a field's shape is a sentence of ours, whatever is sent, and none shows a pattern.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type * as z from "zod";
import type { EndpointShape } from "#contract/platform/endpoint.ts";
import { Refusal, type RefusalDetails } from "#contract/platform/errors/refusals.ts";
import refusals from "#i18n/refusals/en.json" with { type: "json" };
import { parsePart } from "./answer.ts";

const CONTRACT = join(import.meta.dirname, "../../../contract");
const files = readdirSync(CONTRACT, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
);
const modules = await Promise.all(files.map((name): Promise<object> => import(join(CONTRACT, name))));
const isEndpoint = (value: unknown): value is EndpointShape =>
  typeof value === "object" && value !== null && "path" in value && "method" in value && "reply" in value;
const endpoints = modules.flatMap((module) => Object.values(module).filter(isEndpoint));

const WRONG: readonly unknown[] = [
  undefined,
  null,
  "",
  " ",
  ",5",
  "1,5",
  "a\nb",
  "\u2800",
  "\u0000",
  "\ud800",
  "no@no",
  "☃/[^x]+$",
  "x".repeat(3000),
  "9".repeat(90),
  -1,
  1e30,
  1.5,
  Number.NaN,
  true,
  [],
  [null],
  Array.from({ length: 200 }, () => "x"),
  {},
  { kind: "none", id: "☃" },
];

/** A request in which each field in turn is wrong, down to the fields of objects in it. */
function* wrongOf(schema: z.core.$ZodType): Generator<unknown> {
  yield* WRONG;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "optional" || def.type === "nullable") yield* wrongOf(def.innerType);
  if (def.type === "array") for (const wrong of wrongOf(def.element)) yield [wrong];
  if (def.type === "union") for (const option of def.options) yield* wrongOf(option);
  if (def.type !== "object") return;
  yield { strange: 1 };
  // "kind" of a union that is chosen by it.
  const fixed = Object.entries(def.shape).flatMap(([name, field]) =>
    field._zod.values?.size === 1 ? [[name, [...field._zod.values][0]]] : [],
  );
  for (const [name, field] of Object.entries(def.shape))
    for (const wrong of wrongOf(field)) yield { ...Object.fromEntries(fixed), [name]: wrong };
}

function detailsOf(schema: EndpointShape["body"], value: unknown): RefusalDetails {
  try {
    parsePart(schema, value);
    return {};
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return error.details;
  }
}

const sentences = Object.entries(refusals.shape).map(([form, text]): [string, RegExp] => {
  const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return [form, new RegExp(`^${parts.join("[^{}]+")}$`)];
});

test("every endpoint answers every wrong value with sentences of ours", () => {
  assert.ok(endpoints.length > 200, `${endpoints.length} endpoints`);
  const forms = new Set<string>();
  for (const endpoint of endpoints)
    for (const part of ["params", "query", "body"] as const) {
      const schema = endpoint[part];
      if (!schema) continue;
      for (const value of wrongOf(schema)) {
        const details: RefusalDetails = detailsOf(schema, value);
        for (const [field, faults] of Object.entries(details))
          for (const { message, form } of faults) {
            const where = `${endpoint.name} ${part} ${field}: ${message}`;
            const isSentence = sentences.some(([name, sentence]) => name === form && sentence.test(message));
            assert.ok(isSentence, where);
            assert.doesNotMatch(
              message,
              /\^|\\|\[|\]|\/\^|zod|regex|pattern|expected string|Invalid input|must match/i,
              where,
            );
            forms.add(form ?? "");
          }
      }
    }
  assert.ok(forms.size > 30, `${forms.size} forms were seen`);
});

test("an absent field is missing, and a blank one is empty", () => {
  const bodyOf = (wanted: string) => endpoints.find(({ name }) => name === wanted)?.body;
  const details = {
    ...detailsOf(bodyOf("register"), { email: "info@no", locale: "english" }),
    ...detailsOf(bodyOf("giveName"), { first_name: " " }),
  };
  const formOf = (field: string) => details[field]?.map(({ form }) => form);
  assert.deepEqual(formOf("last_name"), ["missing"]);
  assert.deepEqual(formOf("first_name"), ["empty"]);
  assert.deepEqual(formOf("email"), ["email"]);
  assert.deepEqual(formOf("locale"), ["language"]);
});

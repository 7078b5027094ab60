/** Input made from an endpoint's own schema: right, wrong in one place, and hostile. */
import fc from "fast-check";
import * as z from "zod";
import type { EndpointShape } from "#contract/platform/endpoint.ts";

type Json = { [key: string]: unknown };
export type Part = NonNullable<EndpointShape["body"]>;

export function jsonSchemaOf(schema: Part): Json {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;
}

/** Values that the schema takes, leaning to its bounds. */
export function valid(schema: Json): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return fc.oneof(...choices.map(valid));
  switch (schema.type) {
    case "object":
      return validObject(schema);
    case "array":
      return fc.array(valid((schema.items ?? {}) as Json), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Math.min(Number(schema.maxItems ?? 4), 4),
      });
    case "string":
      return validText(schema);
    case "integer":
    case "number":
      return fc.integer({
        min: Math.max(Number(schema.minimum ?? -1000), -1_000_000),
        max: Math.min(Number(schema.maximum ?? 1000), 1_000_000),
      });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.constantFrom("x", 1, true);
  }
}

function validObject(schema: Json): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const required = (schema.required ?? []) as string[];
  return fc.record(Object.fromEntries(properties.map(([name, inner]) => [name, valid(inner)])), {
    requiredKeys: required,
  });
}

function validText(schema: Json): fc.Arbitrary<string> {
  const patterns = [schema.pattern, ...((schema.allOf ?? []) as Json[]).map((part) => part.pattern)].filter(
    (one): one is string => typeof one === "string",
  );
  const max = Math.min(Number(schema.maxLength ?? 60), 60);
  const [pattern] = patterns;
  if (schema.format === "date") return fc.constantFrom("1990-05-17", "2000-02-29", "1985-12-31");
  if (schema.format === "uuid") return fc.uuid();
  if (pattern && !/\(\?[!<=]/.test(pattern))
    return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= Number(schema.maxLength ?? 4000));
  if (pattern) return fc.constant("person@example.org");
  return fc.string({
    minLength: Number(schema.minLength ?? 0),
    maxLength: Math.max(max, Number(schema.minLength ?? 0)),
  });
}

/** A right value with one thing made wrong. */
export function invalid(schema: Json): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const required = (schema.required ?? []) as string[];
  const whole = fc.constantFrom<unknown>([], "text", 7, null, [[]], { unexpected: true });
  if (schema.type !== "object" || properties.length === 0) return whole;
  const wrong = fc.constantFrom<unknown>(
    null,
    [],
    {},
    ["a"],
    1.5,
    -1,
    true,
    "\u0000",
    "x".repeat(70_000),
    { $ne: null },
    2 ** 53,
  );
  return fc.oneof(
    fc
      .tuple(valid(schema), fc.constantFrom(...properties.map(([name]) => name)), wrong)
      .map(([value, name, bad]) => ({ ...(value as object), [name]: bad })),
    valid(schema).map((value) => ({ ...(value as object), unexpected_field: "1" })),
    ...(required.length > 0
      ? [
          fc
            .tuple(valid(schema), fc.constantFrom(...required))
            .map(([value, name]) =>
              Object.fromEntries(Object.entries(value as object).filter(([key]) => key !== name)),
            ),
        ]
      : []),
    whole,
  );
}

export const HOSTILE: readonly unknown[] = [
  ..."1e400 -0 +1 .5 5. 0x10 1_000 1,000 １２ ٣ NaN Infinity -1 0 9007199254740993 9223372036854775808 18446744073709551616".split(
    " ",
  ),
  "1".repeat(200),
  `0.${"1".repeat(40)}`,
  "a\u0000b",
  "\ud800",
  "\u202eabc",
  "e\u0301".repeat(3000),
  "{{7*7}}",
  "$" + "{7*7}",
  "'; drop table users; --",
  "<script>alert(1)</script>",
  "=cmd|' /C calc'!A0",
  "../../../../etc/passwd",
  "%00",
  "%2e%2e%2f",
  "__proto__",
  "constructor",
  "undefined",
  "null",
  "",
  " ",
  "\r\nset-cookie: a=b",
  "00000000-0000-0000-0000-000000000000",
  "9999-99-99",
  1e308,
  -1,
  0,
  2 ** 53,
  true,
  null,
  [],
  {},
  [[[[[[]]]]]],
  { toString: "x" },
  { __proto__: { admin: true } },
];

/** Any shape with a hostile leaf in any place. */
export function hostile(schema: Json): fc.Arbitrary<unknown> {
  const names = Object.keys((schema.properties ?? {}) as object);
  const leaf = fc.constantFrom(...HOSTILE);
  if (names.length === 0) return leaf;
  return fc.oneof(
    fc
      .tuple(valid(schema), fc.constantFrom(...names), leaf)
      .map(([value, name, bad]) => ({ ...(value as object), [name]: bad })),
    fc.record(Object.fromEntries(names.map((name) => [name, leaf]))),
    leaf,
  );
}

/** A schema in one short line, as a reviewer reads it: {name: text 1..64, pages?: int 0.., kind: "buy"|"sell"}. */
import { createHash } from "node:crypto";
import * as z from "zod";
import type { EndpointShape } from "#contract/platform/endpoint.ts";

type Schema = NonNullable<EndpointShape["body"]>;

type Json = { readonly [key: string]: unknown };

export function schemaText(schema: Schema, io: "input" | "output"): string {
  return textOf(z.toJSONSchema(schema as z.ZodType, { io, unrepresentable: "any" }) as Json);
}

function textOf(schema: Json): string {
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return choices.map(textOf).join("|");
  if (Array.isArray(schema.enum)) return enumText(schema.enum);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type)) return schema.type.map((type) => textOf({ ...schema, type })).join("|");
  switch (schema.type) {
    case "object":
      return objectText(schema);
    case "array":
      return `[${textOf((schema.items ?? {}) as Json)}]${range(schema.minItems, schema.maxItems)}`;
    case "string":
      return `text${range(schema.minLength, schema.maxLength)}${schema.pattern ? ` /${schema.pattern}/` : ""}${schema.format ? ` ${schema.format}` : ""}${schema.description ? ` ${schema.description}` : ""}`;
    case "integer":
    case "number":
      return `${schema.type === "integer" ? "int" : "number"}${range(safe(schema.minimum), safe(schema.maximum))}`;
    default:
      return String(schema.type ?? "anything");
  }
}

/** A long list is the catalog's, which has tests of its own. */
function enumText(values: readonly unknown[]): string {
  const text = values.map((value) => JSON.stringify(value)).join("|");
  if (values.length <= 40) return text;
  return `${values.length} words #${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
}

function objectText({ properties = {}, required = [], additionalProperties, propertyNames }: Json): string {
  const fields = Object.entries(properties as Record<string, Json>).map(
    ([name, field]) => `${name}${(required as string[]).includes(name) ? "" : "?"}: ${textOf(field)}`,
  );
  if (typeof additionalProperties === "object")
    fields.push(`<${textOf((propertyNames ?? {}) as Json)}>: ${textOf((additionalProperties ?? {}) as Json)}`);
  else if (additionalProperties !== false) fields.push("…");
  return `{${fields.join(", ")}}`;
}

const safe = (bound: unknown) => (Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER ? undefined : bound);

function range(least: unknown, most: unknown): string {
  return least === undefined && most === undefined ? "" : ` ${least ?? ""}..${most ?? ""}`;
}

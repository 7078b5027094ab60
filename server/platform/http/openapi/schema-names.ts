/**
 * Names and descriptions of the contract's schemas for /openapi.json. A schema is named by the constant that its module
 * exports, and described by the comment above it; so is each field of a named object.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

export type NamedSchemas = {
  /** Which schema has which name and description, as `z.toJSONSchema` reads it. */
  readonly registry: z.core.$ZodRegistry<{ id: string; description?: string }>;
  /** By name, then by field. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, string>>;
};

const CONTRACT = join(import.meta.dirname, "../../../../contract");
/** Wrappers have no name of their own: what they hold has. */
const WRAPPERS = ["optional", "nullable", "default", "prefault"];

export async function namedSchemas(folder = CONTRACT): Promise<NamedSchemas> {
  const registry = z.registry<{ id: string; description?: string }>();
  const fields = new Map<string, ReadonlyMap<string, string>>();
  const taken = new Set<string>();
  for (const file of modulesBelow(folder)) {
    const comments = commentsIn(readFileSync(file, "utf8"));
    for (const [name, value] of Object.entries(await import(file))) {
      if (!isSchema(value) || registry.has(value) || WRAPPERS.includes(value._zod.def.type)) continue;
      const id = freeName(name, taken);
      const { description, fields: described } = comments.get(name) ?? {};
      registry.add(value, { id, ...(description ? { description } : {}) });
      if (described) fields.set(id, described);
    }
  }
  return { registry, fields };
}

function modulesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter(({ name }) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

function isSchema(value: unknown): value is z.core.$ZodType {
  return typeof value === "object" && value !== null && "_zod" in value;
}

function freeName(name: string, taken: Set<string>): string {
  const wished = name.charAt(0).toUpperCase() + name.slice(1);
  let free = wished;
  for (let number = 2; taken.has(free); number++) free = `${wished}${number}`;
  taken.add(free);
  return free;
}

type Comments = { description?: string; fields: Map<string, string> };

const COMMENT_OF_CONSTANT = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const (\w+)\b/g;
const OBJECT = /export const (\w+) = z\.strictObject\(\{\n([\s\S]*?)\n\}\)/g;
const COMMENT_OF_FIELD = /^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2}(\w+):/gm;

/** By the name of the constant. Only fields of the object itself: one inside another has its own name, or none. */
function commentsIn(source: string): Map<string, Comments> {
  const found = new Map<string, Comments>();
  for (const [, comment = "", name = ""] of source.matchAll(COMMENT_OF_CONSTANT))
    found.set(name, { description: plain(comment), fields: new Map() });
  for (const [, name = "", body = ""] of source.matchAll(OBJECT)) {
    const known = found.get(name) ?? { fields: new Map<string, string>() };
    for (const [, comment = "", field = ""] of body.matchAll(COMMENT_OF_FIELD)) known.fields.set(field, plain(comment));
    found.set(name, known);
  }
  return found;
}

const plain = (comment: string) => comment.replace(/\s*\n\s*\*?\s*/g, " ").trim();

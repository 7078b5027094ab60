/** Writes server/schema.sql, the tables of all modules in their order, then the views; and server/rows.sql, the rows that they declare. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MODULES } from "../server/modules.ts";
import { type DeclaredRows, sqlOfRows } from "../server/platform/postgres/schema/rows.ts";

const SERVER = join(import.meta.dirname, "../server");
const ROWS_HEAD =
  "-- The rows that the modules declare in their database/rows.ts: written by npm run docs, not by hand.";
const HEAD = "-- All tables, from the files of their modules: written by npm run docs, not by hand.";

/** The signer is no module of the server; nothing but the demo comes after it. */
export function moduleOrder(): string[] {
  const names = MODULES.map(({ name }) => name);
  return [...names.filter((name) => name !== "demo"), "signer", "demo"];
}

export function schemaOfModules(): string {
  const files = (kind: string) =>
    moduleOrder()
      .map((module) => ({ module, path: join(SERVER, module, "database", kind) }))
      .filter(({ path }) => existsSync(path))
      .map(({ module, path }) => `\n-- ${module}\n\n${readFileSync(path, "utf8")}`);
  return [`${HEAD}\n`, ...files("tables.sql"), ...files("views.sql")].join("");
}

/** Of the modules that have `database/rows.ts`. */
export async function rowsOfModules(): Promise<string> {
  const paths = moduleOrder()
    .map((module) => ({ module, path: join(SERVER, module, "database/rows.ts") }))
    .filter(({ path }) => existsSync(path));
  const parts: string[] = [];
  for (const { module, path } of paths) {
    const { ROWS } = (await import(path)) as { ROWS: readonly DeclaredRows[] };
    parts.push(`\n-- ${module}\n\n${ROWS.map(sqlOfRows).join("\n")}`);
  }
  return [`${ROWS_HEAD}\n`, ...parts].join("");
}

export async function writeSchema(): Promise<void> {
  writeFileSync(join(SERVER, "schema.sql"), schemaOfModules());
  writeFileSync(join(SERVER, "rows.sql"), await rowsOfModules());
}

/** Writes server/schema.sql: the tables of all modules in their order, then the views. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MODULES } from "../server/modules.ts";

const SERVER = join(import.meta.dirname, "../server");
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

export const writeSchema = (): void => writeFileSync(join(SERVER, "schema.sql"), schemaOfModules());

/** Builds an empty database from the files of the modules: roles, tables in the order of server/schema.sql, and every function. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";

const SERVER = join(import.meta.dirname, "..");

/** The text of each file of a function, in the order of their paths. */
function functionTexts(): string[] {
  return readdirSync(SERVER, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".sql") && path.includes("database/functions/"))
    .sort()
    .map((path) => readFileSync(join(SERVER, path), "utf8"));
}

/** Changes with any text that an empty database is built from. */
export function filesDigest(): string {
  const hash = createHash("sha256");
  for (const text of [rolesText(), schemaText(), ...functionTexts()]) hash.update(text);
  return hash.digest("hex").slice(0, 16);
}

const rolesText = (): string => readFileSync(join(SERVER, "platform/database/roles.sql"), "utf8");

export const schemaText = (): string => readFileSync(join(SERVER, "schema.sql"), "utf8");

/** The digest of the migrations that the files were written from. */
export const migrationsOfFiles = (): string | undefined => /^-- migrations (\w+)$/m.exec(schemaText())?.[1];

/** In one transaction, with the note that these migrations need not run. Functions whose head names a table come after the tables, the others before them: checks and indexes use some. */
export async function buildDatabase(
  client: pg.ClientBase,
  migrations: readonly { readonly name: string; readonly digest: string }[],
): Promise<void> {
  const schema = schemaText();
  const tables = [...schema.matchAll(/^create (?:unlogged )?(?:table|view) (\w+)/gm)].map(([, name]) => name);
  const needsTable = new RegExp(`\\b(?:${tables.join("|")})\\b`);
  const functions = functionTexts();
  const isLate = (text: string) =>
    needsTable.test(text.slice(text.search(/^create or replace/m), text.search(/ as \$\$|\nreturn /i)));
  const early = functions.filter((text) => !isLate(text));
  await client.query("begin");
  try {
    await client.query("set local check_function_bodies = off");
    await client.query(rolesText());
    await client.query(early.join("\n"));
    await client.query(schema);
    await client.query(functions.filter(isLate).join("\n"));
    await client.query("insert into migrations (name, digest) select * from unnest($1::text[], $2::text[])", [
      migrations.map(({ name }) => name),
      migrations.map(({ digest }) => digest),
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

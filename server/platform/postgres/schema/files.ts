/** The files that say what the database is: roles, the tables of server/schema.sql, and one function in each file of `functions/`. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type pg from "pg";

const SERVER = join(import.meta.dirname, "../..");

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A file of server/migrations, or of a function. A function's file has its name. */
export type SqlFile = { readonly name: string; readonly text: string; readonly digest: string };

const readSql = (path: string): SqlFile => {
  const text = readFileSync(join(SERVER, path), "utf8");
  return { name: basename(path, ".sql"), text, digest: digestOf(text) };
};

/** In the order of their numbers: changes of tables for databases that exist. */
export function migrationFiles(): SqlFile[] {
  return readdirSync(join(SERVER, "migrations"))
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => readSql(join("migrations", name)));
}

/** In the order of their names. */
export function functionFiles(): SqlFile[] {
  return readdirSync(SERVER, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".sql") && path.includes("database/functions/"))
    .map(readSql)
    .sort((one, two) => (one.name < two.name ? -1 : 1));
}

export const schemaText = (): string => readFileSync(join(SERVER, "schema.sql"), "utf8");

export const rowsText = (): string => readFileSync(join(SERVER, "rows.sql"), "utf8");

/** Under this name the register knows which rows a database has. */
export const rowsFile = (): SqlFile => ({ name: "rows.sql", text: rowsText(), digest: digestOf(rowsText()) });

export const rolesText = (): string => readFileSync(join(SERVER, "platform/database/roles.sql"), "utf8");

/** Changes with any text that a database is made of: the name of the template of tests. */
export function filesDigest(): string {
  const texts = [...migrationFiles(), ...functionFiles()].map(({ name, text }) => `${name}\n${text}`);
  return digestOf([rolesText(), schemaText(), rowsText(), ...texts].join("\n")).slice(0, 16);
}

/** Whether its head names a table: such functions are made after the tables, the others before them, because checks, indexes and triggers use some. */
export function needsTables(): (file: SqlFile) => boolean {
  const tables = [...schemaText().matchAll(/^create (?:unlogged )?(?:table|view) (\w+)/gm)].map(([, name]) => name);
  const names = new RegExp(`\\b(?:${tables.join("|")})\\b`);
  return ({ text }) => names.test(text.slice(text.search(/^create or replace/m), text.search(/ as \$\$|\nreturn /i)));
}

/** Everything an empty database needs, in its order; it runs in one transaction. */
export function buildText(): string {
  const isLate = needsTables();
  const functions = functionFiles();
  const textsOf = (files: readonly SqlFile[]) => files.map(({ text }) => text);
  return [
    "set local check_function_bodies = off;",
    rolesText(),
    ...textsOf(functions.filter((file) => !isLate(file))),
    schemaText(),
    ...textsOf(functions.filter(isLate)),
    rowsText(),
  ].join("\n");
}

/** Records in a newly built database which files it does not have to run again. */
export async function noteBuilt(client: pg.ClientBase): Promise<void> {
  const note = (table: string, files: readonly SqlFile[]) =>
    client.query(`insert into ${table} (name, digest) select * from unnest($1::text[], $2::text[])`, [
      files.map(({ name }) => name),
      files.map(({ digest }) => digest),
    ]);
  await note("migrations", migrationFiles());
  await note("database_files", [...functionFiles(), rowsFile()]);
}

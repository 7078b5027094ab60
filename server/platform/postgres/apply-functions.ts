/** Gives an existing database the functions of this code: changed ones are replaced, and those without a file are dropped. */
import type pg from "pg";
import { functionFiles, needsTables, rowsFile, type SqlFile } from "./schema/files.ts";

/** Makes what is not there yet and needs no table of its own: a migration's trigger or check may use it. Runs in the transaction of migrate. */
export async function addFunctions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`select proname as name from pg_proc where ${OWN}`);
  const known = new Set(rows.map(({ name }) => name));
  const isLate = needsTables();
  for (const file of functionFiles()) if (!known.has(file.name) && !isLate(file)) await client.query(file.text);
}

/** Returns the names of those it made anew and dropped. Runs in the transaction of migrate, after the tables. */
export async function applyFunctions(client: pg.ClientBase): Promise<string[]> {
  const files = functionFiles();
  const { rows } = await client.query<{ name: string; digest: string }>("select name, digest from database_files");
  const applied = new Map(rows.map(({ name, digest }) => [name, digest]));
  const changed = files.filter(({ name, digest }) => applied.get(name) !== digest);
  for (const file of changed) await apply(client, file);
  const names = files.map(({ name }) => name);
  // Dropped as a last step: what used them has its new text by now. What still uses one says so, and nothing is changed.
  const { rows: gone } = await client.query<{ name: string; signature: string }>(
    `select proname as name, oid::regprocedure::text as signature from pg_proc where ${OWN} and proname <> all ($1)`,
    [names],
  );
  for (const { signature } of gone) await client.query(`drop function ${signature}`);
  await client.query("delete from database_files where name <> all ($1)", [[...names, rowsFile().name]]);
  return [...changed.map(({ name }) => name), ...gone.map(({ name }) => name)];
}

/** The rows that the code declares, where they are others than before. After the functions: tables call them. */
export async function applyRows(client: pg.ClientBase): Promise<void> {
  const file = rowsFile();
  const { rowCount } = await client.query("select from database_files where name = $1 and digest = $2", [
    file.name,
    file.digest,
  ]);
  if (rowCount === 1) return;
  await client.query(file.text);
  await note(client, file);
}

const OWN = "pronamespace = 'public'::regnamespace";

type Made = { readonly signature: string; readonly row: string; readonly grantees: string[] };

/** `row` is another one as soon as the function was made anew. */
const madeOf = async (client: pg.ClientBase, name: string): Promise<Made[]> =>
  (
    await client.query<Made>(
      `select oid::regprocedure::text as signature, ctid::text as row,
         array(
           select quote_ident(grantee::regrole::text) from aclexplode(proacl)
           where grantee <> 0 and grantee <> proowner
         ) as grantees
       from pg_proc where ${OWN} and proname = $1`,
      [name],
    )
  ).rows;

const drop = async (client: pg.ClientBase, all: readonly Made[]): Promise<void> => {
  for (const { signature } of all) await client.query(`drop function ${signature}`);
};

async function apply(client: pg.ClientBase, { name, text, digest }: SqlFile): Promise<void> {
  // The file says who may call it, beginning from what a new function has.
  for (const { signature, grantees } of await madeOf(client, name)) {
    for (const grantee of grantees) await client.query(`revoke all on function ${signature} from ${grantee}`);
    await client.query(`grant execute on function ${signature} to public`);
  }
  const before = await madeOf(client, name);
  await client.query("savepoint replaced");
  try {
    await client.query(text);
    // With other parameters it is another function beside the old one.
    const rows = new Set((await madeOf(client, name)).map(({ row }) => row));
    await drop(
      client,
      before.filter(({ row }) => rows.has(row)),
    );
  } catch (error) {
    // Another result, or other names of parameters: PostgreSQL does not replace such a function.
    if ((error as { code?: string }).code !== "42P13") throw error;
    await client.query("rollback to savepoint replaced");
    await drop(client, before);
    await client.query(text);
  }
  await note(client, { name, digest });
}

async function note(client: pg.ClientBase, { name, digest }: Pick<SqlFile, "name" | "digest">): Promise<void> {
  await client.query(
    `insert into database_files (name, digest) values ($1, $2)
     on conflict (name) do update set digest = excluded.digest`,
    [name, digest],
  );
}

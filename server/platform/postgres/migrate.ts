/**
 * Brings a database to the tables and functions of this code, under a lock and in one transaction. An empty one is
 * built from the files of the modules. An existing one runs its missing server/migrations, which change tables only,
 * and then every function whose file changed (decisions/foundations/database-files-and-migrations.md). A database that is ahead of this code is refused.
 */
import type pg from "pg";
import { addFunctions, applyFunctions, applyRows } from "./apply-functions.ts";
import {
  buildText,
  functionFiles,
  migrationFiles,
  noteBuilt,
  rolesText,
  rowsFile,
  type SqlFile,
} from "./schema/files.ts";
import { takeOver } from "./first-baseline.ts";
import { withClient } from "./logins.ts";

/** What was changed in a database that was there; one that is new has everything. */
export type Changes = {
  readonly isNew: boolean;
  readonly migrations: readonly string[];
  readonly functions: readonly string[];
};

/** Runs as the owner. Throws when a migration that ran was edited, is unknown here, or when the database is older than the first baseline. */
export async function migrate(ownerUrl: string): Promise<Changes> {
  return withClient(ownerUrl, async (client) => {
    await client.query("select pg_advisory_lock(7265001)");
    const changes = await inTransaction(client, async () => {
      const isEmpty = await hasNoTables(client);
      await client.query(REGISTERS);
      if (!isEmpty) {
        await takeOver(client);
        return change(client);
      }
      await client.query(buildText());
      await noteBuilt(client);
      return { isNew: true, migrations: [], functions: [] };
    });
    // After a restore into another cluster: numbers of transactions mean nothing there.
    await client.query("select forget_transactions()");
    return changes;
  });
}

const REGISTERS = `
  create table if not exists migrations (
    name text primary key, digest text not null, at timestamptz not null default clock_timestamp());
  create table if not exists database_files (name text primary key, digest text not null)`;

/** Apart from the register, which may exist already. */
async function hasNoTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and relname not in ('migrations', 'database_files')
     limit 1`,
  );
  return rows.length === 0;
}

async function change(client: pg.Client): Promise<Changes> {
  const known = migrationFiles();
  const ran = new Map((await ranIn(client)).map(({ name, digest }) => [name, digest]));
  for (const name of ran.keys()) {
    if (!known.some((migration) => migration.name === name)) {
      throw new Error(`the database has run ${name}, which this version of Parley does not know`);
    }
  }
  for (const { name, digest } of known) {
    if (ran.has(name) && ran.get(name) !== digest) {
      throw new Error(`${name} was edited after it had run; write a new migration instead`);
    }
  }
  const due = known.filter(({ name }) => !ran.has(name));
  await client.query("set local check_function_bodies = off");
  if (due.length > 0) {
    // Functions are granted to logins, of which this cluster may lack the newest.
    await client.query(rolesText());
    await addFunctions(client);
  }
  for (const migration of due) await run(client, migration);
  const functions = await applyFunctions(client);
  await applyRows(client);
  return { isNew: false, migrations: due.map(({ name }) => name), functions };
}

type Noted = Pick<SqlFile, "name" | "digest">;

const ranIn = async (client: pg.ClientBase): Promise<Noted[]> =>
  (await client.query<Noted>("select name, digest from migrations order by name")).rows;

async function run(client: pg.Client, { name, text, digest }: SqlFile): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
  await client.query("insert into migrations (name, digest) values ($1, $2)", [name, digest]);
}

async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query("begin");
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

const ANOTHER_VERSION = "The tables of this database are of another version.";

/** Why the database is not that of this code; undefined when it is. Changes nothing. */
export async function migrationFault(url: string): Promise<string | undefined> {
  return withClient(url, async (client) => {
    const { rows: found } = await client.query<{ ran: boolean; applied: boolean }>(
      "select to_regclass('public.migrations') is not null as ran, to_regclass('public.database_files') is not null as applied",
    );
    if (!found[0]?.ran) return "This database has no tables of a market.";
    if (!found[0].applied) return ANOTHER_VERSION;
    const { rows: files } = await client.query<Noted>("select name, digest from database_files");
    const isSame =
      sameLines(await ranIn(client), migrationFiles()) && sameLines(files, [...functionFiles(), rowsFile()]);
    return isSame ? undefined : ANOTHER_VERSION;
  });
}

function sameLines(some: readonly Noted[], others: readonly Noted[]): boolean {
  const linesOf = (noted: readonly Noted[]) => noted.map(({ name, digest }) => `${name} ${digest}`).sort();
  return linesOf(some).join() === linesOf(others).join();
}

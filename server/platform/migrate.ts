/**
 * Applies server/migrations in order, once each, under a lock; refuses a database that is ahead of this code. An empty database is
 * made from the files of the modules, which is the same (tools/database/same-catalog.test.ts) and takes a seventh of the time.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { buildDatabase, migrationsOfFiles } from "./database-files.ts";
import { withClient } from "./logins.ts";

const FOLDER = join(import.meta.dirname, "../migrations");

type Migration = { readonly name: string; readonly text: string; readonly digest: string };

export function migrationsOnDisk(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(FOLDER, name), "utf8");
      return { name, text, digest: createHash("sha256").update(text).digest("hex") };
    });
}

/** Changes with any migration; the name of the test template. */
export function migrationsDigest(): string {
  const hash = createHash("sha256");
  for (const { digest } of migrationsOnDisk()) hash.update(digest);
  return hash.digest("hex").slice(0, 16);
}

/**
 * Runs as the owner. Returns the names applied now. Throws when a migration that ran was edited, or is unknown here. `byMigrations`
 * makes an empty database by them too.
 */
export async function migrate(ownerUrl: string, { byMigrations = false } = {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(7265001)");
    await client.query(`create table if not exists migrations (
      name text primary key, digest text not null, at timestamptz not null default clock_timestamp())`);
    const ran = new Map(
      (await client.query<{ name: string; digest: string }>("select name, digest from migrations")).rows.map((row) => [
        row.name,
        row.digest,
      ]),
    );
    const known = migrationsOnDisk();
    for (const name of ran.keys()) {
      if (!known.some((migration) => migration.name === name)) {
        throw new Error(`the database has run ${name}, which this version of Parley does not know`);
      }
    }
    const applied: string[] = [];
    // Files that were not written anew after the newest migration are not used.
    if (ran.size === 0 && !byMigrations && migrationsOfFiles() === migrationsDigest() && (await isEmpty(client))) {
      await buildDatabase(client, known);
      return known.map(({ name }) => name);
    }
    for (const migration of known) {
      const digest = ran.get(migration.name);
      if (digest === migration.digest) continue;
      if (digest) throw new Error(`${migration.name} was edited after it had run; write a new migration instead`);
      await apply(client, migration);
      applied.push(migration.name);
    }
    // After a restore into another cluster: numbers of transactions mean nothing there.
    await client.query("select forget_transactions()");
    return applied;
  } finally {
    await client.end();
  }
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')",
  );
  return rows[0]?.count === 1;
}

/** Why the tables are not those of this code; undefined when they are. Changes nothing. */
export async function migrationFault(url: string): Promise<string | undefined> {
  return withClient(url, async (client) => {
    const { rows: found } = await client.query("select to_regclass('public.migrations') is not null as is_there");
    if (!found[0]?.is_there) return "This database has no tables of a market.";
    const { rows } = await client.query<{ digest: string }>("select digest from migrations order by name");
    const ran = rows.map(({ digest }) => digest).join();
    const known = migrationsOnDisk().map(({ digest }) => digest);
    return ran === known.join() ? undefined : "The tables of this database are of another version.";
  });
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(migration.text);
    await client.query("insert into migrations (name, digest) values ($1, $2)", [migration.name, migration.digest]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`migration ${migration.name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

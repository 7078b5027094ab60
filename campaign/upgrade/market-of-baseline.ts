/**
 * A market as the first baseline left it: `first-baseline.sql.gz` is what its last migration had made
 * (decisions/foundations/database-files-and-migrations.md), `first-baseline-rows.txt.gz` the rows of a market that was asked every call once.
 * Both were written once and are never edited. The rows begin with a line that locates them; then a row a line,
 * the table before it. Most kept answers were left out.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ownDatabase } from "../../server/devnet/own-roles.ts";
import { urlAs, withClient } from "../../server/platform/postgres/logins.ts";

const textOf = (name: string) => gunzipSync(readFileSync(join(import.meta.dirname, name))).toString("utf8");

const [FIRST = "", ...LINES] = textOf("first-baseline-rows.txt.gz").trim().split("\n");
/** Hashes of trades by their status, and of a reserved send-out. */
export const LEFT: Readonly<Record<"running" | "paid" | "released" | "disputed" | "ended" | "sendOut", string>> =
  JSON.parse(FIRST);

/** Makes the tables alone, with the register of the migrations that had made them. Returns the owner's address. */
export async function makeBaseline(url: string, name: string): Promise<string> {
  const adminUrl = (database: string) => urlAs(url.replace(/test_\w+/, database), { login: "parley" });
  const ownerUrl = await ownDatabase(adminUrl, { name });
  await withClient(ownerUrl, async (owner) => {
    await owner.query(
      "create table migrations (name text primary key, digest text not null, at timestamptz not null default clock_timestamp())",
    );
    await owner.query(`begin; ${textOf("first-baseline.sql.gz")}; commit`);
    await insert(
      owner,
      LINES.filter((line) => line.startsWith("migrations ")),
    );
  });
  return ownerUrl;
}

/** With all its rows. */
export async function makeFullBaseline(url: string, name: string): Promise<string> {
  const ownerUrl = await makeBaseline(url, name);
  await withClient(urlAs(ownerUrl, { login: "parley" }), async (admin) => {
    // As a restore does it: in any order, and nothing happens because of a row.
    await admin.query("set session_replication_role = replica");
    const { rows: tables } = await admin.query<{ name: string }>(
      `select quote_ident(relname) as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    );
    await admin.query(`truncate ${tables.map((table) => table.name).join(", ")}`);
    await insert(admin, LINES);
    await admin.query(SEQUENCES_GO_ON);
  });
  return ownerUrl;
}

async function insert(
  client: { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> },
  lines: readonly string[],
): Promise<void> {
  const { rows } = await client.query(STORED_COLUMNS);
  const columnsOf = new Map((rows as { name: string; columns: string }[]).map(({ name, columns }) => [name, columns]));
  const byTable = Map.groupBy(lines, (line) => line.slice(0, line.indexOf(" ")));
  for (const [table, own] of byTable) {
    const columns = columnsOf.get(table);
    await client.query(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [`[${own.map((line) => line.slice(table.length + 1)).join(",")}]`],
    );
  }
}

const STORED_COLUMNS = `
  select attrelid::regclass::text as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
  from pg_attribute
  where attnum > 0 and not attisdropped and attgenerated = ''
    and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p'))
  group by attrelid`;

const SEQUENCES_GO_ON = `
  do $$
  declare
    one record;
  begin
    for one in
      select format('%I.%I', table_schema, table_name) as place, column_name as name
      from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES'
    loop
      execute format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1) from %s',
        one.place, one.name, one.name, one.place);
    end loop;
  end $$`;

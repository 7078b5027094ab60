/**
 * A market as an earlier version left it. The file was written once, by the test helpers of commit 21c2e5c over a market of
 * its own: the trades by what is told of them, then a row a line, the table before it. What was kept of answers and prices
 * was cut short.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ownDatabase } from "../../server/devnet/own-roles.ts";
import { LOGINS, urlAs, withClient } from "../../server/platform/logins.ts";
import { migrationsOnDisk } from "../../server/platform/migrate.ts";

const [FIRST = "", ...LINES] = readFileSync(join(import.meta.dirname, "filled-21c2e5c.txt"), "utf8")
  .trim()
  .split("\n");
/** Hashes of trades by where they stood, and of a send-out that was reserved. */
export const LEFT: Readonly<Record<"running" | "paid" | "released" | "disputed" | "ended" | "sendOut", string>> =
  JSON.parse(FIRST);

type Row = { readonly table: string; readonly text: string };
const rows: readonly Row[] = LINES.map((line) => {
  const at = line.indexOf(" ");
  return { table: line.slice(0, at), text: line.slice(at + 1) };
});

/** Makes the database as its administrator, as it was done then, and hands it to the owner. Returns the owner's address. */
export async function makeOlderMarket(url: string, name: string): Promise<string> {
  const adminUrl = (database: string) => urlAs(url.replace(/test_\w+/, database), { login: "parley" });
  await ownDatabase(adminUrl, { name });
  await withClient(adminUrl(name), async (admin) => {
    await admin.query(
      "create table migrations (name text primary key, digest text not null, at timestamptz not null default now())",
    );
    const ran = new Set(rows.flatMap(({ table, text }) => (table === "migrations" ? [JSON.parse(text).name] : [])));
    for (const { name: migration, text } of migrationsOnDisk()) if (ran.has(migration)) await admin.query(text);
    // As a restore does it: in any order, and nothing happens because of a row.
    await admin.query("set session_replication_role = replica");
    await admin.query("truncate market_clock");
    const { rows: found } = await admin.query<{ name: string; columns: string }>(STORED_COLUMNS);
    const columnsOf = new Map(found.map(({ name: table, columns }) => [table, columns]));
    for (const { table, text } of rows) {
      const columns = columnsOf.get(table);
      await admin.query(
        `insert into ${table} (${columns}) overriding system value
         select ${columns} from json_populate_record(null::${table}, $1)`,
        [text],
      );
    }
    await admin.query(SEQUENCES_GO_ON);
  });
  await ownDatabase(adminUrl, { name });
  return urlAs(adminUrl(name), { login: LOGINS.owner });
}

const STORED_COLUMNS = `
  select attrelid::regclass::text as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
  from pg_attribute
  where attnum > 0 and not attisdropped and attgenerated = ''
    and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
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

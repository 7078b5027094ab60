/** Every row that has changed since the last look; in a market of many runs the others are not read again. */
import type pg from "pg";

export type Row = Readonly<Record<string, unknown>>;
/** Without `had` the row is new, without `row` it is gone. */
export type Change = { readonly table: string; readonly had: Row | undefined; readonly row: Row | undefined };

type Table = { readonly name: string; readonly key: string };
type Found = { readonly table: string; readonly key: string; readonly row: Row };

/** Looks for the first time; what is returned looks again and tells the changes. */
export async function openReader(owner: pg.Pool, silent: ReadonlySet<string>): Promise<() => Promise<Change[]>> {
  const tables = (await tablesByKey(owner)).filter(({ name }) => !silent.has(name));
  const known = new Map<string, Map<string, Row>>(tables.map(({ name }) => [name, new Map<string, Row>()]));
  let from = "0";
  const look = async (): Promise<Change[]> => {
    // Transactions that were still running at the last read have higher numbers.
    const mark = await owner.query<{ mark: string }>("select pg_snapshot_xmin(pg_current_snapshot())::text as mark");
    const { rows: found } = await owner.query<Found>(changedSince(tables), [from]);
    from = mark.rows[0]?.mark ?? from;
    const changes = found.flatMap(({ table, key, row }) => take(known.get(table), { table, key, row }));
    return [...changes, ...(await findGone(owner, tables, known))];
  };
  await look();
  return look;
}

const changedSince = (tables: readonly Table[]): string =>
  tables
    .map(
      ({ name, key }) =>
        `select '${name}' as "table", row(${key})::text as key, to_jsonb(t) - 'written_at' as row from ${name} t where t.xmin::text::bigint >= $1`,
    )
    .join(" union all ");

function take(rows: Map<string, Row> | undefined, { table, key, row }: Found): Change[] {
  const had = rows?.get(key);
  if (had && JSON.stringify(had) === JSON.stringify(row)) return [];
  rows?.set(key, row);
  return [{ table, had, row }];
}

/** Tables with fewer rows than we know of are read through. */
async function findGone(
  owner: pg.Pool,
  tables: readonly Table[],
  known: ReadonlyMap<string, Map<string, Row>>,
): Promise<Change[]> {
  const { rows: counts } = await owner.query<{ table: string; count: number }>(
    tables.map(({ name }) => `select '${name}' as "table", count(*)::int as count from ${name}`).join(" union all "),
  );
  const changes: Change[] = [];
  for (const { table, count } of counts) {
    const rows = known.get(table) ?? new Map<string, Row>();
    const key = tables.find(({ name }) => name === table)?.key ?? "";
    if (rows.size === count) continue;
    const left = await owner.query<{ key: string }>(`select row(${key})::text as key from ${table}`);
    const keys = new Set(left.rows.map((row) => row.key));
    for (const [gone, had] of rows) {
      if (keys.has(gone)) continue;
      changes.push({ table, had, row: undefined });
      rows.delete(gone);
    }
  }
  return changes;
}

/** Every table, with the columns of its primary key as text of a statement; without one its id, or else its ctid. */
async function tablesByKey(owner: pg.Pool): Promise<Table[]> {
  const { rows } = await owner.query<Table>(
    `select c.relname as name,
            coalesce((select string_agg(format('%I', a.attname), ', ' order by k.n)
                      from pg_index i
                      cross join unnest(i.indkey) with ordinality k (attnum, n)
                      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
                      where i.indrelid = c.oid and i.indisprimary and a.attname <> 'written_at'),
                     (select attname from pg_attribute where attrelid = c.oid and attname = 'id'), 'ctid') as key
     from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
     order by c.relname`,
  );
  return rows;
}

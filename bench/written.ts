/**
 * Bytes that PostgreSQL writes for a trade, by table: of the write-ahead log as pg_walinspect reads it, block by block, and how
 * much larger the tables are afterwards. What later goes to the tables' own files is not counted: a page that is changed a
 * thousand times between two checkpoints is written once.
 */
import type pg from "pg";
import { tradeBeside } from "./live/delivery.ts";
import type { Ground } from "./ground.ts";
import { makePairs } from "./pairs.ts";
import { openTpcb } from "./tpcb.ts";
import { openWires } from "./wire.ts";
import type { Row } from "./row.ts";

const CALLERS = 64;
const PAIRS = 300;
/** Pages that were not touched since the checkpoint are logged whole: most of those that all trades touch are by then. */
const WARM_SECONDS = 6;
const SECONDS = 12;
const TPCB_SECONDS = 3;
const COMMANDS = 5;
const TABLES = 12;

/** Bytes of what changed, and of pages that were logged whole because it was the first change since a checkpoint. */
type Log = { readonly records: number; readonly images: number };

type OfTable = {
  readonly name: string;
  readonly rows: number;
  readonly indexes: number;
  readonly images: number;
  readonly larger: number;
};

export async function written(ground: Ground): Promise<Row[]> {
  const { owner } = ground;
  const server = await ground.server();
  const worker = await ground.worker();
  const callers = { server, pairs: await makePairs(ground, PAIRS), wires: await openWires(server.port, CALLERS) };
  const tpcb = await openTpcb(ground);
  await owner.query("create extension if not exists pg_walinspect");
  await owner.query("checkpoint");
  await tradeBeside(ground, callers, { worker, seconds: WARM_SECONDS });
  ground.say(`${CALLERS} callers for ${SECONDS} s, then what was written`);
  const [from, sizes] = [await position(owner), await sizesOf(owner)];
  const { perSecond } = await tradeBeside(ground, callers, { worker, seconds: SECONDS });
  const [until, larger] = [await position(owner), await sizesOf(owner)];
  const trades = perSecond * SECONDS;
  const all = each(await between(owner, { from, until }), trades);
  const tables = (await byTable(owner, { from, until }))
    .map((one) => ({ ...one, larger: (larger.get(one.name) ?? 0) - (sizes.get(one.name) ?? 0) }))
    .map((one) => each(one, trades));
  const limitFrom = await position(owner);
  const { perSecond: limitPerSecond } = await tpcb.run(TPCB_SECONDS);
  const transactions = limitPerSecond * TPCB_SECONDS;
  const limit = each(await between(owner, { from: limitFrom, until: await position(owner) }), transactions);
  for (const wire of callers.wires) wire.close();
  await worker.stop();
  await server.stop();
  await tpcb.close();
  return rowsOf({ all, tables, limit });
}

type Counted = { readonly all: Log; readonly tables: readonly OfTable[]; readonly limit: Log };

function rowsOf({ all, tables, limit }: Counted): Row[] {
  const ofTables = tables.reduce((sum, { rows, indexes }) => sum + rows + indexes, 0);
  return [
    {
      name: "write-ahead log of a trade, with what a worker writes for it",
      measured: `${kb(all.records)} and ${kb(all.images)} of whole pages; ${kb(all.records - ofTables)} is of no table`,
      limit: `TPC-B ${kb(limit.records)} and ${kb(limit.images)}, ${COMMANDS} times`,
      ratio: all.records / (COMMANDS * limit.records),
    },
    ...tables.slice(0, TABLES).map(({ name, rows, indexes, images, larger }) => ({
      name: `… ${name}`,
      measured: `${kb(rows + indexes)} (rows ${kb(rows)}, indexes ${kb(indexes)}) and ${kb(images)}, ${kb(larger)} larger`,
      limit: "all of it",
      ratio: (rows + indexes) / all.records,
    })),
  ];
}

/** Of each trade. */
function each<T extends Record<string, number | string>>(counted: T, trades: number): T {
  const entries = Object.entries(counted).map(([of, count]) => [
    of,
    typeof count === "number" ? count / trades : count,
  ]);
  return Object.fromEntries(entries) as T;
}

const kb = (bytes: number) => `${(bytes / 1000).toFixed(2)} kB`;

type Stretch = { readonly from: string; readonly until: string };

async function position(owner: pg.Pool): Promise<string> {
  return (await owner.query<{ at: string }>("select pg_current_wal_flush_lsn()::text as at")).rows[0]?.at ?? "";
}

async function between(owner: pg.Pool, { from, until }: Stretch): Promise<Log> {
  const { rows } = await owner.query<Record<keyof Log, string>>(
    "select sum(record_size) as records, sum(fpi_size) as images from pg_get_wal_stats($1, $2, false)",
    [from, until],
  );
  return { records: Number(rows[0]?.records), images: Number(rows[0]?.images) };
}

/** Parts count for their whole, what lies beside a row for its table. */
const WHOLE_TABLES = `
  select class.oid, pg_relation_filenode(class.oid) as node, class.relkind = 'i' as is_index,
    coalesce(pg_partition_root(coalesce(owner.oid, base.oid)), owner.oid, base.oid)::regclass::text as name
  from pg_class class
  left join pg_index on pg_index.indexrelid = class.oid
  cross join lateral (select coalesce(pg_index.indrelid, class.oid) as oid) as base
  left join pg_class owner on owner.reltoastrelid = base.oid
  where class.relkind in ('r', 'i', 't', 'S', 'm')`;

async function sizesOf(owner: pg.Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await owner.query<{ name: string; bytes: string }>(
    `select name, sum(pg_relation_size(oid)) as bytes from (${WHOLE_TABLES}) as one group by name`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** The rest of a record counts for its first block; the largest first. */
async function byTable(owner: pg.Pool, { from, until }: Stretch): Promise<OfTable[]> {
  const { rows } = await owner.query<Record<"name" | "rows" | "indexes" | "images", string>>(
    `with blocks as (
       select start_lsn, block_id, relfilenode, record_length, block_fpi_length as image,
         block_data_length + block_fpi_length as bytes
       from pg_get_wal_block_info($1, $2, false)
       where reldatabase = (select oid from pg_database where datname = current_database())
     ), shared as (
       select relfilenode, image,
         bytes - image + case when block_id = min(block_id) over record then record_length - sum(bytes) over record else 0 end
           as bytes
       from blocks
       window record as (partition by start_lsn)
     ), tables as (${WHOLE_TABLES})
     select tables.name, coalesce(sum(bytes) filter (where not is_index), 0) as rows,
       coalesce(sum(bytes) filter (where is_index), 0) as indexes, sum(image) as images
     from shared
     join tables on tables.node = shared.relfilenode
     group by tables.name
     order by sum(bytes) desc`,
    [from, until],
  );
  return rows.map(({ name, ...bytes }) => ({
    name,
    rows: Number(bytes.rows),
    indexes: Number(bytes.indexes),
    images: Number(bytes.images),
    larger: 0,
  }));
}

/** The SQL of files with one's own records. */
import type { ExportFault, ExportFormat, ExportProfile, ExportStatus } from "#contract/market/trades/export/names.ts";
import type { Locale } from "#contract/platform/locales.ts";
import type { TradeExport } from "#contract/market/trades/exports.ts";
import type { WalletFile } from "#contract/products/wallet/files.ts";
import { type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";

type Common = {
  readonly id: bigint;
  readonly hash: string;
  readonly user_id: bigint;
  readonly format: ExportFormat;
  readonly profile: ExportProfile;
  readonly locale: Locale;
  readonly status: ExportStatus;
  readonly fault: ExportFault | null;
  readonly tries: number;
  readonly row_count: number | null;
  readonly rows_done: number;
  readonly bytes: number | null;
  readonly digest: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly expires_at: Date | null;
};
export type TradeExportRow = Common & { readonly source: "trades"; readonly filters: TradeExport["filters"] };
export type WalletExportRow = Common & {
  readonly source: WalletFile["source"];
  readonly filters: WalletFile["filters"];
};
export type ExportRow = TradeExportRow | WalletExportRow;
export type SourceName = ExportRow["source"];

const COLUMNS = sql`
  id, hash, user_id, source, format, profile, locale, filters, status, fault, tries, row_count, rows_done, bytes::float8 as bytes, digest,
  created_at, finished_at, expires_at`;

export type NewExport = Pick<ExportRow, "hash" | "format" | "profile" | "locale" | "source" | "filters"> & {
  readonly userId: bigint;
};

/** False where another one of the user is being made. */
export async function insertExport(tx: Tx, asked: NewExport): Promise<boolean> {
  const rows = await tx.rows`
    insert into record_exports (hash, user_id, source, format, profile, locale, filters, created_at)
    values (${asked.hash}, ${asked.userId}, ${asked.source}, ${asked.format}, ${asked.profile}, ${asked.locale},
      ${JSON.stringify(asked.filters)}::jsonb, ${tx.now})
    on conflict (user_id) where status in ('pending', 'in_progress', 'generating') do nothing
    returning id`;
  return rows.length === 1;
}

export async function countOfDay(tx: ReadTx, userId: bigint): Promise<number> {
  const [row] = await tx.rows<{ made: number }>`
    select count(*)::int as made
    from record_exports
    where user_id = ${userId} and created_at > market_now() - interval '1 day'`;
  return row?.made ?? 0;
}

/** Of these sources, the newest first. */
export function exportsOf<Row extends ExportRow>(
  tx: ReadTx,
  { userId, sources, hash = null }: { userId: bigint; sources: readonly Row["source"][]; hash?: string | null },
): Promise<Row[]> {
  return tx.rows<Row>`
    select ${COLUMNS}
    from record_exports
    where user_id = ${userId} and source = any(${sources}) and (${hash}::text is null or hash = ${hash})
      and created_at > market_now() - interval '30 days'
    order by id desc`;
}

/** False where it is over. */
export async function cancelExport(tx: Tx, id: bigint): Promise<boolean> {
  const rows = await tx.rows`
    update record_exports
    set status = 'cancelled', finished_at = ${tx.now}
    where id = ${id} and status in ('pending', 'in_progress', 'generating')
    returning id`;
  return rows.length === 1;
}

export function runningExports(tx: ReadTx): Promise<ExportRow[]> {
  return tx.rows<ExportRow>`
    select ${COLUMNS}
    from record_exports
    where status in ('pending', 'in_progress', 'generating')
    order by id`;
}

/** One try at a file: later tries end it. */
export type Try = { readonly id: bigint; readonly number: number };

/** Begins a try, and forgets what earlier ones have left; null where it is over. */
export async function beginTry(tx: Tx, id: bigint): Promise<Try | null> {
  const [row] = await tx.rows<{ tries: number }>`
    update record_exports
    set status = 'in_progress', tries = tries + 1, row_count = null, rows_done = 0
    where id = ${id} and status in ('pending', 'in_progress', 'generating')
    returning tries`;
  if (!row) return null;
  await tx.rows`delete from record_export_pieces where export_id = ${id}`;
  return { id, number: row.tries };
}

/** Each of these is false where another try has begun or nobody waits for it any more. */
export async function noteCounted(tx: Tx, { id, number }: Try, count: number): Promise<boolean> {
  const rows = await tx.rows`
    update record_exports
    set status = 'generating', row_count = ${count}
    where id = ${id} and tries = ${number} and status = 'in_progress'
    returning id`;
  return rows.length === 1;
}

export async function noteProgress(tx: Tx, { id, number }: Try, done: number): Promise<boolean> {
  const rows = await tx.rows`
    update record_exports
    set rows_done = ${done}
    where id = ${id} and tries = ${number} and status = 'generating'
    returning id`;
  return rows.length === 1;
}

export async function keepPiece(tx: Tx, { id, number }: Try, place: number, sealed: Uint8Array): Promise<boolean> {
  const rows = await tx.rows`
    insert into record_export_pieces (export_id, place, sealed)
    select id, ${place}, ${sealed}
    from record_exports
    where id = ${id} and tries = ${number} and status = 'generating'
    for share
    returning export_id`;
  return rows.length === 1;
}

type Made = { readonly bytes: number; readonly digest: string; readonly sealedWith: number; readonly rows: number };

export async function finishExport(tx: Tx, { id, number }: Try, made: Made): Promise<boolean> {
  const rows = await tx.rows`
    update record_exports
    set status = 'completed', bytes = ${made.bytes}, digest = ${made.digest}, sealed_with = ${made.sealedWith},
        row_count = ${made.rows}, rows_done = ${made.rows}, finished_at = market_now(), expires_at = market_now() + interval '7 days'
    where id = ${id} and tries = ${number} and status = 'generating'
    returning id`;
  return rows.length === 1;
}

export async function endExport(
  tx: Tx,
  { id, number }: Try,
  { status, fault }: { status: "failed" | "no_data"; fault?: ExportFault },
): Promise<void> {
  await tx.rows`
    update record_exports
    set status = ${status}, fault = ${fault ?? null}, row_count = coalesce(row_count, 0), finished_at = market_now()
    where id = ${id} and tries = ${number} and status in ('in_progress', 'generating')`;
  await tx.rows`delete from record_export_pieces where export_id = ${id}`;
}

/** Files whose time is over are missing from now on; of what was given up lately no piece stays. */
export async function dropGone(tx: Tx): Promise<void> {
  await tx.rows`
    with gone as (
      update record_exports
      set status = 'missing', fault = 'expired', bytes = null, digest = null, expires_at = null
      where status = 'completed' and expires_at <= market_now()
      returning id
    )
    delete from record_export_pieces where export_id in (select id from gone)`;
  await tx.rows`
    delete from record_export_pieces
    where export_id in (
      select id
      from record_exports
      where status in ('cancelled', 'failed') and finished_at > market_now() - interval '1 hour')`;
}

/** Files that another version of the secret has sealed are missing from now on: they can be made again. Returns how many. */
export async function dropUnreadable(tx: Tx, version: number): Promise<number> {
  const rows = await tx.rows`
    with gone as (
      update record_exports
      set status = 'missing', fault = 'unreadable', bytes = null, digest = null, expires_at = null
      where status = 'completed' and sealed_with <> ${version}
      returning id
    ), pieces as (
      delete from record_export_pieces where export_id in (select id from gone)
    )
    select from gone`;
  return rows.length;
}

/** A piece of the file; undefined after the last. */
export async function pieceAt(tx: ReadTx, id: bigint, place: number): Promise<Uint8Array | undefined> {
  const [row] = await tx.rows<{ sealed: Uint8Array }>`
    select sealed
    from record_export_pieces
    where export_id = ${id} and place = ${place}`;
  return row?.sealed;
}

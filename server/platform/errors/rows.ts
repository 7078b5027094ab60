/** The SQL of what broke, by kind. */
import type { ErrorFilters, ErrorKind } from "#contract/platform/errors/error-reports.ts";
import { type ReadTx, sql, type Tx } from "../postgres/db.ts";
import { onlyRow } from "../postgres/only-row.ts";
import { before, placeOf } from "../cursors.ts";

export type ErrorToNote = {
  readonly source: ErrorKind["source"];
  readonly place: string;
  /** The common part of one kind, as SHA-256 in hexadecimal. */
  readonly mark: string;
  readonly message: string;
  readonly stack: string | null;
  readonly release: string | null;
  readonly requestId: string | null;
  readonly times: number;
};

export async function noteError(tx: Tx, error: ErrorToNote): Promise<void> {
  const { source, place, mark, message, stack, release, requestId, times } = error;
  await tx.rows`
    select note_error(
      ${source}, ${place}, ${mark}, ${message}, ${stack}, ${release}, ${requestId}, ${times}, ${tx.now}) is null as done`;
}

export type ErrorRow = {
  /** Its place in the list; `place` is where it broke. */
  queued_at: string;
  id: string;
  source: ErrorKind["source"];
  place: string;
  message: string;
  stack: string | null;
  release: string | null;
  request_id: string | null;
  times: string;
  first_at: Date;
  last_at: Date;
  resolved_by: string | null;
  resolved_at: Date | null;
};

type Slice = ErrorFilters & {
  readonly isOpen: boolean;
  readonly after: string | undefined;
  readonly limit: number;
};

/** Those that came last first. */
export function errorRows(tx: ReadTx, { isOpen, source, about, after, limit }: Slice): Promise<ErrorRow[]> {
  const [at, id] = [sql`kind.last_at`, sql`kind.id`];
  return tx.rows<ErrorRow>`
    select ${placeOf(at, id)} as queued_at, kind.id::text, kind.source, kind.place, kind.message, kind.stack, kind.release, kind.request_id,
      kind.times::text, kind.first_at, kind.last_at, resolver.username as resolved_by, kind.resolved_at
    from error_kinds kind
    left join users resolver on resolver.id = kind.resolved_by
    where ${isOpen ? sql`kind.resolved_at is null` : sql`kind.resolved_at is not null`}
      ${source === undefined ? sql`` : sql`and kind.source = ${source}`}
      ${about === undefined ? sql`` : sql`and strpos(lower(kind.place || ' ' || kind.message), lower(${about})) > 0`}
      ${before(at, id, after)}
    order by kind.last_at desc, kind.id desc
    limit ${limit}`;
}

export async function errorCounts(tx: ReadTx): Promise<{ open: number; resolved: number }> {
  const rows = await tx.rows<{ open: number; resolved: number }>`
    select count(*) filter (where resolved_at is null)::int as open,
      count(*) filter (where resolved_at is not null)::int as resolved
    from error_kinds`;
  return onlyRow(rows);
}

/** `done`, `not_admin` or `unknown`. */
export async function resolveError(tx: Tx, { id, staffId }: { id: string; staffId: bigint }): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select resolve_error(${BigInt(id)}, ${staffId}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

const KEEP_DAYS = 30;

/** What did not come again for a month. */
export async function forgetOldErrors(tx: Tx): Promise<void> {
  await tx.rows`
    delete from error_kinds
    where last_at < ${tx.now}::timestamptz - make_interval(days => ${KEEP_DAYS})`;
}

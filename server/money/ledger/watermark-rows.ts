/**
 * The SQL of what a check has seen. The watermark is a snapshot, not a time and not an id: a transaction that began before a
 * check and commits after it is not visible in it, whatever ids it took.
 */
import { type Fragment, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

/** A snapshot of PostgreSQL as text. */
export type Watermark = string;

/** Of a journal's column xid: its transaction had not committed at the watermark. */
export function committedSince(xid: Fragment, watermark: Watermark): Fragment {
  return sql`${xid} >= pg_snapshot_xmin(${watermark}::pg_snapshot)
    and not pg_visible_in_snapshot(${xid}, ${watermark}::pg_snapshot)`;
}

/** What the last check without a finding saw; undefined before the first, and of another cluster than this. */
export async function watermarkOf(tx: ReadTx): Promise<Watermark | undefined> {
  const [row] = await tx.rows<{ snapshot: Watermark }>`
    select ledger_watermark.snapshot::text
    from ledger_watermark
    cross join ledger_cluster
    join pg_control_system() here on here.system_identifier = ledger_cluster.system_identifier`;
  return row?.snapshot;
}

export async function currentSnapshot(tx: ReadTx): Promise<Watermark> {
  return onlyRow(await tx.rows<{ snapshot: Watermark }>`select pg_current_snapshot()::text as snapshot`).snapshot;
}

/** What the journals since the watermark moved, of each account; without one what all postings moved, whatever they belong to. */
export function movedSince(watermark: Watermark | undefined): Fragment {
  const lines =
    watermark === undefined
      ? sql`postings`
      : sql`journals join postings on postings.journal_id = journals.id and ${committedSince(sql`journals.xid`, watermark)}`;
  return sql`
    select move.account_id, sum(move.units) as units
    from (
      select side.account_id, side.units
      from ${lines}
      cross join lateral (values (postings.to_account, postings.units), (postings.from_account, -postings.units))
        as side (account_id, units)
    ) as move
    group by move.account_id`;
}

/** Everything that this transaction's snapshot shows was looked at: for Db.snapshot only. Without a watermark folds are made anew. */
export async function moveWatermark(tx: Tx, from: Watermark | undefined): Promise<void> {
  if (from === undefined) await tx.rows`delete from ledger_folds`;
  await tx.rows`
    insert into ledger_folds as known (account_id, units)
    select moved.account_id, moved.units
    from (${movedSince(from)}) as moved
    join ledger_accounts account on account.id = moved.account_id
    where account.kind <> 'trade'
    order by moved.account_id
    on conflict (account_id) do update
    set units = known.units + excluded.units`;
  await tx.rows`
    insert into ledger_watermark (snapshot)
    values (pg_current_snapshot())
    on conflict (only_row) do update
    set snapshot = excluded.snapshot`;
}

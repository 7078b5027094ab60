/** The SQL of attempts that may be guesses. */
import type { Tx } from "../../../platform/postgres/db.ts";

/** At most so many attempts of one subject within so many minutes. */
export type Bound = { readonly subject: string; readonly most: number; readonly minutes: number };

/** Locks the subjects until the end of the transaction, in one order. */
export async function lockSubjects(tx: Tx, subjects: readonly string[]): Promise<void> {
  await tx.rows`
    select pg_advisory_xact_lock(hashtextextended(wanted.subject, 0))
    from (select distinct unnest(${subjects}::text[]) as subject order by 1) as wanted`;
}

/** When the last of the bounds that are reached lets the next attempt through; undefined when none is reached. */
export async function openAgainAt(tx: Tx, bounds: readonly Bound[]): Promise<Date | undefined> {
  const [row] = await tx.rows<{ at: Date | null }>`
    select max(full_since.at + make_interval(mins => bound.minutes)) as at
    from unnest(${bounds.map((b) => b.subject)}::text[], ${bounds.map((b) => b.most)}::int[], ${bounds.map((b) => b.minutes)}::int[])
      as bound (subject, most, minutes)
    cross join lateral (
      select at
      from failed_attempts
      where subject = bound.subject and at > ${tx.now}::timestamptz - make_interval(mins => bound.minutes)
      order by at desc
      offset bound.most - 1
      limit 1
    ) as full_since`;
  return row?.at ?? undefined;
}

/** Returns their ids. */
export async function insertAttempts(tx: Tx, subjects: readonly string[]): Promise<bigint[]> {
  const rows = await tx.rows<{ id: bigint }>`
    insert into failed_attempts (subject, at)
    select unnest(${subjects}::text[]), ${tx.now}
    returning id`;
  return rows.map(({ id }) => id);
}

/** These, and all of the subject where there is one. */
export async function deleteAttempts(
  tx: Tx,
  { ids, subject }: { ids: readonly bigint[]; subject: string | null },
): Promise<void> {
  await tx.rows`
    delete from failed_attempts
    where id = any(${ids}::bigint[]) or subject = ${subject}`;
}

/** The last one of a subject. */
export async function deleteNewest(tx: Tx, subject: string): Promise<void> {
  await tx.rows`
    delete from failed_attempts
    where id = (select id from failed_attempts where subject = ${subject} order by at desc, id desc limit 1)`;
}

/** Those older than a day. */
export async function deleteOldFailures(tx: Tx): Promise<void> {
  await tx.rows`
    delete from failed_attempts
    where at < ${tx.now}::timestamptz - interval '1 day'`;
}

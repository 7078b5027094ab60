/** The SQL of failed attempts. */
import type { ReadTx, Tx } from "../../platform/db.ts";

/** Counts in a transaction of its own, since the refusal rolls the caller's back. */
export async function countFailure(tx: Tx, subjects: readonly string[]): Promise<void> {
  await tx.rows`
    insert into failed_attempts (subject, at)
    select unnest(${subjects}::text[]), ${tx.now}`;
}

export async function forgetFailures(tx: Tx, subjects: readonly string[]): Promise<void> {
  await tx.rows`
    delete from failed_attempts
    where subject = any(${subjects})`;
}

/** Which of the subjects failed most often within the window, and since when. */
export async function worstSubject(
  tx: ReadTx,
  subjects: readonly string[],
  windowMinutes: number,
): Promise<{ failures: number; oldest: Date } | undefined> {
  const [row] = await tx.rows<{ failures: number; oldest: Date }>`
    select count(*)::int as failures, min(at) as oldest
    from failed_attempts
    where subject = any(${subjects}) and at > ${tx.now}::timestamptz - make_interval(mins => ${windowMinutes})
    group by subject
    order by failures desc
    limit 1`;
  return row;
}

/** Those older than a day. */
export async function deleteOldFailures(tx: Tx): Promise<void> {
  await tx.rows`
    delete from failed_attempts
    where at < ${tx.now}::timestamptz - interval '1 day'`;
}

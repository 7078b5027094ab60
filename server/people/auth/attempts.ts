/** Guessing is slowed down: failures are counted by account and by address, over all sessions and processes. */
import { Refusal } from "#contract/refusals.ts";
import type { Db, ReadTx, Tx } from "../../platform/db.ts";

const WINDOW_MINUTES = 15;
const MOST_FAILURES = 10;

/** Refuses auth.throttled with the seconds to wait when any of the subjects failed too often of late. */
export async function refuseWhenThrottled(tx: ReadTx, subjects: readonly string[]): Promise<void> {
  const [worst] = await tx.rows<{ failures: number; oldest: Date }>`
    select count(*)::int as failures, min(at) as oldest
    from failed_attempts
    where subject = any(${subjects}) and at > ${tx.now}::timestamptz - make_interval(mins => ${WINDOW_MINUTES})
    group by subject
    order by failures desc
    limit 1`;
  if (!worst || worst.failures < MOST_FAILURES) return;
  const waitMs = worst.oldest.getTime() + WINDOW_MINUTES * 60_000 - tx.now.getTime();
  throw new Refusal("auth.throttled", { retryAfterSec: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Counts in a transaction of its own, since the refusal rolls the caller's back. */
export async function countFailure(tx: Tx, subjects: readonly string[]): Promise<void> {
  await tx.rows`
    insert into failed_attempts (subject, at)
    select unnest(${subjects}::text[]), ${tx.now}`;
}

export async function forgetFailures(tx: Tx, subject: string): Promise<void> {
  await tx.rows`
    delete from failed_attempts
    where subject = ${subject}`;
}

export async function forgetOldFailures(db: Db): Promise<void> {
  await db.tx(
    (tx) => tx.rows`
      delete from failed_attempts
      where at < ${tx.now}::timestamptz - interval '1 day'`,
  );
}

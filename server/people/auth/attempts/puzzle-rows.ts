/** The SQL of work that was asked for and spent. */
import type { Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

/** A subject of counted attempts, and for how long they count. */
export type Tried = { readonly subject: string; readonly minutes: number };

/** The most that any of them has. */
export async function countTries(tx: Tx, tried: readonly Tried[]): Promise<number> {
  const rows = await tx.rows<{ most: number }>`
    select max(counted.tries)::int as most
    from unnest(${tried.map(({ subject }) => subject)}::text[], ${tried.map(({ minutes }) => minutes)}::int[])
      as wanted (subject, minutes)
    cross join lateral (
      select count(*) as tries
      from failed_attempts
      where failed_attempts.subject = wanted.subject
        and failed_attempts.at > market_now() - make_interval(mins => wanted.minutes)
    ) as counted`;
  return onlyRow(rows).most;
}

/** False where it was spent before. */
export async function spendPuzzle(tx: Tx, { digest, until }: { digest: Uint8Array; until: Date }): Promise<boolean> {
  const rows = await tx.rows`
    insert into spent_puzzles (digest, expires_at)
    values (${digest}, ${until})
    on conflict (digest) do nothing
    returning digest`;
  return rows.length > 0;
}

/** Those that would be refused by their time anyway. */
export async function deleteSpentPuzzles(tx: Tx): Promise<void> {
  await tx.rows`
    delete from spent_puzzles
    where expires_at < ${tx.now}::timestamptz - interval '1 hour'`;
}

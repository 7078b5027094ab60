/** The SQL of the job that checks the invariants. */
import type { Tx } from "../../platform/db.ts";

export async function noteCheck(tx: Tx, broken: number): Promise<void> {
  await tx.rows`
    insert into invariant_checks (checked_at, broken)
    values (${tx.now}, ${broken})
    on conflict (only_row) do update
    set checked_at = excluded.checked_at, broken = excluded.broken`;
}

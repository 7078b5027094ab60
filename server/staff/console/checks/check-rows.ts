/** The SQL of the jobs that check the invariants. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";

type Outcome = { readonly broken: number; readonly tookMs: number };

/** Of what was new. */
export async function noteCheck(tx: Tx, { broken, tookMs }: Outcome): Promise<void> {
  await tx.rows`
    insert into invariant_checks (checked_at, broken, took_ms)
    values (${tx.now}, ${broken}, ${tookMs})
    on conflict (only_row) do update
    set checked_at = excluded.checked_at, broken = excluded.broken, took_ms = excluded.took_ms`;
}

/** Of everything, what is new included. */
export async function noteCheckInFull(tx: Tx, { broken, tookMs }: Outcome): Promise<void> {
  await tx.rows`
    insert into invariant_checks (checked_at, broken, in_full_at, in_full_ms, in_full_broken)
    values (${tx.now}, ${broken}, ${tx.now}, ${tookMs}, ${broken})
    on conflict (only_row) do update
    set checked_at = excluded.checked_at, broken = excluded.broken, in_full_at = excluded.in_full_at,
        in_full_ms = excluded.in_full_ms, in_full_broken = excluded.in_full_broken`;
}

export type LastCheck = {
  checked_at: Date;
  broken: number;
  took_ms: number;
  in_full_at: Date | null;
  in_full_ms: number;
  in_full_broken: number;
};

/** Undefined before the first. */
export async function lastCheck(tx: ReadTx): Promise<LastCheck | undefined> {
  const [row] = await tx.rows<LastCheck>`
    select checked_at, broken, took_ms, in_full_at, in_full_ms, in_full_broken
    from invariant_checks`;
  return row;
}

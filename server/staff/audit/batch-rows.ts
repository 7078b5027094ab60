/** The SQL of batches of the chain of staff acts. */
import type { AuditHead } from "../../platform/outside/signer/audit-head.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

export type Batch = AuditHead & { readonly signature: string | null };

/** Closes what was committed since the last one, if anything was. */
export async function closeBatch(tx: Tx): Promise<void> {
  await tx.rows`select close_audit_batch(${tx.now})`;
}

/** In their order. */
export async function batchRows(tx: ReadTx, { unsigned = false } = {}): Promise<Batch[]> {
  return tx.rows<Batch>`
    select number::text, acts::text, last_act::text as "lastAct", encode(chain, 'hex') as chain,
      encode(previous, 'hex') as previous, encode(digest, 'hex') as digest, signature
    from audit_batches
    where signature is null or not ${unsigned}::boolean
    order by audit_batches.number`;
}

export async function noteSignature(
  tx: Tx,
  { number, signature }: { number: string; signature: string },
): Promise<void> {
  await tx.rows`select note_audit_signature(${number}, ${signature})`;
}

/** How long the oldest act that no signed batch has is there, in seconds; 0 where there is none. */
export async function unsignedSec(tx: ReadTx): Promise<number> {
  const [row] = await tx.rows<{ sec: number }>`
    select coalesce(extract(epoch from ${tx.now}::timestamptz - min(staff_acts.at)), 0)::int as sec
    from staff_acts
    where staff_acts.id > coalesce((select max(last_act) from audit_batches where signature is not null), 0)`;
  return row?.sec ?? 0;
}

/** The SQL of open requests to the signer, by payment. */
import type { Tx } from "../../../platform/postgres/db.ts";

/** From now on its sender cannot take it back. False when it is not pending any more: then the signer is not to be asked. */
export async function markAsked(tx: Tx, id: bigint): Promise<boolean> {
  const rows = await tx.rows`
    update chain_payments
    set asked_at = ${tx.now}
    where id = ${id} and status = 'pending'
    returning id`;
  return rows.length > 0;
}

/** The signer has answered, and signed nothing, or does not answer. */
export async function unmarkAsked(tx: Tx, id: bigint): Promise<void> {
  await tx.rows`
    update chain_payments
    set asked_at = null
    where id = ${id} and status = 'pending'`;
}

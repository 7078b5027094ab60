/** The SQL of batches of staff acts, as the signer looks at them before it signs. */
import type { AuditHead } from "../../platform/outside/signer/audit-head.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";

/** Whether the database has closed just this batch. */
export async function isClosedBatch(
  tx: ReadTx,
  { number, digest }: Pick<AuditHead, "number" | "digest">,
): Promise<boolean> {
  const rows = await tx.rows`
    select
    from audit_batches
    where audit_batches.number = ${number}::bigint and audit_batches.digest = decode(${digest}, 'hex')`;
  return rows.length > 0;
}

/** Invariants of balances that were corrected by hand; see docs/invariants.md. */
import { type ReadTx, sql } from "../../platform/postgres/db.ts";
import { committedSince, type InvariantCheck, type Watermark } from "../../money/ledger/index.ts";

export const JOURNAL_CHECKS: readonly InvariantCheck[] = [
  { id: "I22", find: (tx) => provedByTwo(tx), findSince: provedByTwo },
];

/** No manual journal without two administrators' proofs of just that, none of them about themselves. */
async function provedByTwo(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const rows = await tx.rows<{ id: bigint }>`
    select journal.id
    from journals journal
    left join manual_journals manual on manual.journal_id = journal.id
    left join staff_changes change on change.id = manual.change_id
    where journal.kind = 'manual'
      and ${watermark === undefined ? sql`true` : committedSince(sql`journal.xid`, watermark)}
      and (
        journal.subject = change.user_id || ':' || change.detail
        and change.confirmed_by <> change.proposed_by
        and change.user_id not in (change.proposed_by, change.confirmed_by)
        and exists (
          select from proofs where proofs.subject = change.subject and proofs.user_id = change.proposed_by)
        and exists (
          select
          from proofs
          where proofs.subject = change.subject and proofs.user_id = change.confirmed_by and proofs.spent_at is not null)
      ) is not true
    order by journal.id
    limit 10`;
  return rows.map(({ id }) => `journal ${id} was posted by hand without two administrators`);
}

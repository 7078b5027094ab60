/** Invariants of withdrawals beyond custody: nothing leaves without the owner's proof; see docs/invariants.md. */
import { type ReadTx, sql } from "../../platform/postgres/db.ts";
import { committedSince, type InvariantCheck, type Watermark } from "../../money/ledger/index.ts";

export const PROOF_CHECKS: readonly InvariantCheck[] = [
  { id: "I15", find: (tx) => provedSendOuts(tx), findSince: provedSendOuts },
];

/** No reservation without its owner's proof of what the quote says; the first ones name the send-out itself. */
async function provedSendOuts(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const rows = await tx.rows<{ hash: string }>`
    select send_out.hash
    from send_outs send_out
    join journals journal on journal.kind = 'send_out_reserve' and journal.subject = send_out.hash
    left join send_out_quotes quote on quote.id = send_out.quote_id
    where not exists (
      select from proofs
      where proofs.subject = 'send_out_reserve:' || quote.hash and proofs.user_id = send_out.user_id
        and proofs.spent_at is not null)
      and ${watermark === undefined ? sql`true` : committedSince(sql`journal.xid`, watermark)}
    limit 10`;
  return rows.map(({ hash }) => `send-out ${hash} left without a proof`);
}

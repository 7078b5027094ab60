/** The SQL of the coins behind a demo market. */
import type { ReadTx } from "../../platform/postgres/db.ts";

/** Whether the seed brought coins into the ledger that are on no chain. */
export async function hasUnbackedCoins(tx: ReadTx): Promise<boolean> {
  const rows = await tx.rows`
    select 1
    from journals
    join postings on postings.journal_id = journals.id
    join ledger_accounts account on account.id = postings.from_account
    where journals.kind = 'demo_coins' and account.name like 'outside:%:chain'
    limit 1`;
  return rows.length > 0;
}

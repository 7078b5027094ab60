/** The SQL of how many trades of the market went well, as they were counted when they ended. */
import { isChargedBack, SUCCESSFUL_STATUSES } from "#contract/market/trades/trade/statuses.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

export async function countCompleted(tx: ReadTx): Promise<number> {
  const statuses = SUCCESSFUL_STATUSES.filter((status) => !isChargedBack(status));
  const rows = await tx.rows<{ trades: number }>`
    select coalesce(sum(trades), 0)::int as trades
    from trade_counts
    where role = 'seller' and status = any(${statuses})`;
  return onlyRow(rows).trades;
}

/** The SQL of the operator's exposure. */
import type { ReadTx } from "../../platform/postgres/db.ts";

export type AccountRow = { name: string; currency: string; units: bigint };

/** The operator's accounts and those outside that are not empty. What users and escrows have is the rest: all accounts of a currency come to nothing. */
export function operatorAccounts(tx: ReadTx): Promise<AccountRow[]> {
  return tx.rows<AccountRow>`
    select name, currency, balance_units as units
    from ledger_accounts
    where kind in ('house', 'outside') and balance_units <> 0
    order by name`;
}

type SumRow = { currency: string; units: bigint };

/** What open orders change of the operator's own when they are delivered as quoted. */
export function openOrders(tx: ReadTx): Promise<SumRow[]> {
  return tx.rows<SumRow>`select currency, units from open_order_units()`;
}

/** What the operator has at venues outside, which the ledger does not know. */
export function operatorOutside(tx: ReadTx): Promise<SumRow[]> {
  return tx.rows<SumRow>`select currency, sum(units)::bigint as units from venue_balances group by currency`;
}

/** What orders of the operator on the spot markets have, in the accounts of the user who places them. */
export function operatorOrders(tx: ReadTx): Promise<SumRow[]> {
  return tx.rows<SumRow>`select currency, units from house_order_units()`;
}

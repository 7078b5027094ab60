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

type OrderedRow = { currency: string; units: bigint };

/**
 * What open orders change of the operator's own when they are delivered as quoted: coins come that users have set aside, and the provider
 * is paid; the money of a purchase comes, whose coins are promised already. Orders whose money is held wait for a decision.
 */
export function openOrders(tx: ReadTx): Promise<OrderedRow[]> {
  return tx.rows<OrderedRow>`
    select line.currency, sum(line.units)::bigint as units
    from provider_orders made
    join product_quotes quote on quote.id = made.quote_id
    left join ramp_orders ramp on ramp.quote_id = made.quote_id
    cross join lateral (
      values (made.currency, case when made.product = 'on_ramp' then 0 else made.units end),
        (quote.cost_currency, case
          when made.product <> 'on_ramp' then -quote.cost_units
          when made.status <> 'mismatch' and ramp.released_at is null then quote.cost_units else 0 end)
    ) as line (currency, units)
    where made.status in ('reserved', 'submitted', 'unknown', 'mismatch')
    group by line.currency`;
}

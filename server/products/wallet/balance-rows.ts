/** The SQL of balances beside the ledger's own. */
import type { CryptoCode } from "#contract/money/money.ts";
import { ESCROW_STATUSES } from "#contract/market/trades/trade/statuses.ts";
import { type ReadTx, sql } from "../../platform/postgres/db.ts";
import { accountIn } from "../../money/ledger/index.ts";

type UserSum = { user_id: bigint; currency: CryptoCode; units: bigint };

/**
 * The sums in escrow of trades in which these users sell, by user and coin. Each trade is looked up through the open trades:
 * `offset 0` keeps the planner from reading all trades that they ever sold in.
 */
export async function escrowSums(tx: ReadTx, userIds: readonly bigint[]): Promise<UserSum[]> {
  return tx.rows<UserSum>`
    select running.seller_id as user_id, account.currency, sum(account.balance_units)::bigint as units
    from running_trades running
    cross join lateral (
      select id, crypto, status
      from trades
      where trades.id = running.trade_id
      offset 0
    ) as trade
    join ledger_accounts account on account.name = ${accountIn.escrow(sql`trade.id`, sql`trade.crypto`)}
    where running.seller_id = any(${userIds}::bigint[]) and trade.status = any(${ESCROW_STATUSES})
    group by running.seller_id, account.currency`;
}

/** Deposits that are not credited yet, by user and coin. */
export async function incomingSums(tx: ReadTx, userIds: readonly bigint[]): Promise<UserSum[]> {
  return tx.rows<UserSum>`
    select address.user_id, deposit.currency, sum(deposit.units)::bigint as units
    from deposits deposit
    join wallet_addresses address on address.id = deposit.address_id
    where address.user_id = any(${userIds}::bigint[]) and deposit.status in ('incoming', 'quarantined')
    group by address.user_id, deposit.currency`;
}

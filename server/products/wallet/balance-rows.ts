/** The SQL of balances beside the ledger's own. */
import type { CryptoCode } from "#contract/money.ts";
import { ESCROW_STATUSES } from "#contract/trade-statuses.ts";
import { type ReadTx, sql } from "../../platform/db.ts";
import { accountIn } from "../../money/ledger/index.ts";

/** What stands in the escrow of trades that this user sells in, by coin. */
export async function escrowSums(tx: ReadTx, userId: bigint): Promise<{ currency: CryptoCode; units: bigint }[]> {
  return tx.rows<{ currency: CryptoCode; units: bigint }>`
    select account.currency, sum(account.balance_units)::bigint as units
    from trades
    join ledger_accounts account on account.name = ${accountIn.escrow(sql`trades.id`, sql`trades.crypto`)}
    where trades.seller_id = ${userId} and trades.status = any(${ESCROW_STATUSES})
    group by account.currency`;
}

/** Deposits that are not credited yet, by coin. */
export async function incomingSums(tx: ReadTx, userId: bigint): Promise<{ currency: CryptoCode; units: bigint }[]> {
  return tx.rows<{ currency: CryptoCode; units: bigint }>`
    select deposit.currency, sum(deposit.units)::bigint as units
    from deposits deposit
    join wallet_addresses address on address.id = deposit.address_id
    where address.user_id = ${userId} and deposit.status in ('incoming', 'quarantined')
    group by deposit.currency`;
}

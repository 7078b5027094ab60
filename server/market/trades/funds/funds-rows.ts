/** The SQL of how far the coins are that trades wait for. */
import type { UNFUNDED_STATUSES } from "#contract/market/trades/trade/statuses.ts";
import { type Fragment, type ReadTx, sql } from "../../../platform/postgres/db.ts";
import { accountIn } from "../../../money/ledger/index.ts";

export type Funds = {
  readonly hash: string;
  readonly funds: (typeof UNFUNDED_STATUSES)[number];
};

/**
 * Of the trades that wait for coins: what their seller has free covers amount and fee, or does with what is on its way to them, or
 * does not. Of a deposit that was taken back after it was spent, what its owner owes is not on its way to them. Each trade by itself: of two that the same coins would cover, either can be funded.
 */
const FUNDS: Fragment = sql`
  select trade.hash, trade.status, trade.expires_at,
    case
      when coalesce(account.balance_units, 0) >= trade.units + trade.fee_units then 'funds_processed'
      when coalesce(account.balance_units, 0) + coming.units >= trade.units + trade.fee_units then 'funds_processing'
      else 'not_funded'
    end as funds
  from unfunded_trades waiting
  join trades trade on trade.id = waiting.trade_id
  left join ledger_accounts account on account.name = ${accountIn.available(sql`trade.seller_id`, sql`trade.crypto`)}
  cross join lateral (
    select coalesce(sum(deposits.units - coalesce(hold.owed_units, 0)), 0) as units
    from wallet_addresses address
    join deposits on deposits.address_id = address.id and deposits.currency = trade.crypto and deposits.status = 'incoming'
    left join wallet_holds hold on hold.deposit_id = deposits.id and hold.lifted_at is null
    where address.user_id = trade.seller_id
  ) as coming`;

/** The hashes of those that do not say where the coins are, the oldest first. */
export async function tradesWithOtherFunds(tx: ReadTx, most: number): Promise<string[]> {
  const rows = await tx.rows<{ hash: string }>`
    select hash
    from (${FUNDS}) as known
    where funds <> status and expires_at > ${tx.now}
    order by expires_at
    limit ${most}`;
  return rows.map(({ hash }) => hash);
}

/** Of those among the given that wait. */
export async function fundsOf(tx: ReadTx, hashes: readonly string[]): Promise<Funds[]> {
  return tx.rows<Funds>`
    select hash, funds
    from (${FUNDS}) as known
    where hash = any(${hashes})
    order by hash`;
}

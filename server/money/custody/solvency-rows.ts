/** The SQL of what the chains hold for us. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

export type Solvency = { readonly currency: CryptoCode; readonly assetUnits: bigint; readonly owedUnits: bigint };

/**
 * For each currency whose chain can be reached: coins on our addresses, and the balances of users and trades. All
 * accounts sum to zero (I1), so these balances are computed from the few accounts of the operator and the chain. One
 * statement reads both, so that nothing is final in one half and not in the other. For bitcoin, outputs in blocks
 * count, and those of credited deposits that a reorganisation has just removed; a coin counts until the payment that
 * spends it is final, and its change from then on; an output of the cold account counts until a block spends it. For
 * other coins the last measurement at a finalized block counts, which was written together with everything that this
 * block made final.
 */
export async function chainAssets(tx: ReadTx): Promise<Solvency[]> {
  const rows = await tx.rows<{ currency: CryptoCode; asset_units: bigint; owed_units: bigint }>`
    with assets as (
      -- Found by key: of outputs that were spent for good there are more each day.
      select 'BTC' as currency, 'bitcoin' as chain, coalesce(sum(coin.units), 0)::bigint as units
      from (
        select txid, output_index, units, block_height
        from coins
        where spent_txid is null
        union all
        select spent.txid, spent.output_index, spent.units, spent.block_height
        from chain_payments spending
        join coins spent on spent.spent_txid = spending.txid
        where spending.chain = 'bitcoin' and spending.status in ('broadcast', 'confirming')
      ) as coin
      left join chain_payments making on making.txid = coin.txid
      left join deposits deposit
        on deposit.chain = 'bitcoin' and deposit.txid = coin.txid and deposit.output_index = coin.output_index
      where (coin.block_height is not null or deposit.status = 'credited')
        and (making.id is null or making.status = 'completed' or deposit.id is not null)
      union all
      select 'BTC', 'bitcoin', coalesce(sum(coin.units), 0)::bigint
      from cold_coins coin
      join wallet_rails rail on rail.chain = 'bitcoin' and rail.cold_account = coin.account
      left join chain_payments making on making.txid = coin.txid
      where coin.block_height is not null and coin.spent_txid is null and (making.id is null or making.status = 'completed')
      union all
      select measured.currency, 'ethereum',
             coalesce(chain_assets.units + case when rail.cold_account is null then 0 else chain_assets.cold_units end, 0)
      from (values ('ETH'), ('USDT')) as measured (currency)
      left join chain_assets using (currency)
      left join wallet_rails rail on rail.chain = 'ethereum'
    ), owed as (
      select currency, -sum(balance_units)::bigint as units
      from ledger_accounts
      where kind in ('house', 'outside')
      group by currency
    )
    select assets.currency, sum(assets.units)::bigint as asset_units, coalesce(max(owed.units), 0) as owed_units
    from assets
    join wallet_rails rail on rail.chain = assets.chain and rail.is_available
    left join owed on owed.currency = assets.currency
    group by assets.currency
    order by assets.currency`;
  return rows.map((row) => ({ currency: row.currency, assetUnits: row.asset_units, owedUnits: row.owed_units }));
}

type Measure = {
  readonly currency: CryptoCode;
  readonly units: bigint;
  /** Of these, what is too little to be moved to the hot address. */
  readonly leftUnits: bigint;
  readonly coldUnits: bigint;
  readonly height: number;
};

/** The last measure of a coin at a finalized block. */
export async function saveAsset(tx: Tx, { currency, units, leftUnits, coldUnits, height }: Measure): Promise<void> {
  await tx.rows`
    insert into chain_assets (currency, units, left_units, cold_units, height, at)
    values (${currency}, ${units}, ${leftUnits}, ${coldUnits}, ${height}, ${tx.now})
    on conflict (currency) do update
    set units = excluded.units, left_units = excluded.left_units, cold_units = excluded.cold_units,
        height = excluded.height, at = excluded.at`;
}

export async function measuredAgoMs(tx: ReadTx): Promise<number> {
  const [row] = await tx.rows<{ at: Date }>`
    select min(at) as at
    from chain_assets
    having count(*) = 2`;
  return row ? tx.now.getTime() - row.at.getTime() : Number.POSITIVE_INFINITY;
}

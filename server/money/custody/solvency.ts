/**
 * What the chains hold for us against what we owe, and the wallet's other promises: every deposit credited once a
 * round, every spend of ours one payment. The checker of the books runs these with its own.
 */
import type { CryptoCode } from "#contract/money.ts";
import type { ReadTx } from "../../platform/db.ts";
import type { InvariantCheck } from "../ledger/index.ts";

export type Solvency = { readonly currency: CryptoCode; readonly assetUnits: bigint; readonly owedUnits: bigint };

/**
 * Per currency whose chain can be reached: coins on our addresses, and what users and trades have in the books. One
 * statement, so that nothing can be final in one half and not in the other. Of bitcoin our outputs in blocks count,
 * and those of credited deposits that a reorganisation has just loosened; a coin until the payment that spends it is
 * final, and its change from then on. Of the others the last measure at a finalized block, which was written together
 * with everything that this block made final.
 */
export async function chainAssets(tx: ReadTx): Promise<Solvency[]> {
  const rows = await tx.rows<{ currency: CryptoCode; asset_units: bigint; owed_units: bigint }>`
    with assets as (
      select 'BTC' as currency, 'bitcoin' as chain, coalesce(sum(coin.units), 0)::bigint as units
      from coins coin
      left join chain_payments spending on spending.txid = coin.spent_txid
      left join chain_payments making on making.txid = coin.txid
      left join deposits deposit
        on deposit.chain = 'bitcoin' and deposit.txid = coin.txid and deposit.output_index = coin.output_index
      where (coin.block_height is not null or deposit.status = 'credited')
        and (coin.spent_txid is null or spending.status in ('signed', 'mined'))
        and (making.id is null or making.status = 'final' or deposit.id is not null)
      union all
      select measured.currency, 'ethereum', coalesce(chain_assets.units, 0)
      from (values ('ETH'), ('USDT')) as measured (currency)
      left join chain_assets using (currency)
    ), owed as (
      select currency, sum(balance_units)::bigint as units
      from ledger_accounts
      where kind in ('user', 'trade')
      group by currency
    )
    select assets.currency, assets.units as asset_units, coalesce(owed.units, 0) as owed_units
    from assets
    join wallet_rails rail on rail.chain = assets.chain and rail.is_available
    left join owed on owed.currency = assets.currency
    order by assets.currency`;
  return rows.map((row) => ({ currency: row.currency, assetUnits: row.asset_units, owedUnits: row.owed_units }));
}

export const WALLET_CHECKS: readonly InvariantCheck[] = [
  { id: "I7", find: creditedOnce },
  { id: "I8", find: spentByOnePayment },
  { id: "I9", find: backed },
];

async function backed(tx: ReadTx): Promise<string[]> {
  return (await chainAssets(tx))
    .filter(({ assetUnits, owedUnits }) => assetUnits < owedUnits)
    .map(({ currency, assetUnits, owedUnits }) => `${currency}: ${assetUnits} on the chain, ${owedUnits} owed`);
}

async function creditedOnce(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ hash: string; status: string; round: number; credits: number; reversals: number }>`
    select deposit.hash, deposit.status, deposit.round,
           count(*) filter (where journal.kind = 'deposit')::int as credits,
           count(*) filter (where journal.kind = 'deposit_reversal')::int as reversals
    from deposits deposit
    left join journals journal
      on journal.kind in ('deposit', 'deposit_reversal')
      and journal.subject in (select deposit.hash || ':' || number from generate_series(1, deposit.round) as number)
    where deposit.units > 0
    group by deposit.id
    having count(*) filter (where journal.kind = 'deposit') <> deposit.round
        or count(*) filter (where journal.kind = 'deposit_reversal')
           <> deposit.round - case when deposit.status = 'credited' then 1 else 0 end
    limit 10`;
  return rows.map(
    (row) =>
      `deposit ${row.hash} (${row.status}, round ${row.round}): ${row.credits} credits, ${row.reversals} reversals`,
  );
}

async function spentByOnePayment(tx: ReadTx): Promise<string[]> {
  const strange = await tx.rows<{ what: string }>`
    select 'coin ' || coin.txid || ':' || coin.output_index || ' was spent by ' || coin.spent_txid as what
    from coins coin
    left join chain_payments payment on payment.txid = coin.spent_txid
    where coin.spent_txid is not null and payment.id is null
    union all
    select 'send-out ' || send_out.hash || ' is ' || send_out.status || ' without bytes'
    from send_outs send_out
    left join chain_payments payment
      on payment.purpose = 'send_out' and payment.subject = send_out.hash and payment.raw_hex is not null
    where send_out.status in ('sending', 'completed') and payment.id is null
    limit 10`;
  return strange.map(({ what }) => what);
}

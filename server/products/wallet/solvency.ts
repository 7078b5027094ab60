/**
 * What the chains hold for us against what we owe, and the wallet's other promises: every deposit credited once a
 * round, every spend of ours one payment. The checker of the books runs these with its own.
 */
import { CRYPTO_CODES, type CryptoCode } from "#contract/money.ts";
import type { Tx } from "../../platform/db.ts";
import type { InvariantCheck } from "../../money/ledger/index.ts";
import { CHAIN_OF, listRails } from "./rails.ts";

export type Solvency = { readonly currency: CryptoCode; readonly assetUnits: bigint; readonly owedUnits: bigint };

/**
 * Per currency whose chain can be reached: coins on our addresses, and what users and trades have in the books. What
 * is leaving and not final yet counts on both sides.
 */
export async function chainAssets(tx: Tx): Promise<Solvency[]> {
  const rails = await listRails(tx);
  const owed = await tx.rows<{ currency: CryptoCode; units: bigint }>`
    select currency, sum(balance_units)::bigint as units
    from ledger_accounts
    where kind in ('user', 'trade')
    group by currency`;
  const assets: Record<CryptoCode, bigint> = { BTC: await bitcoinAssets(tx), ...(await ethereumAssets(tx)) };
  const isReached = (code: CryptoCode) =>
    rails.some(({ chain, is_available }) => chain === CHAIN_OF[code] && is_available);
  return CRYPTO_CODES.filter(isReached).map((currency) => ({
    currency,
    assetUnits: assets[currency],
    owedUnits: owed.find((row) => row.currency === currency)?.units ?? 0n,
  }));
}

/**
 * Our outputs in blocks, and those of credited deposits that a reorganisation has just loosened. A coin counts until
 * the payment that spends it is final, and its change from then on.
 */
async function bitcoinAssets(tx: Tx): Promise<bigint> {
  const [row] = await tx.rows<{ units: bigint }>`
    select coalesce(sum(coin.units), 0)::bigint as units
    from coins coin
    left join chain_payments spending on spending.txid = coin.spent_txid
    left join chain_payments making on making.txid = coin.txid
    left join deposits deposit
      on deposit.chain = 'bitcoin' and deposit.txid = coin.txid and deposit.output_index = coin.output_index
    where (coin.block_height is not null or deposit.status = 'credited')
      and (coin.spent_txid is null or spending.status in ('signed', 'mined'))
      and (making.id is null or making.status = 'final' or deposit.id is not null)`;
  return row?.units ?? 0n;
}

/** The last measure at a finalized block, written together with everything that this block made final. */
async function ethereumAssets(tx: Tx): Promise<Record<"ETH" | "USDT", bigint>> {
  const rows = await tx.rows<{ currency: "ETH" | "USDT"; units: bigint }>`
    select currency, units
    from chain_assets`;
  const of = (code: "ETH" | "USDT") => rows.find(({ currency }) => currency === code)?.units ?? 0n;
  return { ETH: of("ETH"), USDT: of("USDT") };
}

export const WALLET_CHECKS: readonly InvariantCheck[] = [
  { id: "I7", find: creditedOnce },
  { id: "I8", find: spentByOnePayment },
  { id: "I9", find: backed },
];

async function backed(tx: Tx): Promise<string[]> {
  return (await chainAssets(tx))
    .filter(({ assetUnits, owedUnits }) => assetUnits < owedUnits)
    .map(({ currency, assetUnits, owedUnits }) => `${currency}: ${assetUnits} on the chain, ${owedUnits} owed`);
}

async function creditedOnce(tx: Tx): Promise<string[]> {
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

async function spentByOnePayment(tx: Tx): Promise<string[]> {
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

/**
 * What must hold about the wallet: deposits are credited once a round (I7), every spend of ours is one payment (I8),
 * and the chains hold what we owe (I9). docs/invariants.md explains the ids.
 */
import type { ReadTx } from "../../platform/db.ts";
import type { InvariantCheck } from "../ledger/index.ts";
import { chainAssets } from "./solvency-rows.ts";

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
    where send_out.status in ('broadcast', 'confirming', 'completed') and payment.id is null
    union all
    select 'send-out ' || send_out.hash || ' is ' || send_out.status || ', its payment ' || payment.status
    from send_outs send_out
    join chain_payments payment on payment.purpose = 'send_out' and payment.subject = send_out.hash
    where send_out.status <> payment.status
    limit 10`;
  return strange.map(({ what }) => what);
}

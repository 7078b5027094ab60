/**
 * What must hold about the wallet: deposits are credited once a round (I7), every spend of ours is one payment (I8),
 * and the chains hold what we owe (I9). docs/invariants.md explains the ids.
 */
import { type Fragment, type ReadTx, sql } from "../../platform/postgres/db.ts";
import { committedSince, type InvariantCheck, type Watermark } from "../ledger/index.ts";
import { chainAssets } from "./solvency-rows.ts";

export const WALLET_CHECKS: readonly InvariantCheck[] = [
  { id: "I7", find: (tx) => creditedOnce(tx), findSince: creditedOnce },
  { id: "I8", find: (tx) => spentByOnePayment(tx), findSince: spentByOnePayment },
  { id: "I9", find: backed, findSince: backed },
];

/** What the journals of these kinds since the watermark name, before the colon. */
function named(kinds: readonly string[], watermark: Watermark): Fragment {
  return sql`
    select split_part(moved.subject, ':', 1)
    from journals moved
    where moved.kind = any(${kinds}) and ${committedSince(sql`moved.xid`, watermark)}`;
}

/** Deposits that are not credited yet, and those with postings since the watermark; without a watermark all. */
function depositsSince(watermark: Watermark | undefined): Fragment {
  if (watermark === undefined) return sql`true`;
  return sql`deposit.hash = any(array(
    select open.hash
    from deposits open
    where open.status in ('incoming', 'quarantined')
    union
    ${named(["deposit", "deposit_reversal"], watermark)}))`;
}

/** Open withdrawals, and those with postings since the watermark; without a watermark all. */
function sendOutsSince(watermark: Watermark | undefined): Fragment {
  if (watermark === undefined) return sql`true`;
  return sql`send_out.hash = any(array(
    select open.hash
    from send_outs open
    where open.status in ('pending', 'broadcast', 'confirming')
    union
    ${named(["send_out_reserve", "send_out_settle", "send_out_return", "send_out_fee"], watermark)}))`;
}

const NEWEST_SPENT = 1000;

/** Outputs that were spent: with a watermark those in no block, and the newest of the others. */
function spentSince(watermark: Watermark | undefined): Fragment {
  const spent = sql`select txid, output_index, spent_txid from coins where spent_txid is not null`;
  if (watermark === undefined) return spent;
  return sql`
    ${spent} and spent_height is null
    union all
    (${spent} and spent_height is not null order by spent_height desc limit ${NEWEST_SPENT})`;
}

async function backed(tx: ReadTx): Promise<string[]> {
  return (await chainAssets(tx))
    .filter(({ assetUnits, owedUnits }) => assetUnits < owedUnits)
    .map(({ currency, assetUnits, owedUnits }) => `${currency}: ${assetUnits} on the chain, ${owedUnits} owed`);
}

async function creditedOnce(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const rows = await tx.rows<{ hash: string; status: string; round: number; credits: number; reversals: number }>`
    select deposit.hash, deposit.status, deposit.round,
           count(*) filter (where journal.kind = 'deposit')::int as credits,
           count(*) filter (where journal.kind = 'deposit_reversal')::int as reversals
    from deposits deposit
    left join journals journal
      on journal.kind in ('deposit', 'deposit_reversal')
      and journal.subject in (select deposit.hash || ':' || number from generate_series(1, deposit.round) as number)
    where deposit.units > 0 and ${depositsSince(watermark)}
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

async function spentByOnePayment(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const strange = await tx.rows<{ what: string }>`
    select 'coin ' || coin.txid || ':' || coin.output_index || ' was spent by ' || coin.spent_txid as what
    from (${spentSince(watermark)}) as coin
    left join lateral (
      select true as is_ours
      from chain_payments payment
      where payment.txid = coin.spent_txid
      limit 1
    ) as spending on true
    where spending.is_ours is null
    union all
    select 'send-out ' || send_out.hash || ' is ' || send_out.status || ' without bytes'
    from send_outs send_out
    left join chain_payments payment
      on payment.purpose = 'send_out' and payment.subject = send_out.hash and payment.raw_hex is not null
    where send_out.status in ('broadcast', 'confirming', 'completed') and payment.id is null and ${sendOutsSince(watermark)}
    union all
    select 'send-out ' || send_out.hash || ' is ' || send_out.status || ', its payment ' || payment.status
    from send_outs send_out
    join chain_payments payment on payment.purpose = 'send_out' and payment.subject = send_out.hash
    where send_out.status <> payment.status and ${sendOutsSince(watermark)}
    limit 10`;
  return strange.map(({ what }) => what);
}

/** The SQL of what is hot, cold, owed and waited for. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

/** Unreserved outputs, and the change of payments that are not in a block yet. */
export async function hotBitcoin(tx: ReadTx): Promise<bigint> {
  const rows = await tx.rows<{ units: bigint }>`
    select coalesce(sum(units), 0)::bigint as units
    from (
      select coin.units
      from coins coin
      where coin.payment_id is null and coin.spent_txid is null and coin.block_height is not null
      union all
      select (output->>'units')::bigint
      from chain_payments payment
      cross join jsonb_array_elements(payment.plan->'outputs') as output
      where payment.chain = 'bitcoin' and payment.status in ('pending', 'broadcast') and output ? 'path'
    ) as hot (units)`;
  return onlyRow(rows).units;
}

export async function coldBitcoin(tx: ReadTx, account: string): Promise<bigint> {
  const rows = await tx.rows<{ units: bigint }>`
    select coalesce(sum(units), 0)::bigint as units
    from cold_coins
    where account = ${account} and block_height is not null and spent_txid is null`;
  return onlyRow(rows).units;
}

/** Of ether and tokens, at the last finalized block that was measured; hot is what lies there or will be swept there. */
export async function measuredUnits(
  tx: ReadTx,
  currency: CryptoCode,
): Promise<{ readonly hot_units: bigint; readonly cold_units: bigint }> {
  const [row] = await tx.rows<{ hot_units: bigint; cold_units: bigint }>`
    select units - left_units as hot_units, cold_units
    from chain_assets
    where currency = ${currency}`;
  return row ?? { hot_units: 0n, cold_units: 0n };
}

/**
 * What payments that are planned and not final take out of what is hot, in the ledger's units. Of ether also what those
 * from the hot address pay at most for the network.
 */
export async function leavingEthereum(tx: ReadTx, currency: "ETH" | "USDT"): Promise<bigint> {
  const rows = await tx.rows<{ units: bigint }>`
    select (coalesce(sum(div((plan->>'value')::numeric, case currency when 'ETH' then 1000000000 else 1 end))
              filter (where currency = ${currency} and purpose in ('send_out', 'cold')), 0)
            + coalesce(ceil(sum((plan->>'gasLimit')::numeric * (plan->>'maxFeePerGasWei')::numeric)
                filter (where ${currency} = 'ETH' and plan->'from'->>'branch' = '1') / 1000000000), 0))::bigint as units
    from chain_payments
    where chain = 'ethereum' and status in ('pending', 'broadcast', 'confirming')`;
  return onlyRow(rows).units;
}

export async function owedAndWaiting(
  tx: ReadTx,
  currency: CryptoCode,
): Promise<{ owedUnits: bigint; waitingUnits: bigint }> {
  const rows = await tx.rows<{ owed_units: bigint; waiting_units: bigint }>`
    select coalesce((
             select sum(balance_units)
             from ledger_accounts
             where kind in ('user', 'trade') and currency = ${currency}), 0)::bigint as owed_units,
           coalesce((
             select sum(send_out.units + send_out.fee_units)
             from send_outs send_out
             where send_out.status = 'pending' and send_out.currency = ${currency}
               and not exists (
                 select from chain_payments payment
                 where payment.purpose = 'send_out' and payment.subject = send_out.hash)), 0)::bigint as waiting_units`;
  const { owed_units: owedUnits, waiting_units: waitingUnits } = onlyRow(rows);
  return { owedUnits, waitingUnits };
}

/** How many send-outs of tokens are reserved and have no payment yet: each pays its way in ether. */
export async function tokenSendOutsWaiting(tx: ReadTx): Promise<bigint> {
  const rows = await tx.rows<{ count: bigint }>`
    select count(*) as count
    from send_outs send_out
    where send_out.status = 'pending' and send_out.currency = 'USDT'
      and not exists (
        select from chain_payments payment
        where payment.purpose = 'send_out' and payment.subject = send_out.hash)`;
  return onlyRow(rows).count;
}

/** How many moves of a coin to the cold account there were, and whether another should wait. */
export async function pastColdMoves(
  tx: ReadTx,
  currency: CryptoCode,
): Promise<{ readonly count: number; readonly must_wait: boolean }> {
  const rows = await tx.rows<{ count: number; must_wait: boolean }>`
    select count(*)::int as count,
           coalesce(bool_or(status in ('pending', 'broadcast', 'confirming')
             or (outcome = 'refused' and created_at > ${tx.now}::timestamptz - interval '1 hour')), false) as must_wait
    from chain_payments
    where purpose = 'cold' and currency = ${currency}`;
  return onlyRow(rows);
}

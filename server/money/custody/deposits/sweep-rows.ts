/** The SQL of sweeps. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";
import type { OwnAddress } from "../addresses/address-rows.ts";

type Sweepable = OwnAddress & { readonly coin: Extract<CryptoCode, "ETH" | "USDT"> };

/** Deposit addresses with credit that came after their last sweep, and nothing of theirs on its way. */
export async function sweepable(tx: ReadTx): Promise<Sweepable[]> {
  return tx.rows<Sweepable>`
    select address.id, address.chain, address.branch, address.path_index, address.address, address.purpose,
           address.user_id, address.currency, deposit.currency as coin
    from wallet_addresses address
    join deposits deposit on deposit.address_id = address.id and deposit.status = 'credited'
    where address.chain = 'ethereum' and address.branch = 0
      and not exists (
        select from chain_payments payment
        where payment.purpose in ('sweep', 'gas') and payment.status in ('pending', 'broadcast', 'confirming')
          and (payment.from_address = address.address or payment.plan->>'to' = address.address))
    group by address.id, deposit.currency
    having max(deposit.credited_at) > coalesce((
      select max(payment.created_at)
      from chain_payments payment
      where payment.purpose = 'sweep' and payment.from_address = address.address
        and payment.currency = deposit.currency and (payment.status = 'completed' or payment.outcome = 'reverted')), '-infinity')
    order by address.id
    limit 20`;
}

/** In wei: what our own moves and token payments under way may cost at most. */
export async function gasUnderway(tx: ReadTx): Promise<bigint> {
  const rows = await tx.rows<{ wei: string }>`
    select coalesce(sum((plan->>'gasLimit')::numeric * (plan->>'maxFeePerGasWei')::numeric), 0)::text as wei
    from chain_payments
    where chain = 'ethereum' and status in ('pending', 'broadcast', 'confirming')
      and (purpose <> 'send_out' or currency = 'USDT')`;
  return BigInt(onlyRow(rows).wei);
}

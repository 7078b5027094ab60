/** The SQL of withdrawals. */
import { type ChainName, coinsOf } from "#contract/chains.ts";
import type { CryptoCode } from "#contract/money.ts";
import type { PaymentStatus, SendOutFault } from "#contract/wallet.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";

export type SendOutRow = {
  readonly id: bigint;
  readonly hash: string;
  readonly user_id: bigint;
  readonly currency: CryptoCode;
  readonly destination: string;
  readonly units: bigint;
  readonly fee_units: bigint;
  readonly status: PaymentStatus;
  readonly reason: SendOutFault | null;
  readonly created_at: Date;
};

export type NewSendOut = Pick<
  SendOutRow,
  "hash" | "user_id" | "currency" | "destination" | "units" | "fee_units" | "created_at"
> & {
  readonly quote_id: bigint;
  /** Decimal dollars of amount and fee together. */
  readonly usd_value: string;
  /** Nothing of it is signed before. */
  readonly due_at: Date;
};

/** Writes a pending send-out; the caller posts its money in the same transaction. A quote can have one. */
export async function insertSendOut(tx: Tx, sendOut: NewSendOut): Promise<void> {
  await tx.rows`
    insert into send_outs (hash, quote_id, user_id, currency, destination, units, fee_units, usd_value, status, created_at, due_at)
    values (${sendOut.hash}, ${sendOut.quote_id}, ${sendOut.user_id}, ${sendOut.currency}, ${sendOut.destination},
            ${sendOut.units}, ${sendOut.fee_units}, ${sendOut.usd_value}, 'pending', ${sendOut.created_at}, ${sendOut.due_at})`;
}

export async function lockSendOutByHash(tx: Tx, hash: string): Promise<SendOutRow | undefined> {
  const [row] = await tx.rows<SendOutRow>`
    select id, hash, user_id, currency, destination, units, fee_units, status, reason, created_at
    from send_outs
    where hash = ${hash}
    for update`;
  return row;
}

export type SendOutFacts = SendOutRow & {
  readonly txid: string | null;
  readonly accepted_at: Date | null;
  readonly confirmations: number;
};

const ENDS: readonly PaymentStatus[] = ["completed", "failed", "cancelled"];

/** An end is dated. */
export async function updateSendOut(
  tx: Tx,
  id: bigint,
  { status, reason }: { status: PaymentStatus; reason: SendOutFault | null },
): Promise<void> {
  await tx.rows`
    update send_outs
    set status = ${status}, reason = ${reason}, ended_at = case when ${ENDS.includes(status)} then ${tx.now}::timestamptz end
    where id = ${id}`;
}

/** The user's withdrawal with its payment. */
export async function findSendOutFacts(
  tx: ReadTx,
  { userId, hash }: { userId: bigint; hash: string },
): Promise<SendOutFacts | undefined> {
  const [row] = await tx.rows<SendOutFacts>`
    select send_out.id, send_out.hash, send_out.user_id, send_out.currency, send_out.destination, send_out.units,
           send_out.fee_units, send_out.status, send_out.reason, send_out.created_at,
           payment.txid, payment.accepted_at,
           greatest(0, coalesce(rail.scanned_height - payment.block_height + 1, 0)) as confirmations
    from send_outs send_out
    left join chain_payments payment on payment.purpose = 'send_out' and payment.subject = send_out.hash
    left join wallet_rails rail on rail.chain = payment.chain
    where send_out.hash = ${hash} and send_out.user_id = ${userId}`;
  return row;
}

/** Send-outs of a chain that wait for a plan, oldest first. */
export async function sendOutsToPlan(tx: ReadTx, chain: ChainName): Promise<SendOutRow[]> {
  return tx.rows<SendOutRow>`
    select send_out.id, send_out.hash, send_out.user_id, send_out.currency, send_out.destination, send_out.units,
           send_out.fee_units, send_out.status, send_out.reason, send_out.created_at
    from send_outs send_out
    where send_out.status = 'pending' and send_out.due_at <= ${tx.now}
      and send_out.currency = any(${coinsOf(chain)})
      and not exists (
        select from chain_payments payment
        where payment.purpose = 'send_out' and payment.subject = send_out.hash)
    order by send_out.id
    limit 50`;
}

/** The SQL of withdrawals. */
import { type ChainName, coinsOf } from "#contract/money/chains.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { PaymentStatus, SendOutFault } from "#contract/products/wallet/wallet.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

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
  /** What is hot did not cover it at the last look, and what is cold did. */
  readonly awaits_refill: boolean;
};

/**
 * Writes a pending send-out of what the user's quote says, together with its money. `reserved`, or why not: `unknown`,
 * `taken`, `expired`, `on_hold`, `restricted`, `closed`, `unproved`, `insufficient`, `halted:<name>`.
 */
export async function reserveSendOut(
  tx: Tx,
  { hash, quoteHash, userId }: { hash: string; quoteHash: string; userId: bigint },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from reserve_send_outs(${[hash]}::text[], ${[quoteHash]}::text[], ${[userId]}::bigint[], ${tx.now})`;
  return onlyRow(rows).outcome;
}

/** Gives it back while nothing of it is signed. `canceled`, `unknown` or `under_way`. */
export async function cancelSendOutRow(tx: Tx, { hash, userId }: { hash: string; userId: bigint }): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from cancel_send_outs(${[hash]}::text[], ${[userId]}::bigint[], ${tx.now})`;
  return onlyRow(rows).outcome;
}

/** Posts back what failed before there was a payment. */
export async function returnUnpaid(tx: Tx, hash: string): Promise<void> {
  await tx.rows`select return_send_outs(${[hash]}::text[], ${tx.now}) is null as done`;
}

export async function lockSendOutByHash(tx: Tx, hash: string): Promise<SendOutRow | undefined> {
  const [row] = await tx.rows<SendOutRow>`
    select id, hash, user_id, currency, destination, units, fee_units, status, reason, created_at, awaits_refill
    from send_outs
    where hash = ${hash}
    for update`;
  return row;
}

export async function setAwaitsRefill(tx: Tx, id: bigint, isAwaiting: boolean): Promise<void> {
  await tx.rows`
    update send_outs
    set awaits_refill = ${isAwaiting}
    where id = ${id}`;
}

export type SendOutFacts = SendOutRow & {
  readonly txid: string | null;
  readonly accepted_at: Date | null;
  readonly confirmations: number;
  /** While it is kept waiting. */
  readonly waits_until: Date | null;
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
           send_out.fee_units, send_out.status, send_out.reason, send_out.created_at, send_out.awaits_refill,
           payment.txid, payment.accepted_at,
           case when send_out.status = 'pending' and send_out.due_at > ${tx.now} then send_out.due_at end as waits_until,
           greatest(0, coalesce(rail.scanned_height - payment.block_height + 1, 0)) as confirmations
    from send_outs send_out
    left join chain_payments payment on payment.purpose = 'send_out' and payment.subject = send_out.hash
    left join wallet_rails rail on rail.chain = payment.chain
    where send_out.hash = ${hash} and send_out.user_id = ${userId}`;
  return row;
}

/** Undefined when it is not pending any more. */
export async function findSendOutToPay(tx: ReadTx, hash: string): Promise<SendOutRow | undefined> {
  const [row] = await tx.rows<SendOutRow>`
    select id, hash, user_id, currency, destination, units, fee_units, status, reason, created_at, awaits_refill
    from send_outs
    where hash = ${hash} and status = 'pending'`;
  return row;
}

/** Send-outs of a chain that wait for a plan, oldest first; none of a coin that is halted, or of who may not send out now. */
export async function sendOutsToPlan(tx: ReadTx, chain: ChainName): Promise<SendOutRow[]> {
  return tx.rows<SendOutRow>`
    select send_out.id, send_out.hash, send_out.user_id, send_out.currency, send_out.destination, send_out.units,
           send_out.fee_units, send_out.status, send_out.reason, send_out.created_at, send_out.awaits_refill
    from send_outs send_out
    where send_out.status = 'pending' and send_out.due_at <= ${tx.now}
      and send_out.currency = any(${coinsOf(chain)})
      and not exists (
        select from chain_payments payment
        where payment.purpose = 'send_out' and payment.subject = send_out.hash)
      and not exists (select from halts where halts.name = 'coin_' || send_out.currency)
      and kept_from_leaving(send_out.user_id, send_out.created_at) is null
    order by send_out.id
    limit 50`;
}

/** The SQL of payments on chains. */
import { type ChainName, coinsOf } from "#contract/money/chains.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { PaymentStatus } from "#contract/products/wallet/wallet.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";
import type { PaymentPlan, PaymentPurpose } from "../../../platform/outside/signer/signer.ts";
import type { BitcoinInput } from "../../../platform/outside/chains/bitcoin-node.ts";

/** How a payment failed: it was not signed, its block shows the failure, or another transaction replaced it. */
export type PaymentOutcome = "refused" | "reverted" | "conflicted";

export type PaymentVerb = "cancel" | "refuse" | "sign" | "mine" | "unmine" | "settle" | "revert" | "conflict";

export type Payment = {
  readonly id: bigint;
  readonly chain: ChainName;
  readonly currency: CryptoCode;
  readonly purpose: PaymentPurpose;
  readonly subject: string;
  readonly plan: PaymentPlan;
  readonly status: PaymentStatus;
  readonly outcome: PaymentOutcome | null;
  readonly from_address: string | null;
  readonly nonce: number | null;
  readonly raw_hex: string | null;
  readonly txid: string | null;
  readonly fee_paid: string | null;
  readonly block_height: number | null;
  readonly tries: number;
  readonly tried_at: Date | null;
  readonly accepted_at: Date | null;
  readonly conflict_txid: string | null;
  readonly conflict_height: number | null;
  /** Why its bytes cannot be mined now: proven, or not to be decided by the machine. */
  readonly stuck_kind: "lost" | "unclear" | null;
  readonly stuck_since_height: number | null;
};

export type MoveFacts = {
  /** With "mine": the block. */
  readonly height?: number;
  readonly hash?: string;
  /** With "sign": the bytes. */
  readonly rawHex?: string;
  readonly txid?: string;
  /** With "settle" and "revert": what the network took, in the chain's units. */
  readonly feePaid?: bigint;
  readonly fault?: string;
};

export type NewPayment = Pick<
  Payment,
  "chain" | "currency" | "purpose" | "subject" | "plan" | "from_address" | "nonce"
>;

/** Undefined when this send-out or sweep has a payment already. */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ id: bigint }>`
    insert into chain_payments (chain, currency, purpose, subject, plan, status, from_address, nonce, created_at)
    values (${payment.chain}, ${payment.currency}, ${payment.purpose}, ${payment.subject}, ${JSON.stringify(payment.plan)}::jsonb,
            'pending', ${payment.from_address}, ${payment.nonce}, ${tx.now})
    on conflict (purpose, subject) do nothing
    returning id`;
  return row?.id;
}

/** For a pending payment without a signature. */
export async function setPlan(tx: Tx, id: bigint, plan: NewPayment["plan"]): Promise<void> {
  await tx.rows`
    update chain_payments
    set plan = ${JSON.stringify(plan)}::jsonb
    where id = ${id} and status = 'pending' and raw_hex is null`;
}

/** Payments of a chain that have not ended, and settled ones that a reorganisation took out of their block; oldest first. */
export async function openPayments(tx: ReadTx, chain: ChainName): Promise<Payment[]> {
  return tx.rows<Payment>`
    select id, chain, currency, purpose, subject, plan, status, outcome, from_address, nonce, raw_hex, txid, fee_paid,
           block_height, tries, tried_at, accepted_at, conflict_txid, conflict_height, stuck_kind, stuck_since_height
    from chain_payments
    where chain = ${chain} and (status in ('pending', 'broadcast', 'confirming') or (status = 'completed' and block_height is null))
    order by id`;
}

/** Undefined when the payment is not, or no longer, in this status. Locks it. */
export async function lockPayment(tx: Tx, id: bigint, status: PaymentStatus): Promise<Payment | undefined> {
  const [row] = await tx.rows<Payment>`
    select id, chain, currency, purpose, subject, plan, status, outcome, from_address, nonce, raw_hex, txid, fee_paid,
           block_height, tries, tried_at, accepted_at, conflict_txid, conflict_height, stuck_kind, stuck_since_height
    from chain_payments
    where id = ${id} and status = ${status}
    for update`;
  return row;
}

/** Posts what the end of a payment means, for its send-out or for the operator's gas. Fails for one that has not ended. */
export async function postPaymentEnd(tx: Tx, id: bigint): Promise<void> {
  await tx.rows`select post_payment_ends(${[id]}::bigint[], ${tx.now}) is null as done`;
}

/** Written before the bytes leave: a payment without a try was certainly never out. */
export async function noteTry(tx: Tx, id: bigint): Promise<void> {
  await tx.rows`
    update chain_payments
    set tries = tries + 1, tried_at = ${tx.now}
    where id = ${id}`;
}

export async function noteAnswer(
  tx: Tx,
  id: bigint,
  { isAccepted, fault }: { isAccepted: boolean; fault: string | null },
): Promise<void> {
  await tx.rows`
    update chain_payments
    set accepted_at = case when ${isAccepted} then coalesce(accepted_at, ${tx.now}) else accepted_at end, fault = ${fault}
    where id = ${id}`;
}

/** Locks a payment by id. */
export async function lockStatus(
  tx: Tx,
  id: bigint,
): Promise<Pick<Payment, "status" | "purpose" | "subject"> | undefined> {
  const [row] = await tx.rows<Pick<Payment, "status" | "purpose" | "subject">>`
    select status, purpose, subject
    from chain_payments
    where id = ${id}
    for update`;
  return row;
}

/** Writes the status with what is known of it; a fact that is absent stays. */
export async function updatePayment(
  tx: Tx,
  id: bigint,
  {
    verb,
    status,
    outcome,
    facts,
  }: { verb: PaymentVerb; status: PaymentStatus; outcome: PaymentOutcome | null; facts: MoveFacts },
): Promise<void> {
  const isUnmined = verb === "unmine";
  const isUnsigned = verb === "cancel" || verb === "refuse";
  await tx.rows`
    update chain_payments
    set status = ${status}, outcome = ${outcome},
        asked_at = null,
        nonce = case when ${isUnsigned} then null else nonce end,
        raw_hex = coalesce(${facts.rawHex ?? null}, raw_hex),
        txid = coalesce(${facts.txid ?? null}, txid),
        fee_paid = coalesce(${facts.feePaid ?? null}::numeric, fee_paid),
        fault = coalesce(${facts.fault ?? null}, fault),
        block_height = case when ${isUnmined} then null else coalesce(${facts.height ?? null}::int, block_height) end,
        block_hash = case when ${isUnmined} then null else coalesce(${facts.hash ?? null}, block_hash) end
    where id = ${id}`;
}

/** The history of a payment. */
export async function insertMove(
  tx: Tx,
  id: bigint,
  { verb, status }: { verb: PaymentVerb; status: PaymentStatus },
): Promise<void> {
  await tx.rows`
    insert into payment_moves (payment_id, verb, status, at)
    values (${id}, ${verb}, ${status}, ${tx.now})`;
}

/** The bytes and the inputs of a payment of ours. */
export async function keptBitcoinPayment(
  tx: ReadTx,
  txid: string,
): Promise<{ raw_hex: string; plan: { inputs: readonly BitcoinInput[] } } | undefined> {
  const [row] = await tx.rows<{ raw_hex: string; plan: { inputs: readonly BitcoinInput[] } }>`
    select raw_hex, plan
    from chain_payments
    where chain = 'bitcoin' and txid = ${txid}`;
  return row;
}

/** What planned and signed payments of an address will still take from it. */
export async function promised(
  tx: ReadTx,
  from: string,
): Promise<{ wei: bigint; tokens: bigint; lastNonce: number | null; isPlanning: boolean }> {
  const rows = await tx.rows<{ wei: string; tokens: string; last_nonce: number | null; is_planning: boolean }>`
    select coalesce(sum(case when status in ('pending', 'broadcast') then
             (plan->>'gasLimit')::numeric * (plan->>'maxFeePerGasWei')::numeric
             + case when plan ? 'token' then 0 else (plan->>'value')::numeric end end), 0) as wei,
           coalesce(sum(case when status in ('pending', 'broadcast') and plan ? 'token' then (plan->>'value')::numeric end), 0) as tokens,
           max(nonce) as last_nonce,
           coalesce(bool_or(status = 'pending'), false) as is_planning
    from chain_payments
    where from_address = ${from}`;
  const { wei, tokens, last_nonce: lastNonce, is_planning: isPlanning } = onlyRow(rows);
  return { wei: BigInt(wei), tokens: BigInt(tokens), lastNonce, isPlanning };
}

/** Lets one transaction at a time plan payments of an address, until it ends. */
export async function lockAddress(tx: Tx, address: string): Promise<void> {
  await tx.rows`select pg_advisory_xact_lock(7265041, hashtext(${address})) is null as locked`;
}

/** Why the bytes cannot be mined now; undefined when nothing prevents it. */
export async function setStuck(
  tx: Tx,
  id: bigint,
  noted: { readonly kind: string; readonly why: string; readonly since: number } | undefined,
): Promise<void> {
  await tx.rows`
    update chain_payments
    set stuck_kind = ${noted?.kind ?? null}, stuck_since_height = ${noted?.since ?? null},
        stuck_why = ${noted?.why.slice(0, 300) ?? null}
    where id = ${id}`;
}

/** Of payments that were not given up. */
export async function forgetConflicts(tx: Tx, { chain, above }: Above): Promise<void> {
  await tx.rows`
    update chain_payments
    set conflict_txid = null, conflict_height = null
    where chain = ${chain} and outcome is distinct from 'conflicted' and conflict_height > ${above}`;
}

/** What is known of a chain above this height. */
export type Above = { readonly chain: ChainName; readonly above: number };

/** Of payments that were not given up. */
export async function forgetStuck(tx: Tx, { chain, above }: Above): Promise<void> {
  await tx.rows`
    update chain_payments
    set stuck_kind = null, stuck_since_height = null, stuck_why = null
    where chain = ${chain} and outcome is distinct from 'conflicted' and stuck_since_height > ${above}`;
}

/** In id order. */
export async function minedAbove(tx: ReadTx, { chain, above }: Above): Promise<{ id: bigint }[]> {
  return tx.rows<{ id: bigint }>`
    select id
    from chain_payments
    where chain = ${chain} and status = 'confirming' and block_height > ${above}
    order by id`;
}

/** Settled payments stay settled, are in no block, and are shown again at once. */
export async function loosenSettled(tx: Tx, { chain, above }: Above): Promise<void> {
  await tx.rows`
    update chain_payments
    set block_height = null, block_hash = null, tried_at = null
    where chain = ${chain} and status = 'completed' and block_height > ${above}`;
}

/** A payment whose sum was returned because of a block above the height. */
export async function returnedAbove(tx: ReadTx, { chain, above }: Above): Promise<{ txid: string } | undefined> {
  const [row] = await tx.rows<{ txid: string }>`
    select txid
    from chain_payments
    where chain = ${chain}
      and ((outcome = 'conflicted' and greatest(conflict_height, stuck_since_height) > ${above})
        or (outcome = 'reverted' and block_height > ${above}))
    limit 1`;
  return row;
}

export async function noteConflict(
  tx: Tx,
  { paymentId, txid, height }: { paymentId: bigint; txid: string; height: number },
): Promise<void> {
  await tx.rows`
    update chain_payments
    set conflict_txid = ${txid}, conflict_height = ${height}
    where id = ${paymentId}`;
}

/** Payments that wait for a block, among transactions, in id order. */
export async function signedAmong(tx: ReadTx, chain: ChainName, txids: readonly string[]): Promise<{ id: bigint }[]> {
  return tx.rows<{ id: bigint }>`
    select id
    from chain_payments
    where chain = ${chain} and status = 'broadcast' and txid = any(${txids})
    order by id`;
}

/** Settled bitcoin payments that a reorganisation took out of their block are in one again. */
export async function settleAgainAmong(
  tx: Tx,
  txids: readonly string[],
  block: { readonly height: number; readonly hash: string },
): Promise<void> {
  await tx.rows`
    update chain_payments
    set block_height = ${block.height}, block_hash = ${block.hash}
    where chain = 'bitcoin' and status = 'completed' and block_height is null
      and txid = any(${txids})`;
}

/** A settled payment that a reorganisation took out of its block is in one again. */
export async function settleAgain(
  tx: Tx,
  id: bigint,
  block: { readonly height: number; readonly hash: string },
): Promise<void> {
  await tx.rows`
    update chain_payments
    set block_height = ${block.height}, block_hash = ${block.hash}
    where id = ${id} and block_height is null`;
}

/** Whether the transaction is one of ours that only moves what is ours. */
export async function isOwnMove(tx: ReadTx, txid: string): Promise<boolean> {
  const rows = await tx.rows`
    select id
    from chain_payments
    where txid = ${txid} and purpose in ('sweep', 'gas', 'cold')`;
  return rows.length > 0;
}

/** The payment that has this number of an address. */
export async function findByNonce(
  tx: ReadTx,
  { from, nonce }: { from: string; nonce: number },
): Promise<Pick<Payment, "id" | "txid" | "status" | "outcome"> | undefined> {
  const [row] = await tx.rows<Pick<Payment, "id" | "txid" | "status" | "outcome">>`
    select id, txid, status, outcome
    from chain_payments
    where from_address = ${from} and nonce = ${nonce}`;
  return row;
}

/** Send-outs that may leave, and payments that have not ended. */
export const mustPay = (chain: ChainName): Fragment => sql`(
  exists (
    select from send_outs
    where status = 'pending' and due_at <= (select market_now()) and currency = any (${coinsOf(chain)}))
  or exists (
    select from chain_payments
    where chain = ${chain} and (status in ('pending', 'broadcast', 'confirming') or (status = 'completed' and block_height is null))))`;

/**
 * A payment on a chain, from its plan to its end. What it is for (a send-out, a sweep, gas) hears of its end; how it
 * gets there is the same for all, and stands in one table.
 */
import type { CryptoCode } from "#contract/money.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import type { PaymentPlan, PaymentPurpose } from "../../platform/outside/signer.ts";
import type { ChainName } from "./rails.ts";

export type PaymentStatus = "planned" | "dropped" | "signed" | "mined" | "final" | "reverted" | "conflicted";
export type PaymentVerb = "drop" | "sign" | "mine" | "unmine" | "settle" | "revert" | "conflict";

type PaymentMove = { readonly verb: PaymentVerb; readonly from: readonly PaymentStatus[]; readonly to: PaymentStatus };

export const PAYMENT_MOVES: readonly PaymentMove[] = [
  // Only what was never signed can be dropped: once bytes exist they may be out, whatever a node said.
  { verb: "drop", from: ["planned"], to: "dropped" },
  { verb: "sign", from: ["planned"], to: "signed" },
  { verb: "mine", from: ["signed"], to: "mined" },
  { verb: "unmine", from: ["mined"], to: "signed" },
  { verb: "settle", from: ["mined"], to: "final" },
  // It is in a block for good, and what it should have done failed: a frozen token, a contract that refuses.
  { verb: "revert", from: ["mined"], to: "reverted" },
  // Its inputs or its number were used by another transaction that is final.
  { verb: "conflict", from: ["signed"], to: "conflicted" },
];

export const PAYMENT_ENDS: readonly PaymentStatus[] = ["dropped", "final", "reverted", "conflicted"];

/** The only place where a payment's status is decided. Throws for a move that the table does not have. */
export function nextPaymentStatus(status: PaymentStatus, verb: PaymentVerb): PaymentStatus {
  const move = PAYMENT_MOVES.find((one) => one.verb === verb && one.from.includes(status));
  if (!move) throw new Error(`a ${status} payment cannot ${verb}`);
  return move.to;
}

export type Payment = {
  readonly id: bigint;
  readonly chain: ChainName;
  readonly currency: CryptoCode;
  readonly purpose: PaymentPurpose;
  readonly subject: string;
  readonly plan: PaymentPlan;
  readonly status: PaymentStatus;
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
  /** Why its bytes cannot be mined now: proven, or not to be told by the machine. */
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

/** Moves a payment and writes down that it moved. Locks its row. */
export async function movePayment(
  tx: Tx,
  id: bigint,
  verb: PaymentVerb,
  facts: MoveFacts = {},
): Promise<PaymentStatus> {
  const [payment] = await tx.rows<{ status: PaymentStatus }>`
    select status
    from chain_payments
    where id = ${id}
    for update`;
  if (!payment) throw new Error(`no payment ${id}`);
  const status = nextPaymentStatus(payment.status, verb);
  const isUnmined = verb === "unmine";
  await tx.rows`
    update chain_payments
    set status = ${status},
        nonce = case when ${verb === "drop"} then null else nonce end,
        raw_hex = coalesce(${facts.rawHex ?? null}, raw_hex),
        txid = coalesce(${facts.txid ?? null}, txid),
        fee_paid = coalesce(${facts.feePaid ?? null}::numeric, fee_paid),
        fault = coalesce(${facts.fault ?? null}, fault),
        block_height = case when ${isUnmined} then null else coalesce(${facts.height ?? null}::int, block_height) end,
        block_hash = case when ${isUnmined} then null else coalesce(${facts.hash ?? null}, block_hash) end
    where id = ${id}`;
  await tx.rows`
    insert into payment_moves (payment_id, verb, status, at)
    values (${id}, ${verb}, ${status}, ${tx.now})`;
  return status;
}

export type NewPayment = Pick<
  Payment,
  "chain" | "currency" | "purpose" | "subject" | "plan" | "from_address" | "nonce"
>;

/** Undefined when this send-out or sweep has a payment already. */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ id: bigint }>`
    insert into chain_payments (chain, currency, purpose, subject, plan, status, from_address, nonce, created_at)
    values (${payment.chain}, ${payment.currency}, ${payment.purpose}, ${payment.subject}, ${JSON.stringify(payment.plan)}::jsonb,
            'planned', ${payment.from_address}, ${payment.nonce}, ${tx.now})
    on conflict (purpose, subject) do nothing
    returning id`;
  return row?.id;
}

/** Payments of a chain that have not ended, and settled ones that a reorganisation took out of their block; oldest first. */
export async function openPayments(tx: ReadTx, chain: ChainName): Promise<Payment[]> {
  return tx.rows<Payment>`
    select id, chain, currency, purpose, subject, plan, status, from_address, nonce, raw_hex, txid, fee_paid,
           block_height, tries, tried_at, accepted_at, conflict_txid, conflict_height, stuck_kind, stuck_since_height
    from chain_payments
    where chain = ${chain} and (status in ('planned', 'signed', 'mined') or (status = 'final' and block_height is null))
    order by id`;
}

/** Undefined when the payment is not, or no longer, in this status. Locks it. */
export async function lockPayment(tx: Tx, id: bigint, status: PaymentStatus): Promise<Payment | undefined> {
  const [row] = await tx.rows<Payment>`
    select id, chain, currency, purpose, subject, plan, status, from_address, nonce, raw_hex, txid, fee_paid,
           block_height, tries, tried_at, accepted_at, conflict_txid, conflict_height, stuck_kind, stuck_since_height
    from chain_payments
    where id = ${id} and status = ${status}
    for update`;
  return row;
}

export async function lockPaymentOf(
  tx: Tx,
  { purpose, subject }: Pick<Payment, "purpose" | "subject">,
): Promise<Payment | undefined> {
  const [row] = await tx.rows<Payment>`
    select id, chain, currency, purpose, subject, plan, status, from_address, nonce, raw_hex, txid, fee_paid,
           block_height, tries, tried_at, accepted_at, conflict_txid, conflict_height, stuck_kind, stuck_since_height
    from chain_payments
    where purpose = ${purpose} and subject = ${subject}
    for update`;
  return row;
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

/**
 * A send-out: what a quote said, reserved in the ledger, and sent by one payment. Its own life is short; the way over
 * the chain is the payment's.
 */
import { CRYPTO, displayFromUnits } from "#contract/money.ts";
import { Refusal } from "#contract/refusals.ts";
import type { SendOut, SendOutFault, SendOutStatus } from "#contract/wallet.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { emitWalletEvent } from "./emit-wallet-event.ts";
import {
  findSendOutFacts,
  type SendOutFacts,
  type SendOutRow,
  type SendOutState,
  updateSendOut,
} from "./send-out-rows.ts";

export type SendOutVerb = "send" | "complete" | "fail" | "cancel";

export const SEND_OUT_MOVES: readonly { verb: SendOutVerb; from: readonly SendOutState[]; to: SendOutState }[] = [
  // The bytes are signed and kept.
  { verb: "send", from: ["reserved"], to: "sending" },
  { verb: "complete", from: ["sending"], to: "completed" },
  // Before the bytes exist because the signer or the chain's rules refuse; after, only on proof that they are dead.
  { verb: "fail", from: ["reserved", "sending"], to: "failed" },
  { verb: "cancel", from: ["reserved"], to: "cancelled" },
];

/** Refuses wallet.send_out_under_way when a user's verb has no place any more. */
export function nextSendOutState(state: SendOutState, verb: SendOutVerb): SendOutState {
  const move = SEND_OUT_MOVES.find((one) => one.verb === verb && one.from.includes(state));
  if (!move) throw new Refusal("wallet.send_out_under_way");
  return move.to;
}

export async function setSendOutState(
  tx: Tx,
  sendOut: SendOutRow,
  verb: SendOutVerb,
  reason: SendOutFault | null = null,
): Promise<SendOutState> {
  const status = nextSendOutState(sendOut.status, verb);
  await updateSendOut(tx, sendOut.id, { status, reason });
  emitSendOut(tx, sendOut, status);
  return status;
}

export async function endSendOut(
  tx: Tx,
  sendOut: SendOutRow,
  { status, reason }: { status: "completed" | "failed"; reason: SendOutFault | null },
): Promise<void> {
  await setSendOutState(tx, sendOut, status === "completed" ? "complete" : "fail", reason);
}

export function emitSendOut(
  tx: Tx,
  { user_id, currency, hash, units }: Pick<SendOutRow, "user_id" | "currency" | "hash" | "units">,
  status: string,
): void {
  emitWalletEvent(tx, { userId: user_id, currency, reason: "send_out", subject: hash, units, txid: null, status });
}

/** Why a send-out failed, in words for its owner. */
const REASONS: Readonly<Record<SendOutFault, string>> = {
  replaced: "Another transaction replaced it on the network. The full amount is back in your balance.",
  refused_by_chain:
    "The network rejected the transfer, for example because the recipient address is blocked. The amount is back in your balance; the network fee was spent.",
  contract_address:
    "The address belongs to a contract that does not accept simple transfers. The full amount is back in your balance.",
  token_refuses: "The token contract rejected this transfer. The full amount is back in your balance.",
  limit_reached:
    "The platform's daily sending limit has been reached. The full amount is back in your balance; please try again later.",
  not_allowed: "Our security checks blocked this transfer. The full amount is back in your balance.",
};

export function shownStatus({
  status,
  payment_status,
  accepted_at,
}: Pick<SendOutFacts, "status" | "payment_status" | "accepted_at">): SendOutStatus {
  if (status === "reserved") return "pending";
  if (status !== "sending") return status;
  if (payment_status === "mined") return "confirming";
  return accepted_at ? "broadcast" : "pending";
}

export function viewSendOut(facts: SendOutFacts): SendOut {
  const show = (units: bigint) => displayFromUnits(units, CRYPTO[facts.currency].digits);
  const isCancellable = facts.status === "reserved";
  return {
    id: facts.hash,
    cryptoCurrencyCode: facts.currency,
    address: facts.destination,
    amount: show(facts.units),
    fee: show(facts.fee_units),
    total: show(facts.units + facts.fee_units),
    status: shownStatus(facts),
    fault: facts.reason,
    reason: facts.reason === null ? null : REASONS[facts.reason],
    txid: facts.txid,
    confirmations: facts.confirmations,
    createdAt: facts.created_at.toISOString(),
    actions: isCancellable ? ["cancel"] : [],
  };
}

/** The user's send-out with its payment; refuses wallet.send_out_unknown for another's. */
export async function getSendOutFacts(
  tx: ReadTx,
  { userId, hash }: { userId: bigint; hash: string },
): Promise<SendOutFacts> {
  const row = await findSendOutFacts(tx, { userId, hash });
  if (!row) throw new Refusal("wallet.send_out_unknown");
  return row;
}

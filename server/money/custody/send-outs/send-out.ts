/** A send-out: what a quote said, reserved in the ledger, and sent by one payment. */
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { SendOut, SendOutFault, PaymentStatus } from "#contract/products/wallet/wallet.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { emitWalletEvent } from "../emit-wallet-event.ts";
import { findSendOutFacts, type SendOutFacts, type SendOutRow } from "./rows.ts";

export function emitSendOut(
  tx: Tx,
  { user_id, currency, hash, units }: Pick<SendOutRow, "user_id" | "currency" | "hash" | "units">,
  status: PaymentStatus | "awaiting_refill" | "refilled",
): void {
  emitWalletEvent(tx, { userId: user_id, currency, reason: "send_out", subject: hash, units, txid: null, status });
}

/** Why a send-out failed or was stopped, in words for its owner. */
const REASONS: Readonly<Record<SendOutFault, string>> = {
  replaced: "Another transaction replaced it on the network. The full amount is back in your balance.",
  refused_by_chain:
    "The network rejected the transfer, for example because the recipient address is blocked. The amount is back in your balance; the network fee was spent.",
  contract_address:
    "The address belongs to a contract that does not accept simple transfers. The full amount is back in your balance.",
  token_refuses: "The token contract rejected this transfer. The full amount is back in your balance.",
  limit_reached:
    "The platform's daily sending limit has been reached. The full amount is back in your balance; please try again later.",
  stopped_by_staff: "Our team stopped this transfer. The full amount is back in your balance.",
  not_allowed: "Our security checks blocked this transfer. The full amount is back in your balance.",
};

/** What is signed and was taken by no node yet is, for its owner, still on the way out. */
export function shownStatus({ status, accepted_at }: Pick<SendOutFacts, "status" | "accepted_at">): PaymentStatus {
  return status === "broadcast" && accepted_at === null ? "pending" : status;
}

export function viewSendOut(facts: SendOutFacts): SendOut {
  const show = (units: bigint) => displayFromUnits(units, CRYPTO[facts.currency].digits);
  const isCancellable = facts.status === "pending";
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
    waitsUntil: facts.waits_until?.toISOString() ?? null,
    awaitsRefill: facts.status === "pending" && facts.awaits_refill,
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

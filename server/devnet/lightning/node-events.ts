/** What a node says of its payments and channels, without LDK's types. */
import { hexOf, ldk } from "./ldk.ts";

export type NodeEvent =
  /** A payment to us has come as far as we: it is claimed or failed by us. */
  | {
      readonly kind: "claimable";
      readonly hash: string;
      readonly msat: bigint;
      readonly preimage: Uint8Array | undefined;
    }
  | { readonly kind: "settled"; readonly hash: string; readonly msat: bigint }
  | { readonly kind: "sent"; readonly hash: string; readonly preimage: string; readonly feeMsat: bigint }
  | { readonly kind: "failed"; readonly hash: string; readonly reason: FailureReason };

/** As LND names them. */
export type FailureReason = "NO_ROUTE" | "TIMEOUT" | "INCORRECT_PAYMENT_DETAILS" | "ERROR";

/** Undefined for what is no one's business but the node's. */
export function eventOf(event: ldk.Event): NodeEvent | undefined {
  if (event instanceof ldk.Event_PaymentClaimable) {
    const { purpose } = event;
    const preimage =
      purpose instanceof ldk.PaymentPurpose_Bolt11InvoicePayment &&
      purpose.payment_preimage instanceof ldk.Option_ThirtyTwoBytesZ_Some
        ? purpose.payment_preimage.some
        : undefined;
    return { kind: "claimable", hash: hexOf(event.payment_hash), msat: event.amount_msat, preimage };
  }
  if (event instanceof ldk.Event_PaymentClaimed)
    return { kind: "settled", hash: hexOf(event.payment_hash), msat: event.amount_msat };
  if (event instanceof ldk.Event_PaymentSent) {
    const { fee_paid_msat: fee } = event;
    return {
      kind: "sent",
      hash: hexOf(event.payment_hash),
      preimage: hexOf(event.payment_preimage),
      feeMsat: fee instanceof ldk.Option_u64Z_Some ? fee.some : 0n,
    };
  }
  if (event instanceof ldk.Event_PaymentFailed) {
    const { payment_hash: hash, reason } = event;
    if (!(hash instanceof ldk.Option_ThirtyTwoBytesZ_Some)) return undefined;
    return { kind: "failed", hash: hexOf(hash.some), reason: reasonOf(reason) };
  }
  return undefined;
}

function reasonOf(reason: ldk.Option_PaymentFailureReasonZ): FailureReason {
  const why = reason instanceof ldk.Option_PaymentFailureReasonZ_Some ? reason.some : undefined;
  if (why === ldk.PaymentFailureReason.LDKPaymentFailureReason_RouteNotFound) return "NO_ROUTE";
  if (why === ldk.PaymentFailureReason.LDKPaymentFailureReason_RetriesExhausted) return "NO_ROUTE";
  if (why === ldk.PaymentFailureReason.LDKPaymentFailureReason_RecipientRejected) return "INCORRECT_PAYMENT_DETAILS";
  if (why === ldk.PaymentFailureReason.LDKPaymentFailureReason_PaymentExpired) return "TIMEOUT";
  return "ERROR";
}

/** Every way that a payment on a chain, or a send-out, can go. */
import type { PaymentStatus } from "#contract/products/wallet/wallet.ts";
import type { PaymentOutcome, PaymentVerb } from "./rows.ts";

export type PaymentMove = {
  readonly verb: PaymentVerb;
  readonly from: PaymentStatus;
  readonly to: PaymentStatus;
  readonly outcome: PaymentOutcome | null;
};

export const PAYMENT_MOVES: readonly PaymentMove[] = [
  // Only what was never signed can be taken back or refused: once bytes exist they may be out, whatever a node said.
  { verb: "cancel", from: "pending", to: "cancelled", outcome: null },
  { verb: "refuse", from: "pending", to: "failed", outcome: "refused" },
  { verb: "sign", from: "pending", to: "broadcast", outcome: null },
  { verb: "mine", from: "broadcast", to: "confirming", outcome: null },
  { verb: "unmine", from: "confirming", to: "broadcast", outcome: null },
  { verb: "settle", from: "confirming", to: "completed", outcome: null },
  // It is final in a block, but the call failed: a frozen token, or a contract that refuses.
  { verb: "revert", from: "confirming", to: "failed", outcome: "reverted" },
  // Its inputs or its number were used by another transaction that is final.
  { verb: "conflict", from: "broadcast", to: "failed", outcome: "conflicted" },
];

/** The only place where a payment's status is decided. Throws for a move that the table does not have. */
export function nextPayment(status: PaymentStatus, verb: PaymentVerb): PaymentMove {
  const move = PAYMENT_MOVES.find((one) => one.verb === verb && one.from === status);
  if (!move) throw new Error(`a ${status} payment cannot ${verb}`);
  return move;
}

/**
 * A payment on a chain, from its plan to its end. What it is for (a send-out, a sweep, gas) is notified of its end; how it
 * gets there is the same for all, and stands in one table.
 */
import type { Tx } from "../../platform/db.ts";
import {
  insertMove,
  lockStatus,
  type MoveFacts,
  type PaymentStatus,
  type PaymentVerb,
  updatePayment,
} from "./payment-rows.ts";

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

/** Moves a payment and writes down that it moved. Locks its row. */
export async function movePayment(
  tx: Tx,
  id: bigint,
  verb: PaymentVerb,
  facts: MoveFacts = {},
): Promise<PaymentStatus> {
  const before = await lockStatus(tx, id);
  if (!before) throw new Error(`no payment ${id}`);
  const status = nextPaymentStatus(before, verb);
  await updatePayment(tx, id, { verb, status, facts });
  await insertMove(tx, id, { verb, status });
  return status;
}

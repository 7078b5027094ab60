/** A payment has come to its end: its status, what the network took, and what that means in the ledger. */
import type { SendOutFault } from "#contract/products/wallet/wallet.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { movePayment } from "./payment.ts";
import { type Payment, postPaymentEnd } from "./rows.ts";
import { freeReserved } from "../coins/coin-rows.ts";

export type PaymentEnd =
  | { readonly end: "settle" | "revert"; readonly feePaid: bigint }
  | { readonly end: "conflict" }
  | { readonly end: "refuse"; readonly reason: SendOutFault };

/** Locks the payment and its send-out. A payment ends once: the table of moves refuses a second end. */
export async function endPayment(tx: Tx, payment: Payment, ending: PaymentEnd): Promise<void> {
  await movePayment(tx, payment.id, ending.end, {
    reason: reasonOf(ending),
    ...("feePaid" in ending ? { feePaid: ending.feePaid } : {}),
    ...("reason" in ending ? { fault: ending.reason } : {}),
  });
  if (ending.end === "refuse" || ending.end === "conflict") await freeReserved(tx, payment.id);
  await postPaymentEnd(tx, payment.id);
}

/** The reason that the owner of a send-out reads. */
function reasonOf(ending: PaymentEnd): SendOutFault | null {
  if (ending.end === "refuse") return ending.reason;
  if (ending.end === "conflict") return "replaced";
  return ending.end === "revert" ? "refused_by_chain" : null;
}

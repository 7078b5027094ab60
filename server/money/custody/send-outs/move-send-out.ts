/** A send-out's status, which is its payment's. */
import type { SendOutFault } from "#contract/products/wallet/wallet.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { nextPayment } from "../payments/moves.ts";
import type { PaymentVerb } from "../payments/rows.ts";
import { emitSendOut } from "./send-out.ts";
import { lockSendOutByHash, type SendOutRow, updateSendOut } from "./rows.ts";

/** Moves a send-out that has no payment. Throws for a move that the table does not have. */
export async function moveSendOut(
  tx: Tx,
  sendOut: SendOutRow,
  verb: PaymentVerb,
  reason: SendOutFault | null = null,
): Promise<void> {
  const { to: status } = nextPayment(sendOut.status, verb);
  await updateSendOut(tx, sendOut.id, { status, reason });
  emitSendOut(tx, sendOut, status);
}

/** The same move as its payment made. Locks the send-out. */
export async function followPayment(
  tx: Tx,
  hash: string,
  verb: PaymentVerb,
  reason: SendOutFault | null,
): Promise<void> {
  const sendOut = await lockSendOutByHash(tx, hash);
  if (!sendOut) throw new Error(`no send-out ${hash}`);
  await moveSendOut(tx, sendOut, verb, reason);
}

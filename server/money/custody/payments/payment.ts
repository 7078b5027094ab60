/**
 * A payment on a chain, from its plan to its end. Its purpose (a send-out, a sweep, gas) is notified of its end; its
 * transitions are the same for all, and are in one table. A send-out changes status together with its payment, and by itself as
 * long as it has none.
 */
import type { SendOutFault } from "#contract/products/wallet/wallet.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { followPayment } from "../send-outs/move-send-out.ts";
import { nextPayment } from "./moves.ts";
import { insertMove, lockStatus, type MoveFacts, type PaymentVerb, updatePayment } from "./rows.ts";

/** Moves a payment, with its send-out when it has one, and writes down that it moved. Locks the payment, then the send-out. */
export async function movePayment(
  tx: Tx,
  id: bigint,
  verb: PaymentVerb,
  { reason = null, ...facts }: MoveFacts & { readonly reason?: SendOutFault | null } = {},
): Promise<void> {
  const before = await lockStatus(tx, id);
  if (!before) throw new Error(`no payment ${id}`);
  const { to: status, outcome } = nextPayment(before.status, verb);
  await updatePayment(tx, id, { verb, status, outcome, facts });
  await insertMove(tx, id, { verb, status });
  if (before.purpose === "send_out") await followPayment(tx, before.subject, verb, reason);
}

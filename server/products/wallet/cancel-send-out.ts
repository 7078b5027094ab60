/** The sender takes it back while nothing of it is signed: what has no bytes cannot be out. */
import { Refusal } from "#contract/refusals.ts";
import type { SendOut } from "#contract/wallet.ts";
import type { Tx } from "../../platform/db.ts";
import {
  cancelPayment,
  getSendOutFacts,
  lockPaymentOf,
  lockSendOutByHash,
  moveSendOut,
  refuseUnderWay,
  returnSendOut,
  viewSendOut,
} from "../../money/custody/index.ts";

/** Locks the payment, then the send-out. Refuses wallet.send_out_unknown and wallet.send_out_under_way. */
export async function cancelSendOut(tx: Tx, { userId, hash }: { userId: bigint; hash: string }): Promise<SendOut> {
  const payment = await lockPaymentOf(tx, { purpose: "send_out", subject: hash });
  const sendOut = await lockSendOutByHash(tx, hash);
  if (!sendOut || sendOut.user_id !== userId) throw new Refusal("wallet.send_out_unknown");

  refuseUnderWay(sendOut);

  if (payment) await cancelPayment(tx, payment.id, "cancelled by the sender");
  else await moveSendOut(tx, sendOut, "cancel");
  await returnSendOut(tx, sendOut, sendOut.units + sendOut.fee_units);
  return viewSendOut(await getSendOutFacts(tx, { userId, hash }));
}

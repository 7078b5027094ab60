/** The sender takes it back while nothing of it is signed: what has no bytes cannot be out. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { SendOut } from "#contract/products/wallet/wallet.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { cancelSendOutRow, emitSendOut, getSendOutFacts, viewSendOut } from "../../../money/custody/index.ts";

/** Locks the payment, then the send-out. Refuses wallet.send_out_unknown and wallet.send_out_under_way. */
export async function cancelSendOut(tx: Tx, { userId, hash }: { userId: bigint; hash: string }): Promise<SendOut> {
  const outcome = await cancelSendOutRow(tx, { hash, userId });
  if (outcome === "under_way") throw new Refusal("wallet.send_out_under_way");
  if (outcome !== "canceled") throw new Refusal("wallet.send_out_unknown");

  const facts = await getSendOutFacts(tx, { userId, hash });
  emitSendOut(tx, facts, facts.status);
  return viewSendOut(facts);
}

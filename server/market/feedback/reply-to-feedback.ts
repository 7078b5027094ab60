/** The receiver answers, once. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { lockTrade, noteReply, roleIn } from "../trades/index.ts";
import { lockReceived, setReply } from "./rows.ts";

/** Locks the trade. Refuses trade.not_found, feedback.nothing_to_reply, feedback.replied. */
export async function replyToFeedback(
  tx: Tx,
  { hash, receiverId, reply }: { hash: string; receiverId: bigint; reply: string },
): Promise<bigint> {
  const trade = await lockTrade(tx, hash);
  const role = trade && roleIn(trade, receiverId);
  if (!trade || !role) throw new Refusal("trade.not_found");
  const received = await lockReceived(tx, { hash, receiverId });
  if (!received) throw new Refusal("feedback.nothing_to_reply");
  if (received.reply !== null) throw new Refusal("feedback.replied");

  await setReply(tx, received.id, trimmed(reply));

  noteReply(tx, { hash, role });
  tx.emit({ type: "feedback.replied", subject: hash, payload: { giverId: String(received.giver_id) } });
  return received.id;
}

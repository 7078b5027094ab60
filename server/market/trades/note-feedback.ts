/** Feedback was given or answered in a trade: the chat says so, and the view knows what was given. */
import type { Tx } from "../../platform/db.ts";
import { postSystemLines } from "../chat/index.ts";

export async function noteFeedback(
  tx: Tx,
  { hash, role, isUpdate }: { hash: string; role: "buyer" | "seller"; isUpdate: boolean },
): Promise<void> {
  await tx.rows`
    update trades
    set buyer_feedback_at = case when ${role} = 'buyer' then ${tx.now}::timestamptz else buyer_feedback_at end,
        seller_feedback_at = case when ${role} = 'seller' then ${tx.now}::timestamptz else seller_feedback_at end,
        version = version + 1
    where hash = ${hash}`;
  postSystemLines(tx, [{ ref: hash, key: isUpdate ? "feedback_updated" : "feedback_given", values: { role } }]);
  tx.emit({ type: "trade.feedback", subject: hash, payload: { role } });
}

export function noteReply(tx: Tx, { hash, role }: { hash: string; role: "buyer" | "seller" }): void {
  postSystemLines(tx, [{ ref: hash, key: "feedback_replied", values: { role } }]);
}

/** Feedback was given or answered in a trade: the conversation says so, and the view knows what was given. */
import type { Tx } from "../../platform/postgres/db.ts";
import { postSystemLines } from "../chat/index.ts";
import { setFeedbackAt } from "./rows.ts";

export async function noteFeedback(
  tx: Tx,
  { hash, role, isUpdate }: { hash: string; role: "buyer" | "seller"; isUpdate: boolean },
): Promise<void> {
  await setFeedbackAt(tx, { hash, role });
  postSystemLines(tx, [{ ref: hash, key: isUpdate ? "feedback_updated" : "feedback_given", values: { role } }]);
  tx.emit({ type: "trade.feedback", subject: hash, payload: { role } });
}

export function noteReply(tx: Tx, { hash, role }: { hash: string; role: "buyer" | "seller" }): void {
  postSystemLines(tx, [{ ref: hash, key: "feedback_replied", values: { role } }]);
}

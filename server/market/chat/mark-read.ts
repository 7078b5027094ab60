/** A member has seen everything up to a message. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { findMember, setLastRead, unreadOfEach, type Who } from "./conversation-rows.ts";
import { newestLineId } from "./message-rows.ts";

/** Never goes back. Refuses trade.not_found to strangers. Returns what is still unread. */
export async function markRead(
  tx: Tx,
  { ref, userId, isStaff, messageId }: Who & { readonly ref: string; readonly messageId: bigint },
): Promise<number> {
  const member = await findMember(tx, { ref, userId, isStaff });
  if (!member) throw new Refusal("trade.not_found");
  const newest = await newestLineId(tx, member.trade_id);
  const upTo = messageId > newest ? newest : messageId;
  const reader = { userId, tradeId: member.trade_id, isSide: member.role !== "moderator" };
  if (upTo <= member.last_read_id) return (await unreadOfEach(tx, [reader]))[0] ?? 0;

  await setLastRead(tx, { member, userId, upTo });
  tx.emit({ type: "chat.read", subject: ref, payload: { userId: String(userId), upTo: String(upTo) } });
  return (await unreadOfEach(tx, [reader]))[0] ?? 0;
}

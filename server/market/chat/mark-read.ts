/** A member has seen everything up to a message. */
import { Refusal } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import { findMember, unreadCounts } from "./rooms.ts";

/** Never goes back. Refuses trade.not_found to strangers. Returns what is still unread. */
export async function markRead(
  tx: Tx,
  { ref, userId, messageId }: { ref: string; userId: bigint; messageId: bigint },
): Promise<number> {
  const member = await findMember(tx, { ref, userId });
  if (!member) throw new Refusal("trade.not_found");
  const [newest] = await tx.rows<{ id: bigint }>`
    select coalesce(max(id), 0) as id
    from chat_messages
    where room_id = ${member.room_id}`;
  const upTo = newest && messageId > newest.id ? newest.id : messageId;
  if (upTo <= member.last_read_id) return (await unreadCounts(tx, { userId, refs: [ref] })).get(ref) ?? 0;

  await tx.rows`
    update chat_members
    set last_read_id = greatest(last_read_id, ${upTo})
    where room_id = ${member.room_id} and user_id = ${userId}`;
  tx.emit({ type: "chat.read", subject: ref, payload: { userId: String(userId), upTo: String(upTo) } });
  return (await unreadCounts(tx, { userId, refs: [ref] })).get(ref) ?? 0;
}

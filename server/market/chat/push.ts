/** A message reaches every member's live channel; what was read is told to the other side. */
import type { JsonValue, ReadTx, Tx } from "../../platform/db.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import { pushLive } from "../../platform/live.ts";
import { viewMessageFor } from "./messages.ts";
import { type CloseReason, unreadCounts } from "./rooms.ts";

async function membersOf(tx: ReadTx, ref: string) {
  return tx.rows<{ user_id: bigint; external_id: string; closed_reason: CloseReason | null }>`
    select member.user_id, users.external_id::text, room.closed_reason
    from chat_rooms room
    join chat_members member on member.room_id = room.id
    join users on users.id = member.user_id
    where room.ref = ${ref}`;
}

export async function pushPosted(tx: Tx, event: StoredEvent): Promise<void> {
  const { messageId } = event.payload as { messageId: string };
  for (const member of await membersOf(tx, event.subject)) {
    const message = await viewMessageFor(tx, { messageId: BigInt(messageId), viewerId: member.user_id });
    const unread = await unreadCounts(tx, { userId: member.user_id, refs: [event.subject] });
    if (!message) continue;
    await pushLive(tx, `user:${member.external_id}`, {
      type: "chat.message",
      tradeHash: event.subject,
      unread: unread.get(event.subject) ?? 0,
      // A room is closed and opened with a line in it: whoever has the page open need not ask.
      blockReason: member.closed_reason,
      message: message as unknown as JsonValue,
    });
  }
}

export async function pushRead(tx: Tx, event: StoredEvent): Promise<void> {
  const { userId, upTo } = event.payload as { userId: string; upTo: string };
  for (const member of await membersOf(tx, event.subject)) {
    const isReader = member.user_id === BigInt(userId);
    const unread = await unreadCounts(tx, { userId: member.user_id, refs: [event.subject] });
    await pushLive(tx, `user:${member.external_id}`, {
      type: "chat.read",
      tradeHash: event.subject,
      readByOther: isReader ? null : upTo,
      unread: unread.get(event.subject) ?? 0,
    });
  }
}

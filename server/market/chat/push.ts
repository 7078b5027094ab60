/** A message goes to every member's live channel; so does how far the other side has read. */
import type { Tx } from "../../platform/db.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import { pushLive } from "../../platform/live.ts";
import { viewMessageFor } from "./messages.ts";
import { membersOf, unreadCounts } from "./conversation-rows.ts";

export async function pushPosted(tx: Tx, event: StoredEvent<"chat.posted">): Promise<void> {
  const { messageId } = event.payload;
  for (const member of await membersOf(tx, event.subject)) {
    const message = await viewMessageFor(tx, { messageId: BigInt(messageId), viewerId: member.user_id });
    const unread = await unreadCounts(tx, { userId: member.user_id, refs: [event.subject] });
    if (!message) continue;
    await pushLive(tx, `user:${member.external_id}`, {
      type: "chat.message",
      tradeHash: event.subject,
      unread: unread.get(event.subject) ?? 0,
      // A conversation is closed and opened with a line in it: an open page need not ask.
      blockReason: member.closed_reason,
      message,
    });
  }
}

export async function pushRead(tx: Tx, event: StoredEvent<"chat.read">): Promise<void> {
  const { userId, upTo } = event.payload;
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

/** A message goes to every member's live channel; so does how far the other side has read. */
import type { Tx } from "../../platform/db.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { LivePost } from "../../platform/live.ts";
import { viewMessage } from "./messages.ts";
import { deliveredMessages } from "./message-rows.ts";
import { membersOf, unreadOfEach } from "./conversation-rows.ts";

export async function pushPosted(tx: Tx, events: readonly StoredEvent<"chat.posted">[]): Promise<LivePost[]> {
  const rows = await deliveredMessages(
    tx,
    events.map(({ payload }) => BigInt(payload.messageId)),
  );
  return [
    {
      channels: rows.map(({ viewer_external_id }) => `user:${viewer_external_id}`),
      async bodies(read) {
        const asked = rows.map(({ viewer_id, ref }) => ({ userId: viewer_id, ref }));
        const unread = await unreadOfEach(read, asked);
        return rows.map((row, index) => ({
          type: "chat.message",
          tradeHash: row.ref,
          unread: unread[index] ?? 0,
          // A conversation is closed and opened with a line in it: an open page need not ask.
          blockReason: row.closed_reason,
          message: viewMessage(row, row.viewer_id),
        }));
      },
    },
  ];
}

export async function pushRead(tx: Tx, events: readonly StoredEvent<"chat.read">[]): Promise<LivePost[]> {
  const members = await membersOf(
    tx,
    events.map(({ subject }) => subject),
  );
  const byRef = Map.groupBy(members, ({ ref }) => ref);
  const told = events.flatMap(({ subject, payload }) =>
    (byRef.get(subject) ?? []).map((member) => ({ ...member, reading: payload })),
  );
  return [
    {
      channels: told.map(({ external_id }) => `user:${external_id}`),
      async bodies(read) {
        const asked = told.map(({ user_id, ref }) => ({ userId: user_id, ref }));
        const unread = await unreadOfEach(read, asked);
        return told.map(({ user_id, ref, reading }, index) => ({
          type: "chat.read",
          tradeHash: ref,
          readByOther: user_id === BigInt(reading.userId) ? null : reading.upTo,
          unread: unread[index] ?? 0,
        }));
      },
    },
  ];
}

/**
 * Notifies of messages in a trade's chat, for a side that does not read it: not each message, but after the time that the reader
 * chose how many there are, and nothing when they have read them meanwhile. Never what they say.
 */
import type { Job, StoredEvent } from "../../../platform/app-ports.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { textOf } from "../../../platform/texts.ts";
import type { LivePost } from "../../../platform/events/live.ts";
import { receiversOf, unreadWordsOf } from "../../../market/chat/index.ts";
import { beginWaits, endWaits } from "./chat-wait-rows.ts";
import { sendNotifications } from "../channels/sending/notification.ts";

export async function awaitReaders(tx: Tx, events: readonly StoredEvent<"chat.posted">[]): Promise<LivePost[]> {
  const receivers = await receiversOf(
    tx,
    events.map(({ payload }) => BigInt(payload.messageId)),
  );
  if (receivers.length > 0) await beginWaits(tx, receivers);
  return [];
}

const AT_ONCE = 200;

export const unreadChatJob: Job = {
  name: "tell-unread-chats",
  everyMs: 5000,
  async run({ db }) {
    for (;;) {
      const ended = await db.tx(async (tx) => {
        const waits = await endWaits(tx, AT_ONCE);
        const unread = waits.length > 0 ? await unreadWordsOf(tx, waits) : [];
        for (const { ref, userId, words } of unread) {
          const payload = { userId: String(userId), unread: words };
          tx.emit({ type: "chat.unread", subject: ref, payload });
        }
        return waits.length;
      });
      if (ended < AT_ONCE) return;
    }
  },
};

export async function notifyUnread(tx: Tx, events: readonly StoredEvent<"chat.unread">[]): Promise<LivePost[]> {
  return sendNotifications(
    tx,
    events.map(({ id, subject, payload: { userId, unread }, at }) => ({
      userId: BigInt(userId),
      kind: "chat_unread",
      subject,
      details: { unread: String(unread) },
      link: `/trade/${subject}`,
      at,
      facts: (lang) => [textOf("notifications.facts.unread", lang, { value: unread })],
      mailKey: `event:${id}:${userId}`,
    })),
  );
}

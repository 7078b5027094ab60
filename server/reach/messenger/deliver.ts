/** What happens in conversations goes to the live channels of their members, and to readers who are away as a notification. */
import type { Conversation } from "#contract/reach/messenger/messenger.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { LivePost } from "../../platform/events/live.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { textOf } from "../../platform/texts.ts";
import { markSubjectsRead, sendNotifications } from "../notifications/index.ts";
import { viewConversation } from "./conversation.ts";
import {
  type ConversationRow,
  conversationsOfPairs,
  lockConversation,
  membersOf,
  unreadChatsOf,
} from "./conversation-rows.ts";
import { findMessages, type MessageRow, offersOfConversations, receiversOf } from "./message-rows.ts";
import { languagesOf } from "../../people/accounts/index.ts";
import { getConversationRow, viewMessage } from "./messages.ts";
import { writeMessage } from "./write-message.ts";

export async function deliverPosted(tx: Tx, events: readonly StoredEvent<"messenger.posted">[]): Promise<LivePost[]> {
  const names = events.map(({ subject: hash, payload: { seq } }) => ({ hash, seq }));
  const [messages, members] = [await findMessages(tx, names), await membersOf(tx, hashesOf(events))];
  const pushed = names.flatMap(({ hash, seq }) => {
    const message = messages.find((one) => one.hash === hash && one.seq === seq);
    return message ? members.filter((one) => one.hash === hash).map((member) => ({ member, message })) : [];
  });
  return [postOf(pushed, tx.now), ...(await notifyReceivers(tx, events))];
}

/** A burst of unread messages is one notification; the partner of an offer has one already. */
async function notifyReceivers(tx: Tx, events: readonly StoredEvent<"messenger.posted">[]): Promise<LivePost[]> {
  const first = events.filter(({ payload }) => payload.isFirst);
  if (first.length === 0) return [];
  const receivers = await receiversOf(
    tx,
    first.map(({ subject: hash, payload: { seq } }) => ({ hash, seq })),
  );
  return sendNotifications(
    tx,
    receivers.map(({ hash, seq, user_id: userId, author }) => ({
      userId,
      kind: "direct_message",
      subject: hash,
      details: { from: author },
      link: `/messages/${hash}`,
      at: first.find(({ subject, payload }) => subject === hash && payload.seq === seq)?.at ?? tx.now,
      facts: (lang) => [textOf("notifications.facts.message_from", lang, { value: author })],
      mailKey: `message:${hash}:${seq}`,
    })),
  );
}

/** What was read needs no notification any more. */
export async function deliverRead(tx: Tx, events: readonly StoredEvent<"messenger.read">[]): Promise<LivePost[]> {
  await markSubjectsRead(
    tx,
    "direct_message",
    events.map(({ subject, payload }) => ({ userId: BigInt(payload.userId), subject })),
  );
  return [await changesOf(tx, hashesOf(events))];
}

export async function deliverChanged(tx: Tx, events: readonly StoredEvent<"messenger.changed">[]): Promise<LivePost[]> {
  return [await changesOf(tx, hashesOf(events))];
}

/** After a block nothing of the conversation is notified any more, and neither side can write. */
export async function deliverRelation(tx: Tx, events: readonly StoredEvent<"relation.changed">[]): Promise<LivePost[]> {
  const pairs = events.map(({ subject, payload }) => ({ userId: BigInt(subject), otherId: BigInt(payload.otherId) }));
  const found = await conversationsOfPairs(tx, pairs);
  if (found.length === 0) return [];
  const blocked = found.filter(({ low_id: low, high_id: high }) =>
    events.some(
      ({ subject, payload }) =>
        payload.isBlocked && [low, high].includes(BigInt(subject)) && [low, high].includes(BigInt(payload.otherId)),
    ),
  );
  await markSubjectsRead(
    tx,
    "direct_message",
    blocked.flatMap(({ hash: subject, low_id, high_id }) => [low_id, high_id].map((userId) => ({ userId, subject }))),
  );
  return [
    await changesOf(
      tx,
      found.map(({ hash }) => hash),
    ),
  ];
}

/** A special offer that was made in a conversation is a message of it. */
export async function postOfferCards(tx: Tx, events: readonly StoredEvent<"offer.made_for">[]): Promise<LivePost[]> {
  const offers = await offersOfConversations(
    tx,
    events.map(({ subject }) => subject),
  );
  for (const { offer_id: offerId, owner_id: authorId, conversation: hash } of offers) {
    await lockConversation(tx, hash);
    const row = await getConversationRow(tx, { hash, userId: authorId });
    await writeMessage(tx, { row, message: { authorId, kind: "offer", uploadId: null, offerId }, text: "" });
  }
  return [];
}

const hashesOf = (events: readonly { readonly subject: string }[]) => [
  ...new Set(events.map(({ subject }) => subject)),
];

async function changesOf(tx: Tx, hashes: readonly string[]): Promise<LivePost> {
  const members = await membersOf(tx, hashes);
  return postOf(
    members.map((member) => ({ member, message: null })),
    tx.now,
  );
}

type Pushed = { readonly member: ConversationRow; readonly message: MessageRow | null };

function postOf(pushed: readonly Pushed[], now: Date): LivePost {
  return {
    channels: pushed.map(({ member }) => `user:${member.external_id}`),
    async bodies(read) {
      const unread = await unreadChatsOf(
        read,
        pushed.map(({ member }) => member.user_id),
      );
      const languages = await languagesOf(
        read,
        pushed.map(({ member }) => member.user_id),
      );
      return pushed.map(({ member, message }, index) => ({
        type: "messenger.changed",
        conversation: viewConversation(member) satisfies Conversation,
        message:
          message && viewMessage(message, { viewerId: member.user_id, now, locale: languages.get(member.user_id) }),
        unreadChats: unread[index]?.unread ?? 0,
        requests: unread[index]?.requests ?? 0,
      }));
    },
  };
}

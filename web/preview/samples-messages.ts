/** Sample props of reach: conversations outside trades, the staff's queue of reports, the partner program. */
import type { Conversation, DirectMessage } from "#contract/reach/messenger.ts";
import type { ConversationPageProps, MessagesPageProps } from "#contract/reach/pages.ts";
import { samplesOfPartners } from "./samples-partners.ts";

const MINUTE = 60_000;

export function samplesOfMessages(nowMs: number) {
  return {
    ...samplesOfPartners(nowMs),
    messages: { page: "messages", needsUser: true, props: sampleFolder(nowMs) },
    "messages-none": {
      page: "messages",
      needsUser: true,
      props: { ...sampleFolder(nowMs), folder: "requests", found: { rows: [], next: null } },
    },
    conversation: { page: "conversation", needsUser: true, props: sampleConversation(nowMs) },
    "conversation-request": {
      page: "conversation",
      needsUser: true,
      props: {
        conversation: { ...row(nowMs, 2), state: "request", isStartedByMe: false, isAnswered: false },
        messages: sampleConversation(nowMs).messages.slice(0, 1),
        hasMore: false,
      },
    },
    "new-message": {
      page: "new-message",
      needsUser: true,
      props: {
        ...{ username: "amara_k", avatarUrl: null, origin: "profile" },
        standing: {
          ...{ accepts: "everyone", permission: "chat_create_is_allowed", obstacle: null },
          ...{ tradeHash: null, conversationId: null },
        },
      },
    },
    "staff-message-reports": {
      page: "staff-message-reports",
      needsUser: true,
      props: {
        queue: "waiting",
        after: "",
        found: {
          next: null,
          rows: [
            {
              ...{ number: "SampleReport1", by: "ada", about: "quick_coins", reason: "outside_escrow" },
              ...{ text: "Asks me to pay outside of the platform.", others: 2, closed: null, mayDecide: true },
              at: new Date(nowMs - 90 * MINUTE).toISOString(),
            },
          ],
        },
      },
    },
  } as const;
}

function row(nowMs: number, unread: number): Conversation {
  return {
    id: "SampleChat01",
    other: { username: "amara_k", avatarUrl: null, lastSeenAt: new Date(nowMs - 3 * MINUTE).toISOString() },
    ...{ state: "accepted", isStartedByMe: true, isAnswered: true, isMuted: false, isArchived: false },
    ...{ isBlockedByMe: false, unread, lastSeq: 4, readByOther: 3, block: null, isOpen: true },
    last: {
      kind: "text",
      text: "Can you do 500 today?",
      isMine: false,
      at: new Date(nowMs - 3 * MINUTE).toISOString(),
    },
  };
}

function sampleFolder(nowMs: number): MessagesPageProps {
  const other = (username: string) => ({ username, avatarUrl: null, lastSeenAt: null });
  return {
    folder: "conversations",
    counts: { unread: 2, requests: 1 },
    after: "",
    found: {
      next: null,
      rows: [
        row(nowMs, 2),
        { ...row(nowMs - 60 * MINUTE, 0), id: "SampleChat02", other: other("kwame"), isMuted: true },
        { ...row(nowMs - 600 * MINUTE, 1), id: "SampleChat03", other: other("lucia_mx") },
      ],
    },
  };
}

function sampleConversation(nowMs: number): ConversationPageProps {
  const message = (seq: number, isMine: boolean, text: string): DirectMessage => ({
    ...{ seq, kind: "text", isMine, text, attachment: null, offer: null, warnings: [] },
    at: new Date(nowMs - (30 - seq) * MINUTE).toISOString(),
  });
  return {
    conversation: row(nowMs, 0),
    hasMore: true,
    messages: [
      message(1, true, "Hello, do you trade larger amounts?"),
      { ...message(2, false, "Yes, write to me at amara@example.com"), warnings: ["contact"] },
      {
        ...message(3, false, ""),
        kind: "offer",
        offer: {
          ...{ hash: "SampleOffer1", type: "sell", cryptoCurrencyCode: "BTC", fiatCurrencyCode: "USD" },
          ...{ paymentMethod: "Wise", price: "84250.00", min: "500", max: "2000", isOver: false },
          until: new Date(nowMs + 300 * MINUTE).toISOString(),
        },
      },
      message(4, false, "Can you do 500 today?"),
    ],
  };
}

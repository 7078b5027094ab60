/** Conversations of two users outside trades: who may start one, messages, requests, and reports to the staff. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import {
  count,
  cryptoCode,
  fiatCode,
  hash,
  instant,
  queryInt,
  queuePlace,
  text,
  username,
} from "../../platform/wire.ts";
import { OFFER_TYPES } from "../../market/offers/offer-fields.ts";
import { upload } from "../../market/trades/chat.ts";
import {
  CHAT_ACCEPTANCES,
  CHAT_BLOCKS,
  CHAT_FOLDERS,
  CHAT_OBSTACLES,
  CHAT_ORIGINS,
  CHAT_PERMISSIONS,
  DIRECT_MESSAGE_MAX_CHARS,
  MESSAGE_REPORT_OUTCOMES,
  MESSAGE_REPORT_REASONS,
} from "./names.ts";

const messengerProfile = z.strictObject({ accept_chat_messages: z.enum(CHAT_ACCEPTANCES) });

export const getMessengerProfile = endpoint({
  name: "getMessengerProfile",
  method: "GET",
  path: "/proxy/messenger/v3/profile",
  summary: "The users whose messages the caller accepts",
  reply: messengerProfile,
});

export const saveMessengerProfile = endpoint({
  name: "saveMessengerProfile",
  method: "PUT",
  path: "/proxy/messenger/v3/profile",
  summary: "Choose whose messages the caller accepts outside trades; in an open trade both sides can always write",
  body: messengerProfile,
  reply: messengerProfile,
});

/** Whether a signed-in reader may message another user. */
export const chatStanding = z.strictObject({
  accepts: z.enum(CHAT_ACCEPTANCES),
  permission: z.enum(CHAT_PERMISSIONS),
  /** null unless it is forbidden. */
  obstacle: z.nullable(z.enum(CHAT_OBSTACLES)),
  /** The open trade whose conversation the two share. */
  tradeHash: z.nullable(z.string()),
  /** Their conversation outside trades. */
  conversationId: z.nullable(z.string()),
});
export type ChatStanding = z.infer<typeof chatStanding>;

/** A special offer that was made in the conversation. */
const offerCard = z.strictObject({
  hash,
  type: z.enum(OFFER_TYPES),
  cryptoCurrencyCode: cryptoCode,
  fiatCurrencyCode: fiatCode,
  paymentMethod: z.string(),
  price: z.string(),
  min: z.string(),
  max: z.string(),
  until: instant,
  /** It was taken off, or its time is over. */
  isOver: z.boolean(),
});

export const directMessage = z.strictObject({
  /** Of its conversation: from one on, without gaps. */
  seq: count,
  at: instant,
  kind: z.enum(["text", "file", "offer"]),
  isMine: z.boolean(),
  text: z.string(),
  attachment: z.nullable(upload),
  offer: z.nullable(offerCard),
  /** Warnings about this text: contact details, a link, a request to release first. */
  warnings: z.array(z.enum(["contact", "link", "release_first", "off_platform", "not_platform"])),
});
export type DirectMessage = z.infer<typeof directMessage>;

export const conversation = z.strictObject({
  id: hash,
  other: z.strictObject({ username: z.string(), avatarUrl: z.nullable(z.string()), lastSeenAt: z.nullable(instant) }),
  /** The caller has not answered the first message of a stranger, or declined it. */
  state: z.enum(["accepted", "request", "declined"]),
  isStartedByMe: z.boolean(),
  isAnswered: z.boolean(),
  isMuted: z.boolean(),
  isArchived: z.boolean(),
  isBlockedByMe: z.boolean(),
  unread: count,
  /** The number of the newest message, and of the newest that the other side has read. */
  lastSeq: count,
  readByOther: count,
  /** Null once its time is over. */
  last: z.nullable(
    z.strictObject({ kind: directMessage.shape.kind, text: z.string(), isMine: z.boolean(), at: instant }),
  ),
  /** Null where the caller may write. */
  block: z.nullable(z.enum(CHAT_BLOCKS)),
  /** Links, files and special offers may be sent. */
  isOpen: z.boolean(),
});
export type Conversation = z.infer<typeof conversation>;

/** Conversations with unread messages; those that are muted, archived or declined do not count. */
const unreadChats = z.strictObject({ unread: count, requests: count });

export const listConversations = endpoint({
  name: "listConversations",
  method: "GET",
  path: "/proxy/messenger/v3/chats",
  summary:
    "The caller's conversations outside trades, the latest first, fifty at a time; requests and archived ones apart",
  query: z.strictObject({ folder: z.optional(z.enum(CHAT_FOLDERS)), after: z.optional(queuePlace) }),
  reply: z.strictObject({ rows: z.array(conversation), next: z.nullable(z.string()) }),
  meta: unreadChats,
});

const words = text({ max: DIRECT_MESSAGE_MAX_CHARS });
const sent = z.strictObject({ conversation, message: directMessage });
const writing = [
  "chat.empty",
  "chat.too_fast",
  "messenger.blocked",
  "messenger.unavailable",
  "messenger.unanswered",
  "messenger.no_links",
] as const;

export const startConversation = endpoint({
  name: "startConversation",
  method: "POST",
  path: "/proxy/messenger/v3/chats",
  summary:
    "Write a first message to another user. Two users have one conversation: where it exists already, the message is added to it",
  body: z.strictObject({ username, created_from: z.enum(CHAT_ORIGINS), text: words }),
  reply: sent,
  refusals: [
    ...["account.not_found", "messenger.self", "messenger.not_accepted", "messenger.too_many", "messenger.trade_open"],
    ...writing,
  ] as const,
});

const params = z.strictObject({ id: hash });

export const getConversation = endpoint({
  name: "getConversation",
  method: "GET",
  path: "/proxy/messenger/v3/chats/:id",
  summary: "One conversation of the caller",
  params,
  reply: conversation,
  refusals: ["messenger.not_found"],
});

const seqQuery = queryInt({ min: 0, max: 2_000_000_000 });

export const listDirectMessages = endpoint({
  name: "listDirectMessages",
  method: "GET",
  path: "/proxy/messenger/v3/chats/:id/messages",
  summary:
    "Messages of a conversation by their numbers, oldest first: the newest, those before a number, or those after it",
  params,
  query: z.strictObject({
    before: z.optional(seqQuery),
    after: z.optional(seqQuery),
    limit: z.optional(queryInt({ min: 1, max: 200 })),
  }),
  reply: z.array(directMessage),
  meta: z.strictObject({ conversation, hasMore: z.boolean() }),
  refusals: ["messenger.not_found"],
});

export const postDirectMessage = endpoint({
  name: "postDirectMessage",
  method: "POST",
  path: "/proxy/messenger/v3/chats/:id/messages",
  summary: "Write in a conversation, with text or an upload of one's own. Writing in a request accepts it",
  params,
  body: z.strictObject({ text: z.optional(words), upload_id: z.optional(hash) }),
  reply: sent,
  refusals: ["messenger.not_found", "messenger.no_files", "upload.not_found", "upload.count_limit", ...writing],
});

export const acceptConversation = endpoint({
  name: "acceptConversation",
  method: "POST",
  path: "/proxy/messenger/v3/chats/:id/accept",
  summary: "Accept a request: it moves to the conversations, and the other side may send links and files",
  params,
  reply: conversation,
  refusals: ["messenger.not_found", "messenger.no_request"],
});

export const declineConversation = endpoint({
  name: "declineConversation",
  method: "POST",
  path: "/proxy/messenger/v3/chats/:id/decline",
  summary: "Decline a request: it leaves the lists, and the other side is not notified",
  params,
  reply: conversation,
  refusals: ["messenger.not_found", "messenger.no_request"],
});

export const changeConversation = endpoint({
  name: "changeConversation",
  method: "PUT",
  path: "/proxy/messenger/v3/chats/:id",
  summary: "Mute a conversation or put it into the archive, for the caller alone",
  params,
  body: z.strictObject({ is_muted: z.optional(z.boolean()), is_archived: z.optional(z.boolean()) }),
  reply: conversation,
  refusals: ["messenger.not_found"],
});

export const readConversation = endpoint({
  name: "readConversation",
  method: "POST",
  path: "/proxy/messenger/v3/chats/:id/read",
  summary: "Everything up to this number has been seen",
  params,
  body: z.strictObject({ seq: z.int().check(z.minimum(0), z.maximum(2_000_000_000)) }),
  reply: conversation,
  refusals: ["messenger.not_found"],
});

export const reportConversation = endpoint({
  name: "reportConversation",
  method: "POST",
  path: "/proxy/messenger/v3/chats/:id/report",
  summary: "Report a message of the other side to the staff, who get it with the ten messages before it",
  params,
  body: z.strictObject({
    seq: z.int().check(z.minimum(1), z.maximum(2_000_000_000)),
    reason: z.enum(MESSAGE_REPORT_REASONS),
    text: z.optional(text({ max: 1000 })),
  }),
  reply: z.strictObject({ number: hash }),
  refusals: [
    "messenger.not_found",
    "messenger.no_message",
    "messenger.own_report",
    "messenger.reported",
    "messenger.reports_today",
    "messenger.report_words",
  ],
});

const reportRow = z.strictObject({
  number: hash,
  by: z.string(),
  about: z.string(),
  reason: z.enum(MESSAGE_REPORT_REASONS),
  text: z.nullable(z.string()),
  at: instant,
  /** Open reports about the same user. */
  others: count,
  /** Null while it waits. */
  closed: z.nullable(
    z.strictObject({ outcome: z.enum(MESSAGE_REPORT_OUTCOMES), by: z.string(), at: instant, reason: z.string() }),
  ),
  /** The viewer is on neither side. */
  mayDecide: z.boolean(),
});
export type MessageReport = z.infer<typeof reportRow>;

export const listMessageReports = endpoint({
  name: "listMessageReports",
  method: "GET",
  path: "/rest/v1/staff/message-reports",
  summary: "Reports of messages outside trades: those that wait, the longest first, or the closed ones",
  query: z.strictObject({ queue: z.optional(z.enum(["waiting", "closed"])), after: z.optional(queuePlace) }),
  reply: z.strictObject({ rows: z.array(reportRow), next: z.nullable(z.string()) }),
  refusals: ["auth.forbidden"],
});

const reportParams = z.strictObject({ number: hash });

export const lookAtMessageReport = endpoint({
  name: "lookAtMessageReport",
  method: "POST",
  path: "/rest/v1/staff/message-reports/:number/look",
  summary: "Read the messages of a report; the audit log records the reader and the reason",
  params: reportParams,
  body: z.strictObject({ reason: text({ min: 3, max: 300 }) }),
  reply: z.strictObject({
    messages: z.array(
      z.strictObject({
        seq: count,
        author: z.string(),
        /** Of the reported user. */
        isReported: z.boolean(),
        kind: directMessage.shape.kind,
        text: z.string(),
        fileName: z.nullable(z.string()),
        at: instant,
      }),
    ),
  }),
  refusals: ["auth.forbidden", "messenger.no_report"],
});

export const closeMessageReport = endpoint({
  name: "closeMessageReport",
  method: "POST",
  path: "/rest/v1/staff/message-reports/:number/close",
  summary: "Close a report with a reason",
  params: reportParams,
  body: z.strictObject({ outcome: z.enum(MESSAGE_REPORT_OUTCOMES), reason: text({ min: 3, max: 1000 }) }),
  reply: reportRow,
  refusals: ["auth.forbidden", "messenger.no_report", "messenger.report_closed", "staff.own_account"],
});

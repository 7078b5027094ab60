/** The chat of a trade: messages, attachments, what is unread. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { count, hash, instant, queryInt, text } from "../../platform/wire.ts";

export const MESSAGE_MAX_CHARS = 5000;

export const upload = z.strictObject({
  id: hash,
  url: z.string(),
  thumbnailUrl: z.nullable(z.string()),
  mimeType: z.enum(["image/jpeg", "image/png", "application/pdf"]),
  sizeBytes: count,
  name: z.string(),
  status: z.enum(["uploaded", "corrupted"]),
  createdAt: instant,
});
export type Upload = z.infer<typeof upload>;

export const UPLOAD_REASONS = [
  "upload.count_limit",
  "upload.size_limit",
  "upload.broken_image",
  "upload.picture_pixels",
  "upload.too_heavy",
  "upload.busy",
  "upload.broken_pdf",
  "upload.locked_pdf",
  "upload.active_pdf",
  "upload.empty_pdf",
  "upload.pdf_page_limit",
  "upload.not_accepted",
] as const;

export const uploadFile = endpoint({
  name: "uploadFile",
  method: "POST",
  path: "/rest/v1/uploads",
  summary: "A JPEG, PNG or PDF of at most 10 MB; it is checked, re-encoded and stripped",
  multipart: true,
  reply: upload,
  refusals: [...UPLOAD_REASONS],
});

export const chatMessage = z.strictObject({
  id: z.string(),
  at: instant,
  /** system lines come from the platform and have their own look. */
  type: z.enum(["msg", "attachment", "system", "moderator"]),
  /** The author's username; null for system lines. */
  author: z.nullable(z.string()),
  isMine: z.boolean(),
  /** For system lines: a key such as trade_paid; the screen has the sentence. */
  systemKey: z.nullable(z.string()),
  systemValues: z.record(z.string(), z.string()),
  text: z.string(),
  attachment: z.nullable(upload),
  /** Warnings about this text: contact details, a link, a request to release first. */
  warnings: z.array(z.enum(["contact", "link", "release_first", "off_platform", "not_platform"])),
});
export type ChatMessage = z.infer<typeof chatMessage>;

export const chatState = z.strictObject({
  /** null when the viewer may write. */
  blockReason: z.nullable(
    z.enum([
      "ChatBlocked",
      "ChatBlockedAfterTradeIsCanceled",
      "ChatNotAvailableYet",
      "ChatNotAvailableAfterTradeCompleted",
      "ChatErased",
    ]),
  ),
  unread: count,
  /** The id of the newest message that the other side has read. */
  readByOther: z.nullable(z.string()),
  hasMore: z.boolean(),
});
export type ChatState = z.infer<typeof chatState>;

const params = z.strictObject({ id: hash });

export const listMessages = endpoint({
  name: "listMessages",
  method: "GET",
  path: "/rest/v1/trade/:id/messages",
  summary: "Messages of a trade's chat, oldest first; `before` pages back; reading marks them read",
  params,
  query: z.strictObject({
    before: z.optional(queryInt({ min: 1, max: 2_000_000_000 })),
    limit: z.optional(queryInt({ min: 1, max: 200 })),
  }),
  reply: z.array(chatMessage),
  meta: chatState,
  refusals: ["trade.view_blocked", "trade.not_found"],
});

export const postMessage = endpoint({
  name: "postMessage",
  method: "POST",
  path: "/rest/v1/trade/:id/messages",
  summary: "Write to the other side, with text or an upload of one's own",
  params,
  body: z.strictObject({ text: z.optional(text({ max: MESSAGE_MAX_CHARS })), upload_id: z.optional(hash) }),
  reply: chatMessage,
  refusals: [
    "trade.not_found",
    "trade.view_blocked",
    "chat.blocked",
    "chat.empty",
    "chat.too_fast",
    "upload.not_found",
    "upload.count_limit",
  ],
});

export const markMessagesRead = endpoint({
  name: "markMessagesRead",
  method: "POST",
  path: "/rest/v1/trade/:id/messages/read",
  summary: "Everything up to this message has been seen",
  params,
  body: z.strictObject({ message_id: z.string().check(z.regex(/^[0-9]{1,18}$/)) }),
  reply: z.strictObject({ unread: count }),
  refusals: ["trade.not_found"],
});

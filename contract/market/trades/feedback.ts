/** Feedback: one for a pair, method and currency; a new trade updates it; one reply. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { count, cryptoCode, hash, instant, pageQuery, text, textLocale, username } from "../../platform/wire.ts";

export const feedbackItem = z.strictObject({
  id: z.string(),
  rating: z.union([z.literal(1), z.literal(-1)]),
  message: z.string(),
  reply: z.nullable(z.string()),
  giver: z.string(),
  giverAvatarUrl: z.string(),
  receiver: z.string(),
  giverRole: z.enum(["buyer", "seller"]),
  paymentMethod: z.string(),
  cryptoCurrencyCode: cryptoCode,
  createdAt: instant,
  updatedAt: instant,
  isMine: z.boolean(),
  mayReply: z.boolean(),
});
export type FeedbackItem = z.infer<typeof feedbackItem>;

/** The counts are of everything, whatever the filters. */
export const feedbackList = z.strictObject({
  items: z.array(feedbackItem),
  positiveCount: count,
  negativeCount: count,
  totalCount: count,
  currentPage: count,
  nextPage: z.nullable(count),
});
export type FeedbackListed = z.infer<typeof feedbackList>;

const query = z.strictObject({
  page: pageQuery,
  rating: z.optional(z.enum(["positive", "negative"])),
  role: z.optional(z.enum(["buyer", "seller"])),
  /** Of the names of payment methods. */
  locale: z.optional(textLocale),
});

export const listFeedback = endpoint({
  name: "listFeedback",
  method: "GET",
  path: "/rest/v1/feedback/:id",
  summary: "For an offer's hash the feedback that its owner received; for a trade's the feedback of that trade",
  params: z.strictObject({ id: hash }),
  query,
  reply: feedbackList,
});

export const listUserFeedback = endpoint({
  name: "listUserFeedback",
  method: "GET",
  path: "/rest/v1/users/:username/feedback",
  summary: "Feedback that a user received",
  params: z.strictObject({ username }),
  query,
  reply: feedbackList,
});

export const giveFeedback = endpoint({
  name: "giveFeedback",
  method: "POST",
  path: "/rest/v1/feedback/:id/give",
  summary: "Rate the other side of a finished trade, or change that within 30 days",
  params: z.strictObject({ id: hash }),
  body: z.strictObject({ rating: z.union([z.literal(1), z.literal(-1)]), message: text({ max: 500 }) }),
  reply: feedbackItem,
  refusals: ["trade.not_found", "feedback.not_finished", "feedback.message_needed", "feedback.too_late"],
});

export const replyToFeedback = endpoint({
  name: "replyToFeedback",
  method: "POST",
  path: "/rest/v1/feedback/:id/reply",
  summary: "Answer the feedback received in this trade, once",
  params: z.strictObject({ id: hash }),
  body: z.strictObject({ reply: text({ min: 3, max: 500 }) }),
  reply: feedbackItem,
  refusals: ["trade.not_found", "feedback.nothing_to_reply", "feedback.replied"],
});

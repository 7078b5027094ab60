/** Support as the person has it: tickets with their clocks, signed in or not, and wishes for the product with votes. */
import * as z from "zod/mini";
import { email } from "../../people/email-address.ts";
import { UPLOAD_REASONS } from "../../market/trades/chat.ts";
import { endpoint } from "../../platform/endpoint.ts";
import { form } from "../../platform/errors/shape-faults.ts";
import { count, hash, instant, queuePlace, rowNumber, text, textLocale } from "../../platform/wire.ts";
import {
  FEATURE_STATUSES,
  FEATURE_TEXT_MAX,
  MOST_FILES,
  RATING_TEXT_MAX,
  RATINGS,
  SUPPORT_OBJECTS,
  SUPPORT_TOPICS,
  TICKET_STATUSES,
  TICKET_STEPS,
  TICKET_TEXT_MAX,
} from "./names.ts";

const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
const code = z.string().check(z.regex(/^\d{6}$/, form("six_digits")));
export const ticketNumber = z.string().check(z.regex(/^[0-9]{12}$/));
export const supportTopic = z.enum(SUPPORT_TOPICS);

export const supportObject = z.strictObject({ kind: z.enum(SUPPORT_OBJECTS), ref: hash });
export type SupportObject = z.infer<typeof supportObject>;

/** Something of the reader's own that a ticket may be about. */
export const objectChoice = z.strictObject({ ...supportObject.shape, at: instant });
export type ObjectChoice = z.infer<typeof objectChoice>;

export const ticketRow = z.strictObject({
  number: ticketNumber,
  topic: supportTopic,
  object: z.nullable(supportObject),
  status: z.enum(TICKET_STATUSES),
  openedAt: instant,
  lastAt: instant,
  /** When staff will have answered; null while nothing of the reader waits for an answer. */
  answerBy: z.nullable(instant),
  /** When it should be solved; null while staff wait for the reader, and after it was solved. */
  solveBy: z.nullable(instant),
});
export type TicketRow = z.infer<typeof ticketRow>;

export const ticketFile = z.strictObject({
  name: z.string(),
  mimeType: z.enum(["image/jpeg", "image/png", "application/pdf"]),
  sizeBytes: count,
  /** Works for an hour. */
  url: z.string(),
});
export type TicketFile = z.infer<typeof ticketFile>;

export const ticketMessage = z.strictObject({
  seq: count,
  author: z.enum(["person", "staff", "platform"]),
  text: z.string(),
  /** Of a line of the platform. */
  step: z.nullable(z.enum(TICKET_STEPS)),
  at: instant,
  files: z.array(ticketFile),
});
export type TicketMessage = z.infer<typeof ticketMessage>;

export const ticketThread = z.strictObject({
  ...ticketRow.shape,
  messages: z.array(ticketMessage),
  /** The reader's own; once. */
  rating: z.nullable(z.int()),
  /** The ticket that goes on with it. */
  mergedInto: z.nullable(ticketNumber),
});
export type TicketThread = z.infer<typeof ticketThread>;

const ticketText = text({ min: 3, max: TICKET_TEXT_MAX });
/** Uploaded before, by the writer. */
export const ticketFiles = z.optional(z.array(hash).check(z.maxLength(MOST_FILES)));
const params = z.strictObject({ number: ticketNumber });
const ratingFields = {
  score: z.int().check(z.minimum(RATINGS[0]), z.maximum(5)),
  text: z.optional(text({ max: RATING_TEXT_MAX })),
};

export const openTicket = endpoint({
  name: "openTicket",
  method: "POST",
  path: "/rest/v1/support/tickets",
  summary: "Write to support, about a trade, send-out, offer or verification of the caller or about nothing of these",
  body: z.strictObject({
    topic: supportTopic,
    text: ticketText,
    object: z.optional(supportObject),
    files: ticketFiles,
  }),
  reply: ticketThread,
  refusals: ["support.object", "support.files", "auth.throttled"],
});

export const listTickets = endpoint({
  name: "listTickets",
  method: "GET",
  path: "/rest/v1/support/tickets",
  summary: "The caller's tickets with their clocks, the newest first; fifty on a page",
  query: z.strictObject({ after: z.optional(rowNumber) }),
  reply: z.strictObject({ rows: z.array(ticketRow), next: z.nullable(rowNumber) }),
});

export const getTicket = endpoint({
  name: "getTicket",
  method: "GET",
  path: "/rest/v1/support/tickets/:number",
  summary: "A ticket of the caller with its messages",
  params,
  reply: ticketThread,
  refusals: ["support.unknown"],
});

export const writeToTicket = endpoint({
  name: "writeToTicket",
  method: "POST",
  path: "/rest/v1/support/tickets/:number/messages",
  summary: "Write in a ticket of the caller; one that was solved is open again",
  params,
  body: z.strictObject({ text: ticketText, files: ticketFiles }),
  reply: ticketThread,
  refusals: ["support.unknown", "support.closed", "support.files", "auth.throttled"],
});

export const solveTicket = endpoint({
  name: "solveTicket",
  method: "POST",
  path: "/rest/v1/support/tickets/:number/solve",
  summary: "Mark a ticket of the caller as solved",
  params,
  reply: ticketThread,
  refusals: ["support.unknown", "support.closed"],
});

export const rateTicket = endpoint({
  name: "rateTicket",
  method: "POST",
  path: "/rest/v1/support/tickets/:number/rating",
  summary: "Rate a solved ticket of the caller, once",
  params,
  body: z.strictObject(ratingFields),
  reply: ticketThread,
  refusals: ["support.unknown", "support.not_solved", "support.rated"],
});

const uploaded = z.strictObject({ id: hash, name: z.string(), sizeBytes: count });
export type UploadedTicketFile = z.infer<typeof uploaded>;

export const uploadTicketFile = endpoint({
  name: "uploadTicketFile",
  method: "POST",
  path: "/rest/v1/support/files",
  summary: "A JPEG, PNG or PDF of at most 10 MB for a ticket; it is checked, re-encoded and encrypted",
  multipart: true,
  reply: uploaded,
  refusals: [...UPLOAD_REASONS],
});

export const sendGuestCode = endpoint({
  name: "sendGuestCode",
  method: "POST",
  path: "/rest/v1/support/guest/code",
  summary:
    "Send a code to the email of somebody who writes to support without an account; a puzzle comes first after many",
  body: z.strictObject({ email, locale: textLocale }),
  /** What the page goes on with. */
  reply: z.strictObject({ secret: token, validMinutes: count }),
  refusals: ["auth.puzzle_required", "auth.throttled"],
});

export const openGuestTicket = endpoint({
  name: "openGuestTicket",
  method: "POST",
  path: "/rest/v1/support/guest/tickets",
  summary:
    "Write to support without an account, by the code that came to the email; a link to the ticket follows by email",
  body: z.strictObject({
    secret: token,
    code,
    email,
    topic: supportTopic,
    text: ticketText,
    locale: textLocale,
  }),
  /** The token opens the ticket as the link in the email does. */
  reply: z.strictObject({ token, ticket: ticketThread }),
  refusals: ["auth.code_wrong", "auth.code_expired", "auth.throttled"],
});

const byToken = { token };

export const getGuestTicket = endpoint({
  name: "getGuestTicket",
  method: "POST",
  path: "/rest/v1/support/guest/view",
  summary: "A ticket with its messages, by the link that came by email",
  body: z.strictObject(byToken),
  reply: ticketThread,
  refusals: ["support.link_gone"],
});

export const writeAsGuest = endpoint({
  name: "writeAsGuest",
  method: "POST",
  path: "/rest/v1/support/guest/messages",
  summary: "Write in a ticket, by the link that came by email",
  body: z.strictObject({ ...byToken, text: ticketText, files: ticketFiles }),
  reply: ticketThread,
  refusals: ["support.link_gone", "support.closed", "support.files", "auth.throttled"],
});

export const solveAsGuest = endpoint({
  name: "solveAsGuest",
  method: "POST",
  path: "/rest/v1/support/guest/solve",
  summary: "Mark a ticket as solved, by the link that came by email",
  body: z.strictObject(byToken),
  reply: ticketThread,
  refusals: ["support.link_gone", "support.closed"],
});

export const rateAsGuest = endpoint({
  name: "rateAsGuest",
  method: "POST",
  path: "/rest/v1/support/guest/rating",
  summary: "Rate a solved ticket once, by the link that came by email",
  body: z.strictObject({ ...byToken, ...ratingFields }),
  reply: ticketThread,
  refusals: ["support.link_gone", "support.not_solved", "support.rated"],
});

export const planGuestFile = endpoint({
  name: "planGuestFile",
  method: "POST",
  path: "/rest/v1/support/guest/files",
  summary: "A place for one file of a ticket, by the link that came by email",
  body: z.strictObject(byToken),
  reply: z.strictObject({ id: hash }),
  refusals: ["support.link_gone", "support.closed", "upload.count_limit"],
});

export const uploadGuestFile = endpoint({
  name: "uploadGuestFile",
  method: "POST",
  path: "/rest/v1/support/guest/files/:id",
  summary: "Fill the place for a file, once, with a JPEG, PNG or PDF of at most 10 MB",
  params: z.strictObject({ id: hash }),
  multipart: true,
  reply: uploaded,
  refusals: ["support.link_gone", ...UPLOAD_REASONS],
});

/** zendesk: the token is for its widgets and apps. own: tickets are at this address of the market. */
export const supportChat = z.strictObject({
  provider: z.enum(["zendesk", "own"]),
  token: z.nullable(z.string()),
  expiresAt: z.nullable(instant),
  url: z.string(),
});

export const getZendeskToken = endpoint({
  name: "getZendeskToken",
  method: "GET",
  path: "/rest/v3/zendesk/jwt-token",
  summary: "The support chat's token, where the operator uses Zendesk; otherwise where the market's own support is",
  reply: supportChat,
});

export const featureRequest = z.strictObject({
  id: hash,
  text: z.string(),
  status: z.enum(FEATURE_STATUSES),
  votes: count,
  at: instant,
  isMine: z.boolean(),
  isVoted: z.boolean(),
});
export type FeatureRequest = z.infer<typeof featureRequest>;

export const requestFeature = endpoint({
  name: "requestFeature",
  method: "POST",
  path: "/rest/v1/feedback/feature-request",
  summary: "Ask for a feature; others can vote for it once staff have opened it",
  body: z.strictObject({ text: text({ min: 10, max: FEATURE_TEXT_MAX }) }),
  reply: featureRequest,
  refusals: ["auth.throttled"],
});

const featureList = z.strictObject({ rows: z.array(featureRequest), next: z.nullable(queuePlace) });
export type FeatureList = z.infer<typeof featureList>;

export const listFeatures = endpoint({
  name: "listFeatures",
  method: "GET",
  path: "/rest/v1/support/feature-requests",
  summary: "Feature requests, those with most votes first, and the caller's own that wait for staff",
  query: z.strictObject({ after: z.optional(queuePlace) }),
  reply: featureList,
});

export const voteForFeature = endpoint({
  name: "voteForFeature",
  method: "POST",
  path: "/rest/v1/support/feature-requests/:id/vote",
  summary: "Vote for an open feature request, or take the vote back",
  params: z.strictObject({ id: hash }),
  body: z.strictObject({ isVoted: z.boolean() }),
  reply: featureRequest,
  refusals: ["support.no_feature"],
});

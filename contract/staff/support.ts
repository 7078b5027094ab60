/** Support as the staff have it: the queue by the nearest clock, tickets that they take and answer, canned replies, wishes of users. */
import * as z from "zod/mini";
import { staffPerson } from "../compliance/restrictions.ts";
import { endpoint } from "../platform/endpoint.ts";
import {
  count,
  flagQuery,
  hash,
  instant,
  queuePlace,
  rowNumber,
  text,
  textLocale,
  username,
} from "../platform/wire.ts";
import { FEATURE_STATUSES, SUPPORT_PRIORITIES, TICKET_TEXT_MAX } from "../reach/support/names.ts";
import { supportTopic, ticketFiles, ticketMessage, ticketNumber, ticketRow } from "../reach/support/support.ts";
import { SUPPORT_QUEUES, TICKET_EVENTS } from "./support-queues.ts";

const reason = text({ min: 3, max: 250 });
const priority = z.enum(SUPPORT_PRIORITIES);

export const staffTicketRow = z.strictObject({
  ...ticketRow.shape,
  priority,
  lang: textLocale,
  /** Null for a guest. */
  username: z.nullable(username),
  assignee: z.nullable(username),
  /** The nearest clock; null while staff wait for the person. */
  dueAt: z.nullable(instant),
  isLate: z.boolean(),
  /** Of the asker's own account: another one answers. */
  isOwn: z.boolean(),
  /** The asker may read and answer it. */
  isAssigned: z.boolean(),
  rating: z.nullable(z.int()),
});
export type StaffTicketRow = z.infer<typeof staffTicketRow>;

/** All of these, where given. */
export const staffTicketFilters = z.strictObject({
  topic: z.optional(supportTopic),
  priority: z.optional(priority),
  lang: z.optional(textLocale),
  who: z.optional(username),
  number: z.optional(ticketNumber),
});
export type StaffTicketFilters = z.infer<typeof staffTicketFilters>;

const staffTickets = z.strictObject({
  rows: z.array(staffTicketRow),
  next: z.nullable(queuePlace),
  /** Up to a thousand each: past their clock, and all that staff have to act on. */
  late: count,
  waiting: count,
});
export type StaffTickets = z.infer<typeof staffTickets>;

export const listStaffTickets = endpoint({
  name: "listStaffTickets",
  method: "GET",
  path: "/rest/v1/staff/support/tickets",
  summary: "Tickets by their nearest clock, what is past it first; those that wait for the person, or have ended",
  query: z.strictObject({
    queue: z.optional(z.enum(SUPPORT_QUEUES)),
    mine: flagQuery,
    ...staffTicketFilters.shape,
    after: z.optional(queuePlace),
  }),
  reply: staffTickets,
});

/** A canned reply with its placeholders filled for a ticket. */
const filledReply = z.strictObject({ key: z.string(), locale: textLocale, title: z.string(), text: z.string() });

export const openedTicket = z.strictObject({
  ...staffTicketRow.shape,
  /** Of a guest, without its middle. */
  email: z.nullable(z.string()),
  messages: z.array(
    z.strictObject({
      ...ticketMessage.shape,
      /** A note is never shown to the person. */
      isNote: z.boolean(),
      /** Of the staff. */
      by: z.nullable(username),
    }),
  ),
  /** The last of the messages: an answer names it. */
  lastSeq: count,
  answeredAt: z.nullable(instant),
  mergedInto: z.nullable(ticketNumber),
  ratingText: z.nullable(z.string()),
  assigned: z.array(username),
  events: z.array(
    z.strictObject({ kind: z.enum(TICKET_EVENTS), by: z.nullable(username), detail: z.string(), at: instant }),
  ),
  /** Other tickets of the same person, the newest first. */
  others: z.array(staffTicketRow),
  /** In the language of the ticket; in English where there is no other. */
  replies: z.array(filledReply),
});
export type OpenedTicket = z.infer<typeof openedTicket>;

const params = z.strictObject({ number: ticketNumber });
const acting = ["auth.forbidden", "support.unknown", "support.not_assigned"] as const;

export const takeTicket = endpoint({
  name: "takeTicket",
  method: "POST",
  path: "/rest/v1/staff/support/tickets/:number/take",
  summary: "Take a ticket, or join who has it for a reason; from then on the caller may read and answer it",
  params,
  body: z.strictObject({ reason: z.optional(reason) }),
  reply: openedTicket,
  refusals: ["auth.forbidden", "support.unknown", "support.assigned", "staff.own_account"],
});

export const openTicketAsStaff = endpoint({
  name: "openTicketAsStaff",
  method: "POST",
  path: "/rest/v1/staff/support/tickets/:number/open",
  summary: "Read a ticket that the caller has taken or joined; each look is recorded in the chain of staff acts",
  params,
  reply: openedTicket,
  refusals: acting,
});

export const answerTicket = endpoint({
  name: "answerTicket",
  method: "POST",
  path: "/rest/v1/staff/support/tickets/:number/answer",
  summary: "Answer the person; refused where something was written after the message that the caller saw last",
  params,
  body: z.strictObject({
    text: text({ min: 1, max: TICKET_TEXT_MAX }),
    after: count,
    solves: z.boolean(),
    files: ticketFiles,
  }),
  reply: openedTicket,
  refusals: [...acting, "support.closed", "support.answered_meanwhile", "support.files"],
});

export const noteOnTicket = endpoint({
  name: "noteOnTicket",
  method: "POST",
  path: "/rest/v1/staff/support/tickets/:number/note",
  summary: "Write a note that only staff see",
  params,
  body: z.strictObject({ text: text({ min: 1, max: TICKET_TEXT_MAX }) }),
  reply: openedTicket,
  refusals: [...acting, "support.closed"],
});

export const handTicketOver = endpoint({
  name: "handTicketOver",
  method: "POST",
  path: "/rest/v1/staff/support/tickets/:number/hand-over",
  summary: "Hand a ticket over to another member of the staff, or back to the queue; the caller can no longer read it",
  params,
  body: z.strictObject({ to: z.nullable(username), reason }),
  reply: z.strictObject({ isHandedOver: z.boolean() }),
  refusals: [...acting, "support.closed", "support.no_receiver"],
});

export const mergeTicket = endpoint({
  name: "mergeTicket",
  method: "POST",
  path: "/rest/v1/staff/support/tickets/:number/merge",
  summary: "Close a ticket as part of another one of the same person, which the caller has taken as well",
  params,
  body: z.strictObject({ into: ticketNumber }),
  reply: openedTicket,
  refusals: [...acting, "support.closed", "support.merge"],
});

export const solveTicketAsStaff = endpoint({
  name: "solveTicketAsStaff",
  method: "POST",
  path: "/rest/v1/staff/support/tickets/:number/solve",
  summary: "Mark a ticket as solved; its person can open it again",
  params,
  body: z.strictObject({ after: count }),
  reply: openedTicket,
  refusals: [...acting, "support.closed", "support.answered_meanwhile"],
});

export const lookAtTicketPerson = endpoint({
  name: "lookAtTicketPerson",
  method: "POST",
  path: "/rest/v1/staff/support/tickets/:number/person",
  summary: "Look up the account of a ticket's person, for a reason that is recorded; one of the look-ups of a day",
  params,
  body: z.strictObject({ reason }),
  reply: staffPerson,
  refusals: [...acting, "account.not_found", "staff.look_ups"],
});

export const cannedReply = z.strictObject({
  key: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/)),
  locale: textLocale,
  title: text({ min: 3, max: 80 }),
  body: text({ min: 3, max: TICKET_TEXT_MAX }),
});
export type CannedReply = z.infer<typeof cannedReply>;

const changedReply = z.strictObject({ ...cannedReply.shape, changedBy: username, changedAt: instant });
const cannedReplies = z.array(changedReply);
export type CannedReplies = z.infer<typeof cannedReplies>;

export const listCannedReplies = endpoint({
  name: "listCannedReplies",
  method: "GET",
  path: "/rest/v1/staff/support/replies",
  summary: "Canned replies in every language",
  reply: cannedReplies,
});

export const saveCannedReply = endpoint({
  name: "saveCannedReply",
  method: "POST",
  path: "/rest/v1/staff/support/replies",
  summary: "Save a canned reply in one language; placeholders are {name}, {number}, {topic} and {brand}",
  body: cannedReply,
  reply: cannedReplies,
  refusals: ["auth.forbidden", "support.placeholder"],
});

export const removeCannedReply = endpoint({
  name: "removeCannedReply",
  method: "POST",
  path: "/rest/v1/staff/support/replies/remove",
  summary: "Remove a canned reply in one language",
  body: z.strictObject({ key: cannedReply.shape.key, locale: textLocale }),
  reply: cannedReplies,
  refusals: ["auth.forbidden", "support.no_reply"],
});

const staffFeature = z.strictObject({
  id: hash,
  text: z.string(),
  status: z.enum(FEATURE_STATUSES),
  votes: count,
  at: instant,
  /** Null where the account was closed. */
  username: z.nullable(username),
});
const staffFeatures = z.strictObject({ rows: z.array(staffFeature), next: z.nullable(rowNumber), waiting: count });
export type StaffFeatures = z.infer<typeof staffFeatures>;

export const listStaffFeatures = endpoint({
  name: "listStaffFeatures",
  method: "GET",
  path: "/rest/v1/staff/support/feature-requests",
  summary: "Feature requests of one status, the newest first",
  query: z.strictObject({ status: z.optional(z.enum(FEATURE_STATUSES)), after: z.optional(rowNumber) }),
  reply: staffFeatures,
});

export const decideFeature = endpoint({
  name: "decideFeature",
  method: "POST",
  path: "/rest/v1/staff/support/feature-requests/:id",
  summary: "Open a feature request for votes, or say what becomes of it",
  params: z.strictObject({ id: hash }),
  body: z.strictObject({ status: z.enum(["open", "planned", "done", "declined"]) }),
  reply: staffFeature,
  refusals: ["auth.forbidden", "support.no_feature"],
});

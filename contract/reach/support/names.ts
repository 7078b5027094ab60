/** The names of support: screens need them without the code that parses requests. */

/** By topic, how urgent it is; the clocks of each priority are settings. */
export const TOPIC_PRIORITIES = {
  account_balance: "high",
  closed_account: "normal",
  payment: "high",
  trade: "high",
  chargeback: "high",
  send_out: "high",
  offer: "normal",
  verification: "normal",
  security: "urgent",
  other: "normal",
} as const satisfies Record<string, SupportPriority>;
export type SupportTopic = keyof typeof TOPIC_PRIORITIES;
export const SUPPORT_TOPICS = Object.keys(TOPIC_PRIORITIES) as [SupportTopic, ...SupportTopic[]];

export const SUPPORT_PRIORITIES = ["normal", "high", "urgent"] as const;
export type SupportPriority = (typeof SUPPORT_PRIORITIES)[number];

/** What of the user's own a ticket may be about. */
export const SUPPORT_OBJECTS = ["trade", "send_out", "offer", "verification"] as const;
export type SupportObjectKind = (typeof SUPPORT_OBJECTS)[number];

/** new: no answer yet. open: staff have to act. waiting: for the user. solved: can be reopened. */
export const TICKET_STATUSES = ["new", "open", "waiting", "solved", "closed"] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** Steps that a system message of a thread names. */
export const TICKET_STEPS = [
  "opened",
  "solved_by_person",
  "solved_by_staff",
  "solved_by_time",
  "reopened",
  "merged",
] as const;
export type TicketStep = (typeof TICKET_STEPS)[number];

export const SUPPORT_VIEWS = ["write", "tickets", "ideas"] as const;
export type SupportView = (typeof SUPPORT_VIEWS)[number];

/** new: only its author and staff see it. Others can vote for one that is open or planned. */
export const FEATURE_STATUSES = ["new", "open", "planned", "done", "declined"] as const;
export type FeatureStatus = (typeof FEATURE_STATUSES)[number];

export const TICKET_TEXT_MAX = 4000;
export const FEATURE_TEXT_MAX = 500;
export const RATING_TEXT_MAX = 500;
/** Files of one message. */
export const MOST_FILES = 5;
export const RATINGS = [1, 2, 3, 4, 5] as const;

/** The names of the staff's support queues and acts. */
export const SUPPORT_QUEUES = ["open", "waiting", "ended"] as const;
export type SupportQueue = (typeof SUPPORT_QUEUES)[number];

/** What happened to a ticket, as its staff see it. */
export const TICKET_EVENTS = [
  "opened",
  "taken",
  "joined",
  "handed_over",
  "returned",
  "answered",
  "noted",
  "solved",
  "solved_by_person",
  "solved_by_time",
  "reopened",
  "merged",
  "merge_target",
  "closed",
  "rated",
] as const;
export type TicketEventKind = (typeof TICKET_EVENTS)[number];

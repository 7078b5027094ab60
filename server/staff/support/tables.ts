import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  support_tickets: ["due_at", "last_at"],
  support_messages: [],
  support_assignments: [],
  support_events: [],
  support_files: [],
  support_codes: [],
  support_links: [],
  support_canned_replies: [],
  feature_requests: [],
  feature_votes: [],
} as const;

const GONE = { kept: "gone with the ticket" } as const;
const WITH_TICKET = { erasedWith: "support_tickets" } as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  support_tickets: {
    ownData: { section: "support_tickets" },
    retention: { by: "support_tickets", after: "730 days after it was closed (support.keep_days)" },
    closing: "erased",
  },
  support_messages: { ownData: { section: "support_tickets" }, retention: GONE, closing: WITH_TICKET },
  support_assignments: {
    ownData: { none: "who of the staff read it" },
    retention: GONE,
    closing: WITH_TICKET,
  },
  support_events: {
    ownData: { none: "acts of staff, not of the person" },
    retention: GONE,
    closing: WITH_TICKET,
  },
  support_files: {
    ownData: { section: "support_tickets" },
    retention: { by: "support_files", after: "7 days where no message has it, and with the ticket" },
    closing: "erased",
  },
  support_codes: {
    ownData: { none: "digests of codes, without the email" },
    retention: { by: "support_codes", after: "a day" },
    closing: { kept: "of guests, and gone after a day" },
  },
  support_links: {
    ownData: { none: "digests of links of guests" },
    retention: GONE,
    closing: WITH_TICKET,
  },
  support_canned_replies: untouched("texts of the staff"),
  feature_requests: {
    ownData: { section: "feature_requests" },
    retention: { kept: "kept with the product" },
    closing: "erased",
  },
  feature_votes: {
    ownData: { section: "feature_votes" },
    retention: { kept: "kept with the request" },
    closing: "erased",
  },
};

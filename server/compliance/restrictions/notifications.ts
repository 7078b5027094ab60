/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.restricted": { kind: "account_restricted", fact: "restriction", link: "/account/restrictions" },
    "account.restriction_kept": { kind: "restriction_kept", fact: "restriction", link: "/account/restrictions" },
    "account.restriction_lifted": { kind: "restriction_lifted", fact: "restriction", link: "/account/restrictions" },
    "account.last_send_out_allowed": {
      kind: "last_send_out_allowed",
      fact: "restriction",
      link: "/account/restrictions",
    },
    "staff.review_due": { kind: "review_due", fact: "case", link: "/staff/restrictions", isForStaff: true },
    "staff.appeal_made": {
      kind: "appeal_made",
      fact: "case",
      link: "/staff/restrictions?queue=appeals",
      isForStaff: true,
    },
  },
} as const satisfies Notifications;

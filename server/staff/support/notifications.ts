/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.support_answered": {
      kind: "support_answered",
      fact: "ticket",
      link: "/support/tickets/:detail",
      isOfStanding: true,
    },
    "account.support_solved": {
      kind: "support_solved",
      fact: "ticket",
      link: "/support/tickets/:detail",
      isOfStanding: true,
    },
  },
} as const satisfies Notifications;

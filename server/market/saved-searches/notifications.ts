/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.search_found": {
      kind: "search_found",
      fact: "search",
      link: "/dashboard/saved-searches",
      isOfStanding: true,
    },
  },
} as const satisfies Notifications;

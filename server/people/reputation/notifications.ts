/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.badge_given": { kind: "badge_given", fact: "badge", link: "/account/trader-program", isOfStanding: true },
    "account.badge_lost": { kind: "badge_lost", fact: "badge", link: "/account/trader-program", isOfStanding: true },
  },
} as const satisfies Notifications;

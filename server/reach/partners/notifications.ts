/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.ambassador_interview": {
      kind: "ambassador_interview",
      fact: "application",
      link: "/ambassador-program",
      isOfStanding: true,
    },
    "account.ambassador_declined": {
      kind: "ambassador_declined",
      fact: "application",
      link: "/ambassador-program",
      isOfStanding: true,
    },
    "account.ambassador_level": {
      kind: "ambassador_level",
      fact: "ambassador",
      link: "/ambassador-program",
      isOfStanding: true,
    },
  },
} as const satisfies Notifications;

/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.offer_rejected": {
      kind: "offer_rejected",
      fact: "offer",
      link: "/dashboard/my-offers",
      isOfStanding: true,
    },
    "account.offer_approved": {
      kind: "offer_approved",
      fact: "offer",
      link: "/dashboard/my-offers",
      isOfStanding: true,
    },
    "account.offer_closed": { kind: "offer_closed", fact: "offer", link: "/dashboard/my-offers", isOfStanding: true },
    "staff.offer_appealed": {
      kind: "offer_appealed",
      fact: "offer",
      link: "/staff/offers?queue=appeals",
      isForStaff: true,
    },
  },
} as const satisfies Notifications;

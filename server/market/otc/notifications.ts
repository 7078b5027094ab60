/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

const DESK = { fact: "amount", link: "/otc-desk", isOfStanding: true } as const;

export const NOTIFICATIONS = {
  account: {
    "account.otc_asked": { kind: "otc_asked", ...DESK },
    "account.otc_quoted": { kind: "otc_quoted", ...DESK },
    "account.otc_closed": { kind: "otc_closed", ...DESK },
    "account.otc_accepted": { kind: "otc_accepted", ...DESK },
    "account.otc_ended": { kind: "otc_ended", ...DESK },
  },
} as const satisfies Notifications;

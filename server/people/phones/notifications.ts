/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.phone_confirmed": { kind: "phone_confirmed", fact: "phone", link: "/account/settings" },
    "account.phone_removed": { kind: "phone_removed", fact: "phone", link: "/account/settings" },
  },
} as const satisfies Notifications;

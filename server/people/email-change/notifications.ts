/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.email_changed": { kind: "email_changed", fact: "email", link: "/account/settings" },
    "account.email_restored": { kind: "email_restored", fact: "restored", link: "/account/settings" },
  },
} as const satisfies Notifications;

/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.closing_asked": { kind: "closing_asked", fact: "closes_on", link: "/account/settings/privacy" },
    "account.closes_soon": { kind: "closes_soon", fact: "closes_on", link: "/account/settings/privacy" },
  },
} as const satisfies Notifications;

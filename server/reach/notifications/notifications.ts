/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.telegram_linked": { kind: "telegram_linked", fact: "telegram", link: "/account/settings/notifications" },
  },
} as const satisfies Notifications;

/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.avatar_removed": { kind: "avatar_removed", fact: "reason", link: "/account/settings" },
  },
} as const satisfies Notifications;

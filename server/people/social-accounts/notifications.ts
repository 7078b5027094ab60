/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.social_connected": { kind: "social_connected", fact: "provider", link: "/account/settings/security" },
    "account.social_disconnected": {
      kind: "social_disconnected",
      fact: "provider",
      link: "/account/settings/security",
    },
  },
} as const satisfies Notifications;

/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.api_key_made": { kind: "api_key_made", fact: "key", link: "/account/api-keys" },
  },
} as const satisfies Notifications;

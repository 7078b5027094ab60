/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.data_asked": { kind: "data_asked", fact: "requested", link: "/account/settings/privacy" },
  },
} as const satisfies Notifications;

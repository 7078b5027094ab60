/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.send_out_stopped": { kind: "send_out_stopped", fact: "amount", link: "/wallet" },
  },
} as const satisfies Notifications;

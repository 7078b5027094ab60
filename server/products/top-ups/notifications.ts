/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  wallet: {
    top_up_asked: { on: "wallet.top_up_asked", link: "/mobile-top-up" },
  },
} as const satisfies Notifications;

/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  wallet: {
    order_settled: { on: "wallet.order_settled", isMinor: true },
    order_returned: { on: "wallet.order_returned" },
  },
} as const satisfies Notifications;

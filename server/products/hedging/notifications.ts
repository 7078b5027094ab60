/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  wallet: {
    hedge_converted: { on: "wallet.hedge_converted", link: "/hedging", isMinor: true },
    hedge_failed: { on: "wallet.hedge_failed", link: "/hedging", hasReason: true },
  },
} as const satisfies Notifications;

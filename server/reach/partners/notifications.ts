/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  wallet: {
    reward_claimed: { on: "wallet.reward_claimed" },
  },
} as const satisfies Notifications;

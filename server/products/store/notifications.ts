/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  wallet: {
    gift_card_refunded: { on: "wallet.gift_card_refunded" },
  },
} as const satisfies Notifications;

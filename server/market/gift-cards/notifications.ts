/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  trade: {
    gift_card_shared: { from: [{ on: "trade.share_gift_card", to: "other" }], waitsForReader: true },
    gift_card_accepted: { from: [{ on: "trade.accept_gift_card", to: "other" }], waitsForReader: true },
  },
} as const satisfies Notifications;

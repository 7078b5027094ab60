/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  trade: {
    receipt_uploaded: { from: [{ on: "trade.receipt_uploaded", to: "other" }] },
    receipt_rejected: { from: [{ on: "trade.receipt_rejected", to: "other" }], waitsForReader: true },
    receipt_requested: { from: [{ on: "trade.receipt_requested", to: "other" }], waitsForReader: true },
  },
} as const satisfies Notifications;

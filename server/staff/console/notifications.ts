/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  wallet: {
    balance_added: { on: "wallet.correction", status: "credit", isFixed: true },
    balance_taken: { on: "wallet.correction", status: "debit", isFixed: true },
  },
} as const satisfies Notifications;

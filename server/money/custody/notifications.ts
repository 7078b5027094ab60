/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  wallet: {
    deposit_pending: { on: "wallet.deposit_seen", isMinor: true },
    deposit_confirmed: { on: "wallet.deposit_credited" },
    deposit_reverted: { on: "wallet.deposit_reverted" },
    send_out_started: { on: "wallet.send_out", status: "pending", isFixed: true },
    send_out_completed: { on: "wallet.send_out", status: "completed" },
    send_out_failed: { on: "wallet.send_out", status: "failed" },
  },
} as const satisfies Notifications;

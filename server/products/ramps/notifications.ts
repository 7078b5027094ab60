/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  wallet: {
    ramp_bought: { on: "wallet.ramp_bought" },
    ramp_held: { on: "wallet.ramp_held" },
    ramp_refunded: { on: "wallet.ramp_refunded" },
    ramp_sold: { on: "wallet.ramp_sold" },
    ramp_returned: { on: "wallet.ramp_returned" },
  },
} as const satisfies Notifications;

/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  wallet: {
    bond_deposited: { on: "wallet.bond_deposited" },
    bond_returned: { on: "wallet.bond_returned" },
  },
} as const satisfies Notifications;

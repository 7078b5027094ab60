/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

const OF_A_NAME = { fact: "trading_name", link: "/account/settings" } as const;

export const NOTIFICATIONS = {
  account: {
    "account.trading_name_approved": { kind: "trading_name_approved", ...OF_A_NAME },
    "account.trading_name_refused": { kind: "trading_name_refused", ...OF_A_NAME },
    "account.trading_name_removed": { kind: "trading_name_removed", ...OF_A_NAME },
  },
} as const satisfies Notifications;

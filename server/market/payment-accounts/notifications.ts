/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.payment_account_changed": {
      kind: "payment_account_changed",
      fact: "payment_account",
      link: "/account/payment-accounts",
    },
  },
} as const satisfies Notifications;

/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.staff_recovery_approved": { kind: "staff_recovery_approved", fact: "possible", link: "/stop-recovery" },
    "account.staff_recovery_stopped": {
      kind: "staff_recovery_stopped",
      fact: "case",
      link: "/account/settings/security",
    },
    "account.staff_recovered": { kind: "staff_recovered", fact: "case", link: "/account/settings/security" },
  },
} as const satisfies Notifications;

/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.role_granted": { kind: "role_granted", fact: "role", link: "/staff/disputes" },
    "account.role_revoked": { kind: "role_revoked", fact: "role", link: "/dashboard" },
    "account.level_set": { kind: "level_set", fact: "level", link: "/dashboard" },
    "staff.role_granted": { kind: "staff_granted", fact: "role", link: "/staff/desk" },
  },
} as const satisfies Notifications;

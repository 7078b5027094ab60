/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "staff.exposure_left": { kind: "exposure_left", fact: "amount", link: "/staff/exposure", isForStaff: true },
    "staff.loss_bound": { kind: "loss_bound", fact: "result", link: "/staff/exposure", isForStaff: true },
    "staff.house_order_missing": {
      kind: "house_order_missing",
      fact: "order",
      link: "/staff/exposure",
      isForStaff: true,
    },
  },
} as const satisfies Notifications;

/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.webhook_set": { kind: "webhook_set", fact: "webhook", link: "/account/webhooks" },
    "account.webhook_failing": { kind: "webhook_failing", fact: "webhook", link: "/account/webhooks" },
    "account.webhook_off": { kind: "webhook_off", fact: "webhook", link: "/account/webhooks" },
  },
} as const satisfies Notifications;

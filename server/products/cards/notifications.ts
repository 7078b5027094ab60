/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.card_dispute_won": { kind: "card_dispute_won", fact: "card_payment", link: "/virtual-cards" },
    "account.card_dispute_lost": { kind: "card_dispute_lost", fact: "card_payment", link: "/virtual-cards" },
    "account.card_payment_asked": {
      kind: "card_payment_asked",
      fact: "card_payment",
      link: "/virtual-cards",
      isOfStanding: true,
    },
    "account.card_money_returned": { kind: "card_money_returned", fact: "amount", link: "/virtual-cards" },
  },
} as const satisfies Notifications;

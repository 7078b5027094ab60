/**
 * Every kind of notification: which event it comes from, whom it goes to, and whether by email as well. Its texts are in
 * contract/notification-texts.json, under the same name.
 */
import type { AccountChange, TradeEvent, WalletEvent } from "#contract/events.ts";
import type { PaymentStatus } from "#contract/wallet.ts";
import texts from "#contract/notification-texts.json" with { type: "json" };

export type NotificationKind = keyof typeof texts;

/** other: the side that did not do it. owner: of the offer that was taken. */
export type TradeNotification = { readonly on: TradeEvent; readonly to: "other" | "owner" };

export const TRADE_NOTIFICATIONS: Partial<Record<NotificationKind, readonly TradeNotification[]>> = {
  trade_started: [{ on: "trade.open", to: "owner" }],
  trade_funded: [{ on: "trade.fund", to: "other" }],
  trade_paid: [{ on: "trade.mark_paid", to: "other" }],
  trade_released: [{ on: "trade.release", to: "other" }],
  trade_cancelled: [{ on: "trade.cancel", to: "other" }],
  trade_expired: [{ on: "trade.expire", to: "other" }],
  trade_extended: [{ on: "trade.extend", to: "other" }],
  dispute_opened: [{ on: "trade.open_dispute", to: "other" }],
  dispute_decided: [
    { on: "trade.award_buyer", to: "other" },
    { on: "trade.award_seller", to: "other" },
  ],
  reopen_asked: [{ on: "trade.ask_reopen", to: "other" }],
  trade_reopened: [{ on: "trade.reopen", to: "other" }],
};

export type WalletNotification = {
  readonly on: WalletEvent;
  readonly status?: PaymentStatus;
  readonly byMail: boolean;
};

export const WALLET_NOTIFICATIONS: Partial<Record<NotificationKind, WalletNotification>> = {
  deposit_pending: { on: "wallet.deposit_seen", byMail: false },
  deposit_confirmed: { on: "wallet.deposit_credited", byMail: true },
  deposit_reverted: { on: "wallet.deposit_reverted", byMail: true },
  send_out_started: { on: "wallet.send_out", status: "pending", byMail: true },
  send_out_completed: { on: "wallet.send_out", status: "completed", byMail: true },
  send_out_failed: { on: "wallet.send_out", status: "failed", byMail: true },
};

/** With the word for what the email names. */
export const ACCOUNT_NOTIFICATIONS = {
  "account.role_granted": { kind: "role_granted", fact: "Role", link: "/staff/disputes" },
  "account.role_revoked": { kind: "role_revoked", fact: "Role", link: "/dashboard" },
  "account.level_set": { kind: "level_set", fact: "Level", link: "/dashboard" },
  "account.restricted": { kind: "account_restricted", fact: "Restriction", link: "/account/restrictions" },
  "account.restriction_kept": { kind: "restriction_kept", fact: "Restriction", link: "/account/restrictions" },
  "account.restriction_lifted": { kind: "restriction_lifted", fact: "Restriction", link: "/account/restrictions" },
  "account.last_send_out_allowed": {
    kind: "last_send_out_allowed",
    fact: "Restriction",
    link: "/account/restrictions",
  },
  "staff.role_granted": { kind: "staff_granted", fact: "Role", link: "/staff/desk" },
  "account.factor_added": { kind: "factor_added", fact: "Method", link: "/account/settings" },
  "account.factor_removed": { kind: "factor_removed", fact: "Method", link: "/account/settings" },
  "account.password_changed": { kind: "password_changed", fact: "Changed", link: "/account/settings" },
  "account.recovery_began": { kind: "recovery_began", fact: "Possible from", link: "/account/settings" },
} as const satisfies Record<AccountChange, { kind: NotificationKind; fact: string; link: string }>;

export function mailTextOf(kind: NotificationKind): { readonly subject: string; readonly sentence: string } {
  return texts[kind].mail;
}

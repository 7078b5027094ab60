/**
 * Every kind of notification: its event, its receivers, and its default channels. Its texts are in
 * contract/reach/notification-texts.json, under the same name.
 */
import type { AccountChange, TradeEvent, TradeFile, TradeReminder, WalletEvent } from "#contract/platform/events.ts";
import { type Area, type Channel, CHANNELS } from "#contract/reach/notification-channels.ts";
import type { JOURNAL_SIDES } from "#contract/staff/staff-names.ts";
import type { PaymentStatus } from "#contract/products/wallet.ts";
import type mailTexts from "#contract/reach/mail-texts.json";
import type { MailText } from "../../people/accounts/index.ts";
import texts from "#contract/reach/notification-texts.json" with { type: "json" };

export type NotificationKind = keyof typeof texts;
export type MailFact = keyof (typeof mailTexts)["facts"];

/** other: the side that did not do it. owner: of the offer that was taken. seller: whatever they have to do with it. */
export type TradeNotification = {
  readonly on: TradeEvent | TradeReminder | TradeFile;
  readonly to: "other" | "owner" | "seller";
};

export const TRADE_NOTIFICATIONS: Partial<Record<NotificationKind, readonly TradeNotification[]>> = {
  trade_started: [{ on: "trade.open", to: "owner" }],
  funds_arrived: [{ on: "trade.receive_funds", to: "seller" }],
  trade_funded: [{ on: "trade.fund", to: "other" }],
  trade_paid: [
    { on: "trade.mark_paid", to: "other" },
    { on: "trade.share_code", to: "other" },
  ],
  gift_card_shared: [{ on: "trade.share_gift_card", to: "other" }],
  gift_card_accepted: [{ on: "trade.accept_gift_card", to: "other" }],
  proof_handed_in: [{ on: "trade.proof_handed_in", to: "other" }],
  proof_rejected: [{ on: "trade.proof_rejected", to: "other" }],
  proof_asked: [{ on: "trade.proof_asked", to: "other" }],
  evidence_handed_in: [{ on: "trade.evidence_handed_in", to: "other" }],
  flow_left: [{ on: "trade.fallback", to: "other" }],
  trade_ends_soon: [{ on: "trade.ends_soon", to: "other" }],
  evidence_ends_soon: [{ on: "trade.evidence_ends_soon", to: "other" }],
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
  chargeback_reported: [{ on: "trade.report_chargeback", to: "other" }],
  chargeback_confirmed: [{ on: "trade.confirm_chargeback", to: "other" }],
  chargeback_dismissed: [{ on: "trade.dismiss_chargeback", to: "other" }],
  chargeback_paid: [{ on: "trade.repay_chargeback", to: "other" }],
  trade_reopened: [{ on: "trade.reopen", to: "other" }],
};

export type WalletNotification = {
  readonly on: WalletEvent;
  readonly status?: PaymentStatus | (typeof JOURNAL_SIDES)[number];
  /** By default in the page and the app only. */
  readonly isMinor?: true;
};

export const WALLET_NOTIFICATIONS: Partial<Record<NotificationKind, WalletNotification>> = {
  deposit_pending: { on: "wallet.deposit_seen", isMinor: true },
  deposit_confirmed: { on: "wallet.deposit_credited" },
  deposit_reverted: { on: "wallet.deposit_reverted" },
  send_out_started: { on: "wallet.send_out", status: "pending" },
  send_out_completed: { on: "wallet.send_out", status: "completed" },
  send_out_failed: { on: "wallet.send_out", status: "failed" },
  bond_deposited: { on: "wallet.bond_deposited" },
  bond_returned: { on: "wallet.bond_returned" },
  balance_added: { on: "wallet.correction", status: "credit" },
  balance_taken: { on: "wallet.correction", status: "debit" },
};

/** Special offers: their partner is notified. */
export const OFFER_NOTIFICATIONS = {
  "offer.made_for": "special_offer",
} as const satisfies Record<string, NotificationKind>;

/** With the text of mail-texts.json that names the detail in the email. */
export const ACCOUNT_NOTIFICATIONS = {
  "account.role_granted": { kind: "role_granted", fact: "role", link: "/staff/disputes" },
  "account.role_revoked": { kind: "role_revoked", fact: "role", link: "/dashboard" },
  "account.level_set": { kind: "level_set", fact: "level", link: "/dashboard" },
  "account.verification_approved": { kind: "verification_approved", fact: "document", link: "/account/verification" },
  "account.verification_rejected": { kind: "verification_rejected", fact: "document", link: "/account/verification" },
  "account.verification_ended": { kind: "verification_ended", fact: "document", link: "/account/verification" },
  "account.verification_asked": { kind: "verification_asked", fact: "document", link: "/account/verification" },
  "account.verification_corrupted": { kind: "verification_corrupted", fact: "document", link: "/account/verification" },
  "account.company_approved": { kind: "company_approved", fact: "document", link: "/account/company" },
  "account.company_rejected": { kind: "company_rejected", fact: "document", link: "/account/company" },
  "account.company_ended": { kind: "company_ended", fact: "document", link: "/account/company" },
  "account.company_asked": { kind: "company_asked", fact: "document", link: "/account/company" },
  "account.company_corrupted": { kind: "company_corrupted", fact: "document", link: "/account/company" },
  "account.became_corporate": { kind: "became_corporate", fact: "account_type", link: "/account/company" },
  "account.became_personal": { kind: "became_personal", fact: "account_type", link: "/account/company" },
  "staff.role_granted": { kind: "staff_granted", fact: "role", link: "/staff/desk" },
  "account.factor_added": { kind: "factor_added", fact: "method", link: "/account/settings" },
  "account.factor_removed": { kind: "factor_removed", fact: "method", link: "/account/settings" },
  "account.password_changed": { kind: "password_changed", fact: "changed", link: "/account/settings" },
  "account.recovery_began": { kind: "recovery_began", fact: "possible", link: "/account/settings" },
  "account.staff_recovery_approved": { kind: "staff_recovery_approved", fact: "possible", link: "/stop-recovery" },
  "account.staff_recovery_stopped": { kind: "staff_recovery_stopped", fact: "case", link: "/account/settings" },
  "account.staff_recovered": { kind: "staff_recovered", fact: "case", link: "/account/settings" },
  "account.telegram_linked": { kind: "telegram_linked", fact: "telegram", link: "/account/settings" },
  "account.phone_confirmed": { kind: "phone_confirmed", fact: "phone", link: "/account/settings" },
  "account.phone_removed": { kind: "phone_removed", fact: "phone", link: "/account/settings" },
  "account.second_step_failed": { kind: "second_step_failed", fact: "from_address", link: "/account/settings" },
  "account.recovery_code_used": { kind: "recovery_code_used", fact: "codes_left", link: "/account/settings" },
  "account.recovery_codes_made": { kind: "recovery_codes_made", fact: "method", link: "/account/settings" },
  "account.factor_options_set": { kind: "factor_options_set", fact: "asked_for", link: "/account/settings" },
  "account.texts_stopped": { kind: "texts_stopped", fact: "method", link: "/account/settings" },
  "account.texts_allowed": { kind: "texts_allowed", fact: "method", link: "/account/settings" },
  "account.sign_in_asked": { kind: "sign_in_asked", fact: "from_address", link: "/account/sign-ins" },
  "account.sign_in_approved": { kind: "sign_in_approved", fact: "from_address", link: "/account/sign-ins" },
  "account.sign_in_denied": { kind: "sign_in_denied", fact: "from_address", link: "/account/sign-ins" },
  "account.second_step_left": { kind: "second_step_left", fact: "from_address", link: "/account/settings" },
  "account.questions_set": { kind: "questions_set", fact: "from_address", link: "/account/settings" },
  "account.questions_removed": { kind: "questions_removed", fact: "from_address", link: "/account/settings" },
  "account.answers_wrong": { kind: "answers_wrong", fact: "from_address", link: "/account/settings" },
  "account.restricted": { kind: "account_restricted", fact: "restriction", link: "/account/restrictions" },
  "account.restriction_kept": { kind: "restriction_kept", fact: "restriction", link: "/account/restrictions" },
  "account.restriction_lifted": { kind: "restriction_lifted", fact: "restriction", link: "/account/restrictions" },
  "account.last_send_out_allowed": {
    kind: "last_send_out_allowed",
    fact: "restriction",
    link: "/account/restrictions",
  },
  "account.closing_asked": { kind: "closing_asked", fact: "closes_on", link: "/account/settings" },
  "account.email_changed": { kind: "email_changed", fact: "email", link: "/account/settings" },
  "account.email_restored": { kind: "email_restored", fact: "restored", link: "/account/settings" },
  "account.api_key_made": { kind: "api_key_made", fact: "key", link: "/account/api-keys" },
  "account.payment_account_changed": {
    kind: "payment_account_changed",
    fact: "payment_account",
    link: "/account/payment-accounts",
  },
  "account.social_connected": { kind: "social_connected", fact: "provider", link: "/account/settings" },
  "account.social_disconnected": { kind: "social_disconnected", fact: "provider", link: "/account/settings" },
  "account.avatar_removed": { kind: "avatar_removed", fact: "reason", link: "/account/settings" },
  "account.badge_given": { kind: "badge_given", fact: "badge", link: "/account/trader-program" },
  "account.badge_lost": { kind: "badge_lost", fact: "badge", link: "/account/trader-program" },
  "account.closes_soon": { kind: "closes_soon", fact: "closes_on", link: "/account/settings" },
  "account.document_expires": { kind: "document_expires", fact: "expires_on", link: "/account/verification" },
  "staff.review_due": { kind: "review_due", fact: "case", link: "/staff/restrictions" },
  "staff.appeal_made": { kind: "appeal_made", fact: "case", link: "/staff/restrictions?queue=appeals" },
  "account.send_out_stopped": { kind: "send_out_stopped", fact: "amount", link: "/wallet" },
  "account.offer_rejected": { kind: "offer_rejected", fact: "offer", link: "/dashboard/my-offers" },
  "account.offer_approved": { kind: "offer_approved", fact: "offer", link: "/dashboard/my-offers" },
  "account.offer_closed": { kind: "offer_closed", fact: "offer", link: "/dashboard/my-offers" },
  "staff.offer_appealed": { kind: "offer_appealed", fact: "offer", link: "/staff/offers?queue=appeals" },
  "staff.dispute_appealed": { kind: "dispute_appealed", fact: "case", link: "/staff/disputes?state=appeals" },
  "staff.chargeback_reported": { kind: "chargeback_waits", fact: "case", link: "/staff/disputes?state=chargebacks" },
  "staff.case_due": { kind: "case_due", fact: "case", link: "/staff/disputes" },
  "account.data_asked": { kind: "data_asked", fact: "requested", link: "/account/settings" },
} as const satisfies Record<AccountChange, { kind: NotificationKind; fact: MailFact; link: string }>;

/** The channels of an event. Fixed ones cannot be turned off, by the reader or by an attacker with their session. */
export type EventSetting = {
  readonly event: NotificationKind;
  readonly area: Area;
  readonly usual: readonly Channel[];
  readonly fixed: readonly Channel[];
};

const kindsOf = (table: object) => Object.keys(table) as NotificationKind[];

/** Changes of an account's standing, which an attacker with the session gains nothing by hiding. */
const OF_STANDING: ReadonlySet<NotificationKind> = new Set([
  "badge_given",
  "badge_lost",
  "offer_rejected",
  "offer_approved",
  "offer_closed",
]);

const FIXED_OF_WALLET: readonly NotificationKind[] = ["send_out_started", "balance_added", "balance_taken"];

/** The table of events, in the order of the settings screen. */
export const EVENT_SETTINGS: readonly EventSetting[] = [
  ...kindsOf(TRADE_NOTIFICATIONS).map((event) => ({ event, area: "trades", usual: CHANNELS, fixed: [] }) as const),
  ...Object.values(OFFER_NOTIFICATIONS).map(
    (event) => ({ event, area: "trades", usual: CHANNELS, fixed: [] }) as const,
  ),
  // The page has the chat itself.
  { event: "chat_unread", area: "trades", usual: ["email", "telegram", "app"], fixed: [] },
  ...kindsOf(WALLET_NOTIFICATIONS).map((event) => {
    const usual = WALLET_NOTIFICATIONS[event]?.isMinor ? (["web", "app"] as const) : CHANNELS;
    // An attacker with a session could send out and hide it from the owner.
    const fixed = FIXED_OF_WALLET.includes(event) ? (["web", "email"] as const) : [];
    return { event, area: "wallet", usual, fixed } as const;
  }),
  ...Object.values(ACCOUNT_NOTIFICATIONS).map(({ kind }) =>
    OF_STANDING.has(kind)
      ? ({ event: kind, area: "trades", usual: CHANNELS, fixed: [] } as const)
      : ({ event: kind, area: "security", usual: CHANNELS, fixed: ["web", "email"] } as const),
  ),
];

/** A trade waits for its reader: what they open nowhere comes by the next channel after some minutes. */
const WAITS_FOR_READER: ReadonlySet<NotificationKind> = new Set([
  "trade_started",
  "funds_arrived",
  "trade_funded",
  "trade_paid",
  "gift_card_shared",
  "gift_card_accepted",
  "proof_rejected",
  "proof_asked",
  "dispute_opened",
  "reopen_asked",
  "chargeback_reported",
  "evidence_ends_soon",
]);
export const waitsForReader = (kind: NotificationKind) => WAITS_FOR_READER.has(kind);

const BY_KIND = new Map<NotificationKind, EventSetting>(EVENT_SETTINGS.map((setting) => [setting.event, setting]));

/** Notifications for staff only. */
export const OF_STAFF: ReadonlySet<NotificationKind> = new Set([
  "review_due",
  "appeal_made",
  "offer_appealed",
  "chargeback_waits",
  "dispute_appealed",
  "case_due",
]);

/** A dispute that ends with a division is set with the other endings; a test has no setting. */
export function settingOf(kind: NotificationKind): EventSetting | undefined {
  return BY_KIND.get(kind === "dispute_divided" ? "dispute_decided" : kind);
}

/** In the reader's language, without the greeting. */
export function mailTextOf(kind: NotificationKind): { readonly subject: MailText; readonly sentence: MailText } {
  return texts[kind].mail;
}

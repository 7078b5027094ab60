/** Events, which are written with their change and delivered after its commit, and live messages, which carry an event to open pages. */
import { CARD_EVENTS, type CardNews, PRODUCT_EVENTS, type ProductEvent } from "../products/product-events.ts";
import { STAFF_EVENTS, type StaffNews } from "../staff/events.ts";
import type { MissingVerification, WalletBlock } from "../products/wallet/blocks.ts";
import type { ChatMessage, ChatState } from "../market/trades/chat.ts";
import type { FeedbackItem } from "../market/trades/feedback.ts";
import type { Channel } from "../reach/notification-channels.ts";
import type { Conversation, DirectMessage } from "../reach/messenger/messenger.ts";
import type { Notification } from "../reach/notifications.ts";
import type { OfferType } from "../market/offers/offer-fields.ts";
import type { CryptoFiatRate } from "../money/rates.ts";
import type { Source } from "../people/sources.ts";
import type { TradeStatus } from "../market/trades/trade/statuses.ts";
import type { ActiveTrade, TradeChange } from "../market/trades/trade/trades.ts";
import type { BadgePayload, RestrictionPayload, SpotMessages, WalletPayload } from "./event-payloads.ts";
import { TRADE_VERBS, type TradeActor, type TradeVerb } from "../market/trades/trade/verbs.ts";
import type { WalletBalances, WalletTransaction } from "../products/wallet/wallet.ts";

/** An id as text: payloads are JSON. */
type Id = string;
type TradePayload = { actor: TradeActor; status: TradeStatus };
type OfferPayload = { ownerId: Id };

/** Every event by its type, with its payload; `subject` is the hash or id of its object. */
export type Events = {
  /** With the code that was entered, whatever it is. */
  "account.registered": { referralCode?: string; source?: Source };
  "account.signed_in": Record<string, never>;
  "account.email_confirmed": Record<string, never>;
  "account.named": Record<string, never>;
  /** `subject` is the user's id; the detail is the role or the level. */
  "account.role_granted": { detail: string };
  "account.role_revoked": { detail: string };
  "account.level_set": { detail: string };
  /** `subject` is the user's id. */
  "account.restricted": RestrictionPayload;
  "account.restriction_kept": RestrictionPayload;
  "account.restriction_lifted": RestrictionPayload;
  "account.last_send_out_allowed": RestrictionPayload;
  /** `subject` is the user's id; the detail is "id_document", "address_document" or "video_document". */
  "account.verification_approved": { detail: string };
  "account.verification_rejected": { detail: string };
  /** The document has expired. */
  "account.verification_ended": { detail: string };
  /** Staff ask for it anew. */
  "account.verification_asked": { detail: string };
  /** A picture of one that waits cannot be read, and is to be shown again. */
  "account.verification_corrupted": { detail: string };
  /** The same of a company, where the detail is "company_document". */
  "account.company_approved": { detail: string };
  "account.company_rejected": { detail: string };
  "account.company_ended": { detail: string };
  "account.company_asked": { detail: string };
  "account.company_corrupted": { detail: string };
  /** `subject` is the user's id; the detail is the trading name. */
  "account.trading_name_approved": { detail: string };
  "account.trading_name_refused": { detail: string };
  "account.trading_name_removed": { detail: string };
  /** `subject` is the user's id; the detail is "corporate" or "personal". */
  "account.became_corporate": { detail: string };
  "account.became_personal": { detail: string };
  /** `subject` is the user's id; the detail is "passkey" or "authenticator app". Transfers wait for so many hours. */
  "account.factor_added": { detail: string; holdHours: number };
  "account.factor_removed": { detail: string };
  /** `subject` is the mark of the entered address, with or without an account; the payload has the caller. */
  "account.password_forgotten": { ip: string; userAgent: string };
  /** `subject` is the user's id; the detail says how. */
  "account.password_changed": { detail: string };
  /** A user with the link from an email lost the factor: the detail is the time from which the link works. */
  "account.recovery_began": { detail: string };
  /** Two of the staff gave the account to a new mailbox: the detail is when its link works; stopped, or done, where it is the case's code. */
  "account.staff_recovery_approved": { detail: string };
  "account.staff_recovery_stopped": { detail: string };
  "account.staff_recovered": { detail: string };
  /** `subject` is the case's reference: the requester and the earlier mailbox are notified of its status. */
  "recovery.changed": Record<string, never>;
  /** The account closes: the detail is when. */
  "account.closing_asked": { detail: string };
  /** The detail is the new address, but for its middle; and when the old one took that back. */
  "account.email_changed": { detail: string; holdHours: number };
  "account.email_restored": { detail: string; holdHours: number };
  /** A key for programs was made: the detail is its name. */
  "account.api_key_made": { detail: string };
  /** The address of the webhook was set, fails, or was turned off: the detail is its host. */
  "account.webhook_set": { detail: string };
  "account.webhook_failing": { detail: string };
  "account.webhook_off": { detail: string };
  /** An account to be paid to was added or changed: the detail is its country, or the payment method of a wallet. */
  "account.payment_account_changed": { detail: string };
  /** The detail is the provider by its title. */
  "account.social_connected": { detail: string; holdHours: number };
  "account.social_disconnected": { detail: string };
  /** Staff answered or solved a ticket: the detail is its number; of a guest it is `subject`, and the guest gets an email. */
  "account.support_answered": { detail: string };
  "account.support_solved": { detail: string };
  "support.changed": { what: "opened" | "answered" | "solved" };
  /** Staff stopped a transfer that waited: the detail is its amount, with the coin. */
  "account.send_out_stopped": { detail: string; stopWhy: string };
  /** Staff took the picture away: the detail is why. */
  "account.avatar_removed": { detail: string };
  /** A badge came, or gave way to a lesser one or none. */
  "account.badge_given": BadgePayload;
  "account.badge_lost": BadgePayload;
  /** The day comes nearer: the detail is when. */
  "account.closes_soon": { detail: string };
  "account.document_expires": { detail: string };
  /** `subject` is the user's id, the detail the hash of an offer of theirs: staff took it off the market, gave it back, or rejected the appeal. */
  "account.offer_rejected": { detail: string; offerWhy: string };
  "account.offer_approved": { detail: string; offerWhy: string };
  "account.offer_closed": { detail: string; offerWhy: string };
  /** The same user; the detail is the number of the application, or the level. */
  "account.ambassador_interview": { detail: string };
  "account.ambassador_declined": { detail: string };
  "account.ambassador_level": { detail: string };
  /** A saved search found an offer: `subject` is the user's id, the detail the search's name. */
  "account.search_found": { detail: string; offerHash: string };
  /** `subject` is the user's id, the detail the amount: a trader is asked to agree to a price; the user has a price, or has none after all. */
  "account.otc_asked": { detail: string };
  "account.otc_quoted": { detail: string };
  "account.otc_closed": { detail: string };
  /** The same for the trader: the user accepted, or will not. */
  "account.otc_accepted": { detail: string };
  "account.otc_ended": { detail: string };
  /** An export of the account's data was requested: the detail is the time. */
  "account.data_asked": { detail: string };
  /** `subject` is the user's id; the detail is the name that Telegram has for them. */
  "account.telegram_linked": { detail: string };
  /** `subject` is the user's id; the detail is the number, but for its middle. */
  "account.phone_confirmed": { detail: string };
  "account.phone_removed": { detail: string };
  /** `subject` is the user's id: the right password and five wrong second steps within a day; the detail is the last address. */
  "account.second_step_failed": { detail: string };
  /** The detail is how many are left. */
  "account.recovery_code_used": { detail: string };
  "account.recovery_codes_made": { detail: string };
  /** The detail is "everywhere" or "not everywhere". */
  "account.factor_options_set": { detail: string };
  /** No code comes by text any more, or one may again. */
  "account.texts_stopped": { detail: string };
  "account.texts_allowed": { detail: string };
  /** A sign-in requests approval: the detail is its address; and the decision. */
  "account.sign_in_asked": { detail: string };
  "account.sign_in_approved": { detail: string };
  "account.sign_in_denied": { detail: string };
  /** Security questions were set, removed, or answered wrongly with a link to a new password; the detail is the address. */
  "account.questions_set": { detail: string };
  "account.questions_removed": { detail: string };
  "account.answers_wrong": { detail: string };
  /** The right password, and no second step in time: the detail is the address. */
  "account.second_step_left": { detail: string };
  /** `subject` is the id of a user who tests a channel. */
  "notification.test_asked": { channel: Channel };
  "setting.changed": { value: unknown };
  /** `subject` is the flag's name; null if it changed for all users. */
  "flag.changed": { userId: Id | null };
  "offer.created": OfferPayload & { side: OfferType };
  "offer.changed": OfferPayload;
  "offer.switched": OfferPayload & { isOn: boolean };
  "offer.deleted": OfferPayload;
  /** A special offer was made, for this partner. */
  "offer.made_for": OfferPayload & { partnerId: Id };
  "trade.open": TradePayload & { source?: Source };
  /** The window of a trade ends soon; the actor is the side that has not to act. */
  "trade.ends_soon": TradePayload;
  /** The time for evidence of its dispute ends soon; the actor is the side that is not notified. */
  "trade.evidence_ends_soon": TradePayload;
  /** A file that the trade requires, or evidence of its dispute: the actor handed it in, rejected it, or asks for another. */
  "trade.receipt_uploaded": TradePayload;
  "trade.receipt_rejected": TradePayload;
  "trade.receipt_requested": TradePayload;
  "trade.evidence_uploaded": TradePayload;
  "trade.feedback": { role: "buyer" | "seller" };
  /** The platform was down: the window is longer by that. */
  "trade.outage": Record<string, never>;
  "dispute.opened": { by: "buyer" | "seller"; reason: string };
  "dispute.taken": Record<string, never>;
  "dispute.decided": { winner: "buyer" | "seller" };
  "feedback.given": { rating: 1 | -1; receiverId: Id };
  /** `giverId` is missing in events of before 28 November 2026. */
  "feedback.replied": { giverId?: Id };
  "chat.posted": { messageId: Id };
  /** `subject` is the trade's hash: this side has not read so many messages for as long as they chose. */
  "chat.unread": { userId: Id; unread: number };
  "chat.read": { userId: Id; upTo: Id };
  /** `subject` is the hash of a conversation outside trades. `isFirst`: the other side had read everything before it. */
  "messenger.posted": { seq: number; isFirst: boolean };
  /** A member has read further, accepted, declined, muted or archived it. */
  "messenger.read": { userId: Id };
  "messenger.changed": { userId: Id };
  /** `subject` is the id of a user who blocked another one, or no longer blocks them. */
  "relation.changed": { otherId: Id; isBlocked: boolean };
  "wallet.deposit_seen": WalletPayload;
  "wallet.deposit_credited": WalletPayload;
  "wallet.deposit_reverted": WalletPayload;
  "wallet.send_out": WalletPayload;
  "wallet.conversion": WalletPayload;
  /** Of a bond: from the balance to it, and all of it back. */
  "wallet.bond_deposited": WalletPayload;
  "wallet.bond_returned": WalletPayload;
  /** `subject` is the hash of the claim. */
  "wallet.reward_claimed": WalletPayload;
  /** Two administrators corrected a balance; `subject` is the journal's, the status credit or debit. */
  "wallet.correction": WalletPayload;
} & { [V in TradeVerb as `trade.${V}`]: TradePayload } & { [E in ProductEvent]: WalletPayload } & CardNews &
  StaffNews;

export type EventType = keyof Events;

/** Changes of a user's rights or factors. The database writes them with the change; the worker writes that of a link. */
export const ACCOUNT_CHANGES = [
  "account.role_granted",
  "account.role_revoked",
  "account.level_set",
  "account.badge_given",
  "account.badge_lost",
  "account.restricted",
  "account.restriction_kept",
  "account.restriction_lifted",
  "account.last_send_out_allowed",
  "account.verification_approved",
  "account.verification_rejected",
  "account.verification_ended",
  "account.verification_asked",
  "account.verification_corrupted",
  "account.company_approved",
  "account.company_rejected",
  "account.company_ended",
  "account.company_asked",
  "account.company_corrupted",
  ...(["account.trading_name_approved", "account.trading_name_refused", "account.trading_name_removed"] as const),
  "account.became_corporate",
  "account.became_personal",
  "account.factor_added",
  "account.factor_removed",
  "account.password_changed",
  "account.recovery_began",
  "account.staff_recovery_approved",
  "account.staff_recovery_stopped",
  "account.staff_recovered",
  "account.closing_asked",
  "account.email_changed",
  "account.email_restored",
  "account.api_key_made",
  "account.webhook_set",
  "account.webhook_failing",
  "account.webhook_off",
  "account.payment_account_changed",
  "account.social_connected",
  "account.social_disconnected",
  "account.avatar_removed",
  "account.send_out_stopped",
  "account.support_answered",
  "account.support_solved",
  "account.closes_soon",
  "account.document_expires",
  "account.offer_rejected",
  "account.offer_approved",
  "account.offer_closed",
  "account.search_found",
  "account.otc_asked",
  "account.otc_quoted",
  "account.otc_closed",
  "account.otc_accepted",
  "account.otc_ended",
  ...CARD_EVENTS,
  ...STAFF_EVENTS,
  "account.ambassador_interview",
  "account.ambassador_declined",
  "account.ambassador_level",
  "account.data_asked",
  "account.telegram_linked",
  "account.phone_confirmed",
  "account.phone_removed",
  "account.second_step_failed",
  "account.recovery_code_used",
  "account.recovery_codes_made",
  "account.factor_options_set",
  "account.texts_stopped",
  "account.texts_allowed",
  "account.sign_in_asked",
  "account.sign_in_approved",
  "account.sign_in_denied",
  "account.second_step_left",
  "account.questions_set",
  "account.questions_removed",
  "account.answers_wrong",
] as const satisfies readonly EventType[];
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];

/** After these an account may have another level, or another block of its wallet. */
export const LEVEL_CHANGES = [
  "account.email_confirmed",
  "account.named",
  "account.phone_confirmed",
  "account.phone_removed",
  "account.level_set",
  "account.verification_approved",
  "account.verification_ended",
  "account.verification_asked",
  "account.company_approved",
  "account.company_ended",
  "account.company_asked",
  "account.became_personal",
] as const satisfies readonly EventType[];

/** Events of a trade that change what its sides see. */
export const TRADE_EVENTS = [
  "trade.open",
  ...TRADE_VERBS.map((verb) => `trade.${verb}` as const),
  "trade.feedback",
  "dispute.taken",
] as const satisfies readonly EventType[];

export type TradeEvent = (typeof TRADE_EVENTS)[number];
/** Changes nothing in the trade; only causes notifications. */
export const TRADE_REMINDERS = ["trade.ends_soon", "trade.evidence_ends_soon"] as const satisfies readonly EventType[];
export type TradeReminder = (typeof TRADE_REMINDERS)[number];
/** Files of a trade: delivered in every later status. */
export const TRADE_FILES = [
  "trade.receipt_uploaded",
  "trade.receipt_rejected",
  "trade.receipt_requested",
  "trade.evidence_uploaded",
] as const satisfies readonly EventType[];
export type TradeFile = (typeof TRADE_FILES)[number];

/** Events that are each one step in the history of a trade, and one line of its conversation. */
export const TRADE_STEPS = [
  "trade.open",
  ...TRADE_VERBS.map((verb) => `trade.${verb}` as const),
  "trade.outage",
] as const satisfies readonly EventType[];
export type TradeStep = (typeof TRADE_STEPS)[number];

/** Changes that the pages of both sides of a trade show at once. */
export const TRADE_NEWS = [...TRADE_EVENTS, "trade.outage"] as const satisfies readonly EventType[];
export type TradeNews = (typeof TRADE_NEWS)[number];

export const WALLET_EVENTS = [
  "wallet.deposit_seen",
  "wallet.deposit_credited",
  "wallet.deposit_reverted",
  "wallet.send_out",
  "wallet.conversion",
  ...(["wallet.bond_deposited", "wallet.bond_returned", "wallet.reward_claimed"] as const),
  ...PRODUCT_EVENTS,
  "wallet.correction",
] as const satisfies readonly EventType[];
export type WalletEvent = (typeof WALLET_EVENTS)[number];

/** Every live message by its type: what changed, ready to be shown. All but rates come on a person's own channel. */
export type LiveMessages = SpotMessages & {
  /**
   * What changed of the view, for this viewer: an older version never replaces a newer one. `listed` is the trade as it
   * is shown in a list of open ones, also of one that the page has not seen; null when it has ended. `lines` are what the
   * steps say in the conversation.
   */
  "trade.changed": {
    cause: EventType;
    tradeHash: string;
    change: TradeChange;
    listed: ActiveTrade | null;
    lines: readonly ChatMessage[];
    blockReason: ChatState["blockReason"];
  };
  /** `lines` are new or changed in the history. */
  "wallet.changed": { cause: EventType; balances: WalletBalances; lines: readonly WalletTransaction[] };
  /** A message of a user, or of the platform without a step; a moderator also gets the lines of steps. */
  "chat.message": {
    tradeHash: string;
    unread: number;
    blockReason: ChatState["blockReason"];
    message: ChatMessage;
  };
  /** `subject` is the trade's hash: this side has not read so many messages for as long as they chose. */
  "chat.unread": { userId: Id; unread: number };
  "chat.read": { tradeHash: string; readByOther: string | null; unread: number };
  /** A conversation outside trades as this member sees it, with the message that was written; and how many have unread messages. */
  "messenger.changed": {
    conversation: Conversation;
    message: DirectMessage | null;
    unreadChats: number;
    requests: number;
  };
  /** All that was said of this trade. */
  "feedback.changed": { tradeHash: string; items: readonly FeedbackItem[] };
  notification: { notification: Notification };
  /** `restrictions` are the states in force, `liveBanners` the lines about the account and not its place, each as `bannerKey` names it. */
  "session.changed": {
    isEmailConfirmed: boolean;
    isNamed: boolean;
    restrictions: readonly string[];
    liveBanners: readonly string[];
    liveBlocks: readonly WalletBlock[];
    liveMissing: readonly MissingVerification[];
  };
  /** On the public channel of the pair. */
  "rate.changed": { rate: CryptoFiatRate };
};
export type LiveType = keyof LiveMessages;

import type { FaultOfField } from "./shape-faults.ts";
import { ACCOUNT_REFUSALS } from "../people/account-refusals.ts";
import { CARD_REFUSALS } from "../market/trades/card-refusals.ts";
import { CHARGEBACK_REFUSALS } from "../market/disputes/chargeback-refusals.ts";
import { DISPUTE_REFUSALS } from "../market/disputes/dispute-refusals.ts";
import { filled } from "./filled.ts";
import { OFFER_REFUSALS } from "../market/offers/offer-refusals.ts";
import { PAYMENT_REFUSALS } from "../market/trades/payment-refusals.ts";
import { PROOF_REFUSALS } from "../market/trades/proof-refusals.ts";
import { UPLOAD_REFUSALS } from "../market/trades/upload-refusals.ts";
import { WEBHOOK_REFUSALS } from "../reach/webhook-refusals.ts";
import { WALLET_REFUSALS } from "../products/wallet-refusals.ts";

/** Everything that Parley may decline, with its HTTP status and the sentence a person reads. One line each. */
export const REFUSALS = {
  // request
  ERROR_INPUT_VALIDATION: { status: 422, text: "Some of the fields are invalid." },
  "request.malformed": { status: 400, text: "The request could not be read." },
  "request.not_found": { status: 404, text: "Page not found." },
  "request.too_large": { status: 413, text: "The request is too large." },
  "request.media_type": { status: 415, text: "This content type is not supported." },
  "request.forged": { status: 403, text: "This page has expired. Please reload it and try again." },
  "request.token_missing": {
    status: 403,
    text: "Send X-Requested-With: XMLHttpRequest and X-CSRF-Token, the content of the meta element csrf-token of any page.",
  },
  "request.blocked_in_location": { status: 451, text: "We are closed in the country that you are connecting from." },
  "request.too_many": { status: 429, text: "Too many requests. Please wait a moment." },
  "request.internal": { status: 500, text: "Something went wrong on our side. The error has been reported." },
  "idempotency.other_body": { status: 422, text: "This request key was already used for a different request." },
  "idempotency.in_flight": { status: 409, text: "The same request is still being processed." },
  "idempotency.key_malformed": { status: 400, text: "The request key must be 8 to 64 letters, digits, - or _." },
  LEDGER_ASYNC_MODE: {
    status: 503,
    text: "We're processing a lot of requests. Yours will be retried automatically and counted once.",
  },

  // who
  "auth.required": { status: 401, text: "Please sign in." },
  "auth.forbidden": { status: 403, text: "You do not have permission to do this." },
  "auth.staff_account": { status: 403, text: "Accounts of the staff do not trade." },
  "auth.restricted": { status: 403, text: "Your account is restricted and cannot do this right now." },
  "auth.password_wrong": { status: 422, text: "The password is incorrect." },
  "auth.wrong_credentials": { status: 422, text: "The email or password is incorrect." },
  "auth.throttled": { status: 429, text: "Too many attempts. Please wait before the next one." },
  "auth.busy": { status: 503, text: "Many people are signing in right now. Please try again in a moment." },
  "auth.email_taken": { status: 422, text: "An account with this email already exists." },
  "auth.username_taken": { status: 422, text: "This username is taken." },
  "auth.username_form": { status: 422, text: "A username has {min} to {max} characters: a to z, digits, _ and -." },
  "auth.username_reserved": { status: 422, text: "This username cannot be used." },
  "auth.username_final": { status: 422, text: "You can change your username only once." },
  "auth.password_weak": { status: 422, text: "Choose a longer or less common password." },
  "auth.too_young": { status: 422, text: "You must be 18 or older." },
  "auth.code_wrong": { status: 422, text: "The code is incorrect." },
  "auth.code_expired": { status: 422, text: "The code has expired. Request a new one." },
  "auth.email_unconfirmed": { status: 403, text: "Confirm your email first." },
  "auth.email_same": { status: 422, text: "This is your email already." },
  "auth.undo_gone": { status: 422, text: "This link has expired or was already used." },
  "auth.email_already_confirmed": { status: 422, text: "This email is already confirmed." },
  "auth.password_proof": {
    status: 403,
    text: "Confirm this first: with your password, or with your authenticator app or passkey if you have one.",
  },
  "auth.factor_needed": { status: 403, text: "Confirm with your passkey or authenticator app." },
  "auth.passkey_wrong": { status: 422, text: "This passkey was not accepted. Please try again." },
  "auth.recovery_code_wrong": { status: 422, text: "This recovery code is incorrect or was already used." },
  "auth.proof_of_work_required": { status: 428, text: "Your browser must solve a puzzle first. Please try again." },
  "auth.not_approved": { status: 422, text: "This sign-in has not been approved." },
  "auth.approval_open": { status: 409, text: "Another sign-in is waiting for approval. Use another way." },
  "auth.approval_blocked": { status: 403, text: "A sign-in from this network was denied. Use another way." },
  "auth.approval_gone": { status: 422, text: "This sign-in is no longer waiting." },
  "auth.approval_number": { status: 422, text: "That is not the number on the other screen: denied." },
  "auth.answers_needed": { status: 403, text: "Answer your security questions." },
  "auth.answers_wrong": { status: 422, text: "These answers are incorrect. If you forgot them, contact support." },
  "auth.sign_in_gone": { status: 422, text: "This sign-in has expired. Enter your password again." },
  "auth.second_factor_needed": {
    status: 403,
    text: "Staff sign in with a passkey or authenticator app. Set one up in the settings, then sign in again.",
  },
  "auth.reset_gone": { status: 422, text: "This link has expired or was already used. Request a new one." },
  "auth.shared_account": {
    status: 403,
    text: "Every visitor of the demo market shares this account. Create your own account to do this.",
  },
  "auth.nothing_to_prove": { status: 409, text: "This can no longer be confirmed. Please check its current status." },
  "auth.proof_limit": { status: 403, text: "An authenticator app or passkey is required above 500 USD a day." },
  "social.unknown_provider": { status: 404, text: "Signing in with this provider is not offered here." },
  "social.away": {
    status: 503,
    text: "The provider is not responding. Please try again, or use your password.",
  },
  "social.gone": { status: 422, text: "This attempt has expired or belongs to another browser. Please start again." },
  "social.denied": { status: 422, text: "You did not agree at the provider. You can start again." },
  "social.wrong": { status: 422, text: "The provider's response could not be verified. Please start again." },
  "social.email_known": {
    status: 409,
    text: "There is an account with this email. Sign in with your password, then connect the provider in the settings.",
  },
  "social.taken": { status: 409, text: "This is connected to another account already." },
  "social.known": { status: 409, text: "An account with this provider is connected already. Disconnect it first." },
  "social.none": { status: 409, text: "This is not connected." },
  "api_key.wrong": { status: 401, text: "This key is unknown or has expired." },
  "api_key.place": { status: 403, text: "This key does not work from the network that you are calling from." },
  "api_key.scope": { status: 403, text: "This key does not allow this call." },
  "api_key.network": { status: 422, text: "Write addresses or ranges, such as 203.0.113.7 or 2001:db8::/32." },
  "api_key.many": { status: 409, text: "You have reached the limit of keys. Revoke one first." },
  "two_factor.exists": { status: 409, text: "This is already set up." },
  "two_factor.none": { status: 409, text: "This is not set up." },
  "two_factor.no_receiver": {
    status: 409,
    text: "Confirm your phone number or email first, or sign in on another device with notifications on: codes go there.",
  },
  "two_factor.which_browser": { status: 409, text: "Choose which browser or phone gets the codes." },
  "two_factor.staff_needs_it": { status: 409, text: "Accounts of the staff always sign in with a second factor." },
  "two_factor.full": { status: 422, text: "You have reached the limit of passkeys." },
  "two_factor.passkey_unusable": { status: 422, text: "This device created a passkey that we cannot use." },
  "phone.limit": { status: 429, text: "Too many codes were sent. Please wait before the next one." },
  "phone.unreadable": { status: 422, text: "This is not a phone number. Write it with its country code, such as +49." },
  "phone.invalid": { status: 422, text: "This phone number does not exist." },
  "phone.wrong_type": { status: 422, text: "This type of number cannot be used. Enter a mobile or landline number." },
  "phone.no_texts": { status: 422, text: "This number cannot receive texts. Choose a call instead." },
  "phone.texts_off": { status: 422, text: "Codes by text are turned off for you. Choose a call instead." },
  "phone.consent": { status: 422, text: "Please agree before we send a code." },
  "phone.exists": { status: 409, text: "Your account already has a phone number. Remove it first." },
  "phone.off": { status: 503, text: "Phone numbers cannot be confirmed right now." },
  "phone.attempts": { status: 429, text: "Too many wrong codes. Please wait before you request another one." },
  "phone.code_wrong": { status: 422, text: "The code is incorrect." },
  "phone.code_expired": { status: 422, text: "The code has expired. Request a new one." },
  "phone.taken": { status: 422, text: "Another account uses this phone number." },
  "phone.factor": { status: 409, text: "Turn off codes by text first: they need this number." },
  "phone.none": { status: 409, text: "Your account has no phone number." },
  ...ACCOUNT_REFUSALS,
  "notification.always_on": {
    status: 422,
    text: "Security notifications always reach you on this site and by email.",
  },
  "notification.push_unusable": { status: 422, text: "This browser's notification service cannot be used." },
  "notification.telegram_off": { status: 422, text: "Telegram is not available right now." },
  "notification.channel_off": { status: 422, text: "This channel is not set up yet." },
  "notification.link_unknown": { status: 404, text: "This link is not valid." },
  "account.self_relation": { status: 422, text: "You cannot do this with your own account." },

  ...WALLET_REFUSALS,

  // money
  "ledger.insufficient_balance": { status: 422, text: "Insufficient balance." },
  "ledger.halted": { status: 503, text: "Transfers of coins are paused while we run a check. Please try again later." },
  "trade.start_halted": { status: 503, text: "New trades are temporarily paused." },
  // trades
  ...CARD_REFUSALS,
  "trade.not_found": { status: 404, text: "Trade not found." },
  "trade.view_blocked": {
    status: 403,
    text: "Our staff have blocked your access to ended trades. Open trades stay available until they end. Contact support if you need one.",
  },
  "trade.not_yours": { status: 403, text: "Only the other party can do this." },
  "trade.wrong_status": { status: 409, text: "This is not possible in the trade's present state." },
  "trade.details_first": { status: 409, text: "Open the payment details first." },
  "trade.unfunded": { status: 409, text: "Not possible yet: the seller has not put the coins in escrow." },
  "trade.not_over": { status: 409, text: "This trade is still open. Only a trade that has ended can be reopened." },
  "trade.amount_missing": { status: 422, text: "Enter an amount in one of the two currencies." },
  "trade.amount_out_of_range": { status: 422, text: "This offer takes amounts from {min} to {max} {currency}." },
  "trade.amount_not_offered": { status: 422, text: "Choose one of the amounts of this offer." },
  "trade.low_balance": { status: 422, text: "The seller's balance does not cover this amount." },
  "trade.cancel_refused": { status: 400, text: "This trade cannot be canceled now." },
  "trade.no_extension_left": { status: 422, text: "The payment window cannot be extended again." },
  "trade.reopen_too_late": { status: 422, text: "A trade can be reopened only within 24 hours." },
  "trade.reopen_not_asked": { status: 422, text: "The buyer has not asked to reopen this trade." },
  "trade.owner_limit": {
    status: 422,
    text: "A limit of the owner's account currently allows {max} {currency} for this offer. Choose a smaller amount or another offer.",
  },
  max_per_trade_limit: { status: 422, text: "This exceeds your level's limit for open trades." },
  reached_daily_compliance_limit: { status: 422, text: "This exceeds your level's daily limit." },
  max_2_active_trades_id_not_verified: {
    status: 422,
    text: "You can have two open trades at a time until you verify your identity.",
  },
  offer_margin_changed: { status: 409, text: "The price has changed since you opened the offer." },
  offer_changed: { status: 409, text: "The terms have changed since you opened the offer." },

  // disputes, chat, feedback
  ...DISPUTE_REFUSALS,
  ...CHARGEBACK_REFUSALS,
  "dispute.own_trade": { status: 403, text: "You are a party to this trade." },
  "staff.own_account": { status: 403, text: "Another administrator must do this for your own account." },
  "staff.second_person": { status: 403, text: "The second confirmation must come from another administrator." },
  "staff.unchanged": { status: 409, text: "This is already the case. Nothing was changed." },
  "staff.proposed": { status: 409, text: "This has been proposed already and is waiting for another administrator." },
  "staff.change_over": { status: 409, text: "This proposal is no longer open." },
  "staff.last_admin": { status: 409, text: "The last administrator keeps this role." },
  "staff.journal_limit": { status: 422, text: "This exceeds the daily limit of manual corrections." },
  "staff.act_unknown": { status: 404, text: "There is no such act." },
  "staff.look_ups": { status: 429, text: "You have reached today's limit of look-ups." },
  "staff.readings": { status: 429, text: "You have reached today's limit of opened reasons." },
  "restriction.unknown": { status: 404, text: "There is no such restriction." },
  "restriction.over": { status: 409, text: "This restriction has been lifted." },
  "restriction.appealed": { status: 409, text: "You have appealed this restriction already." },
  "restriction.other_person": { status: 403, text: "You set this restriction, so someone else decides about it." },
  "restriction.not_allowed": { status: 403, text: "Your role does not allow this for this account." },
  "staff.documents": { status: 429, text: "You have reached today's limit of opened documents." },
  "verification.unknown": { status: 404, text: "There is no such verification." },
  "verification.over": { status: 409, text: "This verification is no longer open." },
  "verification.pending": {
    status: 409,
    text: "Your document is being reviewed. We will notify you of the decision.",
  },
  "verification.approved": { status: 409, text: "This has been verified already." },
  "verification.no_tries": { status: 422, text: "You have no attempts left. Please contact support." },
  "verification.id_first": { status: 422, text: "Verify your identity first." },
  "verification.country": { status: 422, text: "Documents of this country are not accepted." },
  "verification.document": { status: 422, text: "This kind of document of this country is not accepted." },
  "verification.incomplete": { status: 422, text: "Some pictures are missing." },
  "verification.picture_unwanted": { status: 422, text: "This document does not need that picture." },
  "verification.unrestricted": { status: 409, text: "Restrict the account before you close this." },
  "verification.video_url": { status: 422, text: "This is not the address of a video that you have uploaded." },
  "verification.code_expired": { status: 409, text: "The code has expired. Start again with a new one." },
  "verification.picture_small": {
    status: 422,
    text: "The picture is too small to read. Use one of at least 600 by 400 pixels.",
  },
  "verification.no_provider": { status: 409, text: "No provider checks this document here. Our staff do." },
  "verification.second_person": { status: 403, text: "Another reviewer must approve this as well." },
  "account.id_required": {
    status: 403,
    text: "Verify your account first. The verification page shows what is missing.",
  },
  "account.blocked_in_location": {
    status: 403,
    text: "We are closed in your country. You can still send out your coins.",
  },
  "corporate.off": { status: 403, text: "Corporate accounts are not available at the moment." },
  "corporate.already": { status: 409, text: "The account has this type already." },
  "corporate.trades": { status: 409, text: "Finish your open trades before you convert your account." },
  "corporate.pending": {
    status: 409,
    text: "We are still reviewing a document. You can convert your account after that.",
  },
  "corporate.closing": { status: 409, text: "Your account is being closed." },
  "corporate.personal": { status: 409, text: "This is not the account of a company that waits for its verification." },
  "recovery.unknown": { status: 404, text: "There is no such recovery." },
  "recovery.over": { status: 409, text: "This recovery is no longer open." },
  "recovery.full": { status: 503, text: "Too many people are waiting right now. Please try again tomorrow." },
  "recovery.pictures": { status: 429, text: "You have sent too many pictures. Start again." },
  "recovery.incomplete": { status: 422, text: "Some pictures are missing." },
  "recovery.link_gone": { status: 422, text: "This link has expired or was already used." },
  "recovery.none": { status: 409, text: "Nobody is recovering your account right now." },
  "recovery.no_account": { status: 409, text: "This account does not exist." },
  "recovery.staff_account": { status: 409, text: "Accounts of the staff are not recovered this way." },
  "recovery.closed": { status: 409, text: "This account is closed." },
  "recovery.no_document": {
    status: 409,
    text: "No identity document of this account had been approved before, so there is nothing to compare the pictures with.",
  },
  "recovery.stopped_before": { status: 409, text: "A recovery of this account was stopped a short time ago." },
  "recovery.running": { status: 409, text: "Another recovery of this account is already waiting." },
  "recovery.email_taken": { status: 409, text: "Another account has this email." },
  "verification.unlooked": { status: 409, text: "Open the documents before you decide." },
  "verification.corrupted": { status: 409, text: "A picture cannot be read: its file is damaged or missing." },
  "verification.checklist": { status: 422, text: "Go through the whole checklist before you approve." },
  "verification.expired": { status: 422, text: "This document has expired." },
  "staff.held": {
    status: 403,
    text: "For security, you can do this only some time after a new role, device or sign-in method.",
  },
  "dispute.share_out_of_range": {
    status: 422,
    text: "Each party must get a part. To give everything to one of them, award the escrow to that party.",
  },
  "dispute.share_of_other": {
    status: 422,
    text: "The dispute goes to the party with the larger share; equal shares go to the seller.",
  },
  "dispute.second_person": { status: 403, text: "The second confirmation must come from another moderator." },
  "chat.blocked": { status: 403, text: "This chat is closed." },
  "chat.empty": { status: 422, text: "The message is empty." },
  "chat.too_fast": { status: 429, text: "You are sending messages too quickly." },
  ...UPLOAD_REFUSALS,
  "feedback.not_finished": { status: 422, text: "You can leave feedback after a completed trade." },
  "feedback.message_needed": { status: 422, text: "Write a review of at least {min} letters." },
  "feedback.too_late": { status: 422, text: "Feedback can be changed only within 30 days." },
  "feedback.nothing_to_reply": { status: 422, text: "There is no feedback to reply to." },
  "feedback.replied": { status: 422, text: "You have already replied." },
  "money.malformed": { status: 422, text: "This is not a valid amount." },
  "money.too_many_digits": { status: 422, text: "This amount has too many decimal places." },

  // rates and catalog
  "rates.unknown": { status: 503, text: "There is currently no market rate for this currency." },
  "rates.stale": { status: 503, text: "The market rate is too old. New trades are paused until it is updated." },
  "rates.divergent": { status: 503, text: "Our rate sources disagree. New trades are paused until they agree." },
  "catalog.unknown_payment_method": { status: 404, text: "Payment method not found." },
  "announcement.times": { status: 422, text: "It must end after it begins and after now, within 31 days." },
  "announcement.over": { status: 409, text: "This announcement is no longer shown." },
  "settings.unknown": { status: 404, text: "Setting not found." },
  "settings.value": { status: 422, text: "This value is invalid for this setting." },

  // offers
  "offer.not_found": { status: 404, text: "Offer not found." },
  "offer.method_unavailable": { status: 422, text: "This payment method is currently unavailable for offers." },
  "offer.currency_unknown": { status: 422, text: "This currency is not supported." },
  "offer.price_missing": { status: 422, text: "Enter either a margin or a fixed price." },
  "offer.price_kind": { status: 422, text: "This offer has the other price type." },
  "offer.margin_range": {
    status: 422,
    text: "Choose a price from {min}% to {max}% above the market with this payment method.",
  },
  "offer.margin_unconfirmed": {
    status: 422,
    text: "This price is much worse for you than the market. Please confirm it.",
  },
  "offer.amounts_both": { status: 422, text: "Give a range or amounts to choose from, not both." },
  "offer.amounts": {
    status: 422,
    text: "The minimum must be above zero and not above the maximum.",
  },
  "offer.amount_too_small": { status: 422, text: "The smallest trade in this currency is {min} {currency}." },
  "offer.window": { status: 422, text: "Choose a payment window of {min} to {max} minutes." },
  "offer.tag_unknown": { status: 422, text: "One of the tags is not available for this payment method." },
  "offer.country_unknown": { status: 422, text: "One of the countries is unknown." },
  "offer.duty_hours": { status: 422, text: "Trading hours may have two spans a day, which must not overlap." },
  "offer.timezone_unknown": { status: 422, text: "Unknown time zone." },
  "offer.label": { status: 422, text: "The label may contain only letters, digits, spaces, and dashes." },
  "offer.contact_details": { status: 422, text: "Terms and labels must not contain contact details." },
  "offer.duplicate": { status: 422, text: "You already have a similar active offer." },
  "offer.too_many_active": { status: 422, text: "You have reached your level's limit of active offers." },
  "offer.level": { status: 403, text: "Verify your identity before you create offers." },
  "offer.side_final": {
    status: 422,
    text: "The type and the asset of an offer cannot be changed. Create a new offer.",
  },
  "offer.cap_off": { status: 403, text: "A cap cannot be set at the moment." },
  "offer.cap_below_min": { status: 422, text: "The cap is below the minimum of the offer." },
  "offer.too_many_favorites": { status: 422, text: "You have reached the limit of favorites. Remove one first." },
  ...WEBHOOK_REFUSALS,
  ...OFFER_REFUSALS,
  ...PAYMENT_REFUSALS,
  ...PROOF_REFUSALS,
} as const satisfies Record<string, { status: number; text: string }>;

export type RefusalCode = keyof typeof REFUSALS;

export type RefusalDetails = Record<string, FaultOfField[]>;

/** A declined request, with a code that the user may see. Any other thrown error is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  /** Per field: what is wrong with it. */
  readonly details: RefusalDetails;
  /** Facts for the screen, such as the new price or the seconds to wait. They go out at the top level as `context`. */
  readonly context: Record<string, unknown>;

  constructor(
    code: RefusalCode,
    context: Record<string, unknown> = {},
    details: RefusalDetails = {},
    options?: ErrorOptions,
  ) {
    super(filled(REFUSALS[code].text, context), options);
    this.name = "Refusal";
    this.code = code;
    this.status = REFUSALS[code].status;
    this.context = context;
    this.details = details;
  }
}

/** A refusal of one field of the body, so that the form can show it there. */
export function fieldRefusal(code: RefusalCode, field: string, context: Record<string, unknown> = {}): Refusal {
  return fieldsRefusal([{ code, field, context }]);
}

export type FieldFault = {
  readonly code: RefusalCode;
  readonly field: string;
  readonly context?: Record<string, unknown>;
};

/** Of several fields at once, each with its own fault; the whole has the code of the first. */
export function fieldsRefusal(faults: readonly [FieldFault, ...FieldFault[]]): Refusal {
  const context = Object.assign({}, ...faults.map((fault) => fault.context)) as Record<string, unknown>;
  const details = faults.map(({ code, field }) => [field, [{ code, message: filled(REFUSALS[code].text, context) }]]);
  return new Refusal(faults[0].code, context, Object.fromEntries(details));
}

import type { FaultOfField } from "./shape-faults.ts";
import { ACCOUNT_REFUSALS } from "../../people/account-refusals.ts";
import { CARD_REFUSALS } from "../../market/trades/card-refusals.ts";
import { CHARGEBACK_REFUSALS } from "../../market/disputes/chargeback-refusals.ts";
import { DISPUTE_REFUSALS } from "../../market/disputes/refusals.ts";
import { refusalText } from "./refusal-texts.ts";
import { EXPORT_REFUSALS } from "../../market/trades/export/refusals.ts";
import { OFFER_REFUSALS } from "../../market/offers/offer-refusals.ts";
import { OTC_REFUSALS } from "../../market/otc/refusals.ts";
import { RULE_REFUSALS } from "../../market/offers/rule-refusals.ts";
import { PAYMENT_REFUSALS } from "../../market/trades/payment/refusals.ts";
import { REQUIREMENT_REFUSALS } from "../../market/trades/requirement-refusals.ts";
import { UPLOAD_REFUSALS } from "../../market/trades/upload-refusals.ts";
import { SUPPORT_REFUSALS } from "../../reach/support/refusals.ts";
import { MESSENGER_REFUSALS } from "../../reach/messenger/refusals.ts";
import { PARTNER_REFUSALS } from "../../reach/partner/refusals.ts";
import { TRANSLATION_REFUSALS } from "../../reach/translations/refusals.ts";
import { WEBHOOK_REFUSALS } from "../../reach/webhooks/refusals.ts";
import { ORDER_REFUSALS } from "../../products/order-refusals.ts";
import { RAMP_REFUSALS } from "../../products/ramps/refusals.ts";
import { VIRTUAL_CARD_REFUSALS } from "../../products/cards/refusals.ts";
import { LIGHTNING_REFUSALS } from "../../products/lightning/refusals.ts";
import { HEDGING_REFUSALS } from "../../products/hedging/refusals.ts";
import { SPOT_REFUSALS } from "../../products/spot/refusals.ts";
import { WALLET_REFUSALS } from "../../products/wallet/refusals.ts";

/** Everything that Parley may decline, with its HTTP status; web/i18n/refusals has the texts. */
export const REFUSALS = {
  // request
  ERROR_INPUT_VALIDATION: 422,
  "request.malformed": 400,
  "request.not_found": 404,
  "request.too_large": 413,
  "request.media_type": 415,
  "request.forged": 403,
  "request.token_missing": 403,
  "request.blocked_in_location": 451,
  "request.too_many": 429,
  "request.internal": 500,
  "idempotency.other_body": 422,
  "idempotency.in_flight": 409,
  "idempotency.key_malformed": 400,
  LEDGER_ASYNC_MODE: 503,

  // who
  "auth.required": 401,
  "auth.forbidden": 403,
  "auth.staff_account": 403,
  "auth.restricted": 403,
  "auth.password_wrong": 422,
  "auth.wrong_credentials": 422,
  "auth.throttled": 429,
  "auth.busy": 503,
  "auth.email_taken": 422,
  "auth.username_taken": 422,
  "auth.username_form": 422,
  "auth.username_reserved": 422,
  "auth.username_final": 422,
  "auth.password_weak": 422,
  "auth.too_young": 422,
  "auth.code_wrong": 422,
  "auth.code_expired": 422,
  "auth.email_unconfirmed": 403,
  "auth.email_same": 422,
  "auth.undo_gone": 422,
  "auth.email_already_confirmed": 422,
  "auth.password_proof": 403,
  "auth.factor_needed": 403,
  "auth.passkey_wrong": 422,
  "auth.recovery_code_wrong": 422,
  "auth.puzzle_required": 428,
  "auth.not_approved": 422,
  "auth.approval_open": 409,
  "auth.approval_blocked": 403,
  "auth.approval_gone": 422,
  "auth.approval_number": 422,
  "auth.answers_needed": 403,
  "auth.answers_wrong": 422,
  "auth.sign_in_gone": 422,
  "auth.second_factor_needed": 403,
  "auth.reset_gone": 422,
  "auth.shared_account": 403,
  "auth.nothing_to_prove": 409,
  "auth.proof_limit": 403,
  "social.unknown_provider": 404,
  "social.away": 503,
  "social.gone": 422,
  "social.denied": 422,
  "social.wrong": 422,
  "social.email_known": 409,
  "social.taken": 409,
  "social.known": 409,
  "social.none": 409,
  "api_key.wrong": 401,
  "api_key.place": 403,
  "api_key.scope": 403,
  "api_key.network": 422,
  "api_key.many": 409,
  "two_factor.exists": 409,
  "two_factor.none": 409,
  "two_factor.no_receiver": 409,
  "two_factor.which_browser": 409,
  "two_factor.staff_needs_it": 409,
  "two_factor.full": 422,
  "two_factor.passkey_unusable": 422,
  "phone.limit": 429,
  "phone.unreadable": 422,
  "phone.invalid": 422,
  "phone.wrong_type": 422,
  "phone.no_texts": 422,
  "phone.texts_off": 422,
  "phone.consent": 422,
  "phone.exists": 409,
  "phone.off": 503,
  "phone.attempts": 429,
  "phone.code_wrong": 422,
  "phone.code_expired": 422,
  "phone.taken": 422,
  "phone.factor": 409,
  "phone.none": 409,
  ...ACCOUNT_REFUSALS,
  "notification.always_on": 422,
  "notification.push_unusable": 422,
  "notification.telegram_off": 422,
  "notification.channel_off": 422,
  "notification.link_unknown": 404,
  "account.self_relation": 422,

  ...WALLET_REFUSALS,
  ...ORDER_REFUSALS,
  ...RAMP_REFUSALS,
  ...VIRTUAL_CARD_REFUSALS,
  ...SPOT_REFUSALS,
  ...HEDGING_REFUSALS,
  ...LIGHTNING_REFUSALS,

  // money
  "ledger.insufficient_balance": 422,
  "ledger.halted": 503,
  "trade.start_halted": 503,
  // trades
  ...CARD_REFUSALS,
  "trade.not_found": 404,
  "trade.view_blocked": 403,
  "trade.not_yours": 403,
  "trade.wrong_status": 409,
  "trade.details_first": 409,
  "trade.unfunded": 409,
  "trade.not_over": 409,
  "trade.amount_missing": 422,
  "trade.amount_out_of_range": 422,
  "trade.amount_not_offered": 422,
  "trade.low_balance": 422,
  "trade.cancel_refused": 400,
  "trade.no_extension_left": 422,
  "trade.reopen_too_late": 422,
  "trade.reopen_not_asked": 422,
  "trade.owner_limit": 422,
  max_per_trade_limit: 422,
  reached_daily_compliance_limit: 422,
  max_2_active_trades_id_not_verified: 422,
  offer_margin_changed: 409,
  offer_changed: 409,

  // disputes, chat, feedback
  ...TRANSLATION_REFUSALS,
  ...DISPUTE_REFUSALS,
  ...CHARGEBACK_REFUSALS,
  "dispute.own_trade": 403,
  "staff.own_account": 403,
  "staff.second_person": 403,
  "staff.unchanged": 409,
  "staff.proposed": 409,
  "staff.change_over": 409,
  "staff.last_admin": 409,
  "staff.journal_limit": 422,
  "staff.act_unknown": 404,
  "staff.look_ups": 429,
  "staff.readings": 429,
  "restriction.unknown": 404,
  "restriction.over": 409,
  "restriction.appealed": 409,
  "restriction.other_person": 403,
  "restriction.not_allowed": 403,
  "staff.documents": 429,
  "verification.unknown": 404,
  "verification.over": 409,
  "verification.pending": 409,
  "verification.approved": 409,
  "verification.no_tries": 422,
  "verification.id_first": 422,
  "verification.country": 422,
  "verification.document": 422,
  "verification.incomplete": 422,
  "verification.picture_unwanted": 422,
  "verification.unrestricted": 409,
  "verification.video_url": 422,
  "verification.code_expired": 409,
  "verification.picture_small": 422,
  "verification.no_provider": 409,
  "verification.second_person": 403,
  "account.id_required": 403,
  "account.blocked_in_location": 403,
  "corporate.off": 403,
  "corporate.already": 409,
  "corporate.trades": 409,
  "corporate.pending": 409,
  "corporate.closing": 409,
  "corporate.personal": 409,
  "trading_name.form": 422,
  "trading_name.reserved": 422,
  "trading_name.taken": 422,
  "trading_name.unchanged": 422,
  "trading_name.unverified": 409,
  "trading_name.waiting": 409,
  "trading_name.too_often": 429,
  "trading_name.unknown": 404,
  "trading_name.over": 409,
  "recovery.unknown": 404,
  "recovery.over": 409,
  "recovery.full": 503,
  "recovery.pictures": 429,
  "recovery.incomplete": 422,
  "recovery.link_gone": 422,
  "recovery.none": 409,
  "recovery.no_account": 409,
  "recovery.staff_account": 409,
  "recovery.closed": 409,
  "recovery.no_document": 409,
  "recovery.stopped_before": 409,
  "recovery.running": 409,
  "recovery.email_taken": 409,
  "verification.unlooked": 409,
  "verification.corrupted": 409,
  "verification.checklist": 422,
  "verification.expired": 422,
  "staff.held": 403,
  "dispute.share_out_of_range": 422,
  "dispute.share_of_other": 422,
  "dispute.second_person": 403,
  "chat.blocked": 403,
  "chat.empty": 422,
  "chat.too_fast": 429,
  ...UPLOAD_REFUSALS,
  "feedback.not_finished": 422,
  "feedback.message_needed": 422,
  "feedback.too_late": 422,
  "feedback.nothing_to_reply": 422,
  "feedback.replied": 422,
  "money.malformed": 422,
  "money.too_many_digits": 422,

  // rates and catalog
  "rates.unknown": 503,
  "rates.stale": 503,
  "rates.divergent": 503,
  "catalog.unknown_payment_method": 404,
  "announcement.times": 422,
  "announcement.parts": 422,
  "announcement.over": 409,
  "incident.unknown": 404,
  "incident.state": 409,
  "incident.part": 422,
  "incident.halted": 409,
  "incident.over": 409,
  "exposure.advice_over": 409,
  "settings.unknown": 404,
  "settings.value": 422,

  // offers
  "offer.not_found": 404,
  "offer.method_unavailable": 422,
  "offer.currency_unknown": 422,
  "offer.price_missing": 422,
  "offer.price_kind": 422,
  "offer.margin_range": 422,
  "offer.margin_unconfirmed": 422,
  "offer.amounts_both": 422,
  "offer.amounts": 422,
  "offer.amount_too_small": 422,
  "offer.window": 422,
  "offer.details_needed": 422,
  "offer.tag_unknown": 422,
  "offer.country_unknown": 422,
  "offer.duty_hours": 422,
  "offer.timezone_unknown": 422,
  "offer.label": 422,
  "offer.contact_details": 422,
  "offer.duplicate": 422,
  "offer.too_many_active": 422,
  "offer.level": 403,
  "offer.side_final": 422,
  "offer.cap_off": 403,
  "offer.cap_below_min": 422,
  "offer.too_many_favorites": 422,
  ...SUPPORT_REFUSALS,
  ...MESSENGER_REFUSALS,
  ...EXPORT_REFUSALS,
  ...PARTNER_REFUSALS,
  ...WEBHOOK_REFUSALS,
  ...OFFER_REFUSALS,
  ...RULE_REFUSALS,
  ...OTC_REFUSALS,
  ...PAYMENT_REFUSALS,
  ...REQUIREMENT_REFUSALS,
} as const satisfies Record<string, number>;

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
    super(refusalText(code, context), options);
    this.name = "Refusal";
    this.code = code;
    this.status = REFUSALS[code];
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
  const details = faults.map(({ code, field }) => [field, [{ code, message: refusalText(code, context) }]]);
  return new Refusal(faults[0].code, context, Object.fromEntries(details));
}

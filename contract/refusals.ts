/** Everything that Parley may decline, with its HTTP status and the sentence a person reads. One line each. */
export const REFUSALS = {
  // request
  ERROR_INPUT_VALIDATION: { status: 422, text: "Some of the fields are not right." },
  "request.malformed": { status: 400, text: "The request could not be read." },
  "request.not_found": { status: 404, text: "There is nothing at this address." },
  "request.too_large": { status: 413, text: "The request is too large." },
  "request.media_type": { status: 415, text: "This kind of content is not accepted here." },
  "request.forged": { status: 403, text: "The page has expired. Please reload it and try again." },
  "request.too_many": { status: 429, text: "Too many requests. Please wait a moment." },
  "request.internal": { status: 500, text: "Something went wrong on our side. It has been reported." },
  "idempotency.other_body": { status: 422, text: "This request key was used for another request." },
  "idempotency.in_flight": { status: 409, text: "The same request is still being worked on." },
  "idempotency.key_malformed": { status: 400, text: "The request key must be 8 to 64 letters, digits, - or _." },
  LEDGER_ASYNC_MODE: { status: 503, text: "The ledger is catching up. Your request will be repeated by itself." },

  // who
  "auth.required": { status: 401, text: "Please sign in." },
  "auth.forbidden": { status: 403, text: "You may not do this." },
  "auth.restricted": { status: 403, text: "Your account is restricted and cannot do this now." },
  "auth.wrong_credentials": { status: 422, text: "The e-mail or password is not right." },
  "auth.throttled": { status: 429, text: "Too many attempts. Please wait before the next one." },
  "auth.email_taken": { status: 422, text: "There is already an account with this e-mail." },
  "auth.username_taken": { status: 422, text: "This username is taken." },
  "auth.username_reserved": { status: 422, text: "This username cannot be used." },
  "auth.username_final": { status: 422, text: "The username can be changed only once." },
  "auth.password_weak": { status: 422, text: "Please choose a longer or less common password." },
  "auth.too_young": { status: 422, text: "You must be 18 or older." },
  "auth.code_wrong": { status: 422, text: "The code is not right." },
  "auth.code_expired": { status: 422, text: "The code has expired. Please ask for a new one." },
  "auth.email_unconfirmed": { status: 403, text: "Please confirm your e-mail first." },
  "auth.email_already_confirmed": { status: 422, text: "This e-mail is confirmed already." },
  "auth.password_proof": { status: 403, text: "Please enter your password to confirm this." },
  "auth.proof_limit": { status: 403, text: "Above 500 USD a day an authenticator or passkey is needed." },
  "account.not_found": { status: 404, text: "There is no such user." },
  "account.bio_max": { status: 422, text: "The bio is too long." },
  "account.bio_contact": { status: 422, text: "The bio must not hold contact details." },
  "account.bio_limit": { status: 422, text: "The bio has too many words or lines." },
  "account.country_unknown": { status: 422, text: "We do not know this country." },
  "account.settings_invalid": { status: 422, text: "This setting is not possible." },
  "account.self_relation": { status: 422, text: "This cannot be done with yourself." },

  // wallet
  "wallet.rail_unavailable": { status: 503, text: "This coin's network cannot be reached from here." },
  "wallet.address_malformed": { status: 422, text: "This is not an address of this network." },
  "wallet.address_other_network": { status: 422, text: "This address belongs to another network." },
  "wallet.own_address": { status: 422, text: "This is your own deposit address." },
  "wallet.amount_too_small": { status: 422, text: "The amount is below the smallest possible." },
  "wallet.amount_too_large": { status: 422, text: "The amount is above the largest possible." },
  "wallet.fee_unknown": { status: 503, text: "The network fee is not known yet. Please try again in a moment." },
  "wallet.quote_unknown": { status: 404, text: "There is no such quote." },
  "wallet.quote_expired": { status: 409, text: "The quote has expired. Please take a new one." },
  "wallet.quote_taken": { status: 409, text: "This quote was used already." },
  "wallet.on_hold": { status: 403, text: "Sending and converting are on hold for your account. Support can tell why." },
  "wallet.send_out_unknown": { status: 404, text: "There is no such send-out." },
  "wallet.send_out_under_way": { status: 409, text: "The send-out is on its way and cannot be taken back." },
  "wallet.same_currency": { status: 422, text: "Please choose two different coins." },
  "wallet.conversion_unavailable": { status: 503, text: "We cannot convert this much right now. Please try less." },
  "wallet.faucet_limit": { status: 429, text: "That is all the test coins for today." },
  "wallet.faucet_amount": { status: 422, text: "The faucet does not give that much at once." },

  // money
  "ledger.insufficient_balance": { status: 422, text: "The balance is not enough." },
  "ledger.halted": { status: 503, text: "Sending money out is paused while our books are checked." },
  "trade.start_halted": { status: 503, text: "New trades are paused for a moment." },
  // trades
  "trade.not_found": { status: 404, text: "There is no such trade." },
  "trade.not_yours": { status: 403, text: "This is for the other side to do." },
  "trade.wrong_status": { status: 409, text: "The trade has moved on; this is no longer possible." },
  "trade.amount_missing": { status: 422, text: "Please enter an amount in one of the two currencies." },
  "trade.amount_out_of_range": { status: 422, text: "The amount is outside the limits of this offer." },
  "trade.amount_not_offered": { status: 422, text: "Please choose one of the amounts of this offer." },
  "trade.low_balance": { status: 422, text: "The seller's balance does not cover this amount." },
  "trade.cancel_refused": { status: 400, text: "This trade cannot be cancelled now." },
  "trade.no_extension_left": { status: 422, text: "The time has been extended twice already." },
  "trade.reopen_too_late": { status: 422, text: "A trade can be reopened only within 24 hours." },
  "trade.reopen_not_asked": { status: 422, text: "The buyer has not asked to reopen this trade." },
  max_per_trade_limit: { status: 422, text: "This is above the limit of your level for open trades." },
  reached_daily_compliance_limit: { status: 422, text: "This is above the limit of your level for one day." },
  max_2_active_trades_id_not_verified: { status: 422, text: "Without a verified ID two trades can be open at a time." },
  offer_margin_changed: { status: 409, text: "The price has changed since you opened the offer." },
  offer_changed: { status: 409, text: "The terms have changed since you opened the offer." },

  // disputes, chat, feedback
  "dispute.too_early": { status: 422, text: "A dispute can be opened a little later." },
  "dispute.reason_unknown": { status: 422, text: "Please choose one of the reasons." },
  "dispute.text_needed": { status: 422, text: "Please describe what happened." },
  "dispute.taken": { status: 409, text: "Another moderator has this case." },
  "dispute.not_taken": { status: 409, text: "Take the case before you decide it." },
  "dispute.own_trade": { status: 403, text: "You are a party to this trade." },
  "dispute.second_person": { status: 403, text: "The second confirmation must come from another moderator." },
  "chat.blocked": { status: 403, text: "This chat is closed for writing." },
  "chat.empty": { status: 422, text: "There is nothing to send." },
  "chat.too_fast": { status: 429, text: "Please write a little slower." },
  "upload.not_found": { status: 404, text: "There is no such file." },
  "upload.count_limit": { status: 422, text: "There are too many files in this trade." },
  "upload.size_limit": { status: 413, text: "The file is larger than 10 MB." },
  "upload.broken_image": { status: 422, text: "The picture is damaged." },
  "upload.broken_pdf": { status: 422, text: "The PDF is damaged." },
  "upload.empty_pdf": { status: 422, text: "The PDF is empty." },
  "upload.pdf_page_limit": { status: 422, text: "The PDF has more than 10 pages." },
  "upload.not_accepted": { status: 422, text: "Only JPEG, PNG and PDF files are accepted." },
  "feedback.not_finished": { status: 422, text: "Feedback can be given after a successful trade." },
  "feedback.message_needed": { status: 422, text: "Please say why." },
  "feedback.too_late": { status: 422, text: "Feedback can be changed for 30 days." },
  "feedback.nothing_to_reply": { status: 422, text: "There is no feedback to reply to." },
  "feedback.replied": { status: 422, text: "You have replied already." },
  "money.malformed": { status: 422, text: "This is not an amount." },
  "money.too_many_digits": { status: 422, text: "This amount has too many digits." },

  // rates and catalog
  "rates.unknown": { status: 503, text: "There is no market rate for this currency now." },
  "rates.stale": { status: 503, text: "The market rate is too old to trade on. New trades wait until it is fresh." },
  "rates.divergent": { status: 503, text: "Our rate sources disagree. New trades wait until they agree again." },
  "catalog.unknown_payment_method": { status: 404, text: "There is no such payment method." },
  "settings.unknown": { status: 404, text: "There is no such setting." },
  "settings.value": { status: 422, text: "This setting does not take that value." },

  // offers
  "offer.not_found": { status: 404, text: "This offer does not exist." },
  "offer.method_unavailable": { status: 422, text: "This payment method cannot be used for offers now." },
  "offer.currency_unknown": { status: 422, text: "We do not trade this currency." },
  "offer.price_missing": { status: 422, text: "Please give either a margin or a fixed price." },
  "offer.price_kind": { status: 422, text: "This offer has the other kind of price." },
  "offer.margin_range": { status: 422, text: "The price is too far from the market for this payment method." },
  "offer.margin_unconfirmed": {
    status: 422,
    text: "This price is far below the market. Please confirm that you mean it.",
  },
  "offer.amounts": {
    status: 422,
    text: "The amounts do not fit: the smallest must be above zero and below the largest.",
  },
  "offer.amount_too_small": { status: 422, text: "The smallest amount is below what may be traded in this currency." },
  "offer.window": { status: 422, text: "The payment window is too short or too long." },
  "offer.tag_unknown": { status: 422, text: "One of the tags does not fit this payment method." },
  "offer.country_unknown": { status: 422, text: "One of the countries is not known." },
  "offer.duty_hours": { status: 422, text: "Duty hours must open before they close, once a day." },
  "offer.timezone_unknown": { status: 422, text: "This time zone is not known." },
  "offer.label": { status: 422, text: "The label takes letters, digits, spaces and dashes only." },
  "offer.contact_details": { status: 422, text: "Terms and labels must not hold contact details." },
  "offer.duplicate": { status: 422, text: "You have an active offer like this already." },
  "offer.too_many_active": { status: 422, text: "You have as many active offers as your level allows." },
  "offer.level": { status: 403, text: "Please verify your identity before making offers." },
  "offer.side_final": { status: 422, text: "The side and the coin of an offer cannot be changed. Make a new offer." },
  "offer.cap_below_min": { status: 422, text: "The cap is below the smallest amount of the offer." },
  "offer.too_many_favorites": { status: 422, text: "You keep as many offers as one can. Remove one first." },
  "offer.not_active": { status: 422, text: "This offer is not active." },
  "offer.own": { status: 422, text: "This is your own offer." },
  "offer.blocked": { status: 422, text: "You cannot trade with this user." },
  "offer.country": { status: 422, text: "This offer is not available in your country." },
  "offer.currency_country": { status: 422, text: "This offer is only for people whose country uses its currency." },
  "offer.past_trades": { status: 422, text: "This offer asks for more past trades than you have." },
  "offer.verified_only": { status: 422, text: "This offer is only for people with a verified identity." },
  "offer.trusted_only": { status: 422, text: "This offer is only for people whom its owner trusts." },
  "offer.anonymous": { status: 422, text: "This offer is not open to connections that hide where they come from." },
  "offer.off_duty": { status: 422, text: "The owner is off duty now." },
  "offer.new_buyer_limit": { status: 422, text: "This is above what the owner allows for a first trade." },
  "offer.cap_used": { status: 422, text: "The amount is above what is left of this offer." },
} as const satisfies Record<string, { status: number; text: string }>;

export type RefusalCode = keyof typeof REFUSALS;

export type RefusalDetails = Record<string, { code: string; message: string }[]>;

/** Something we decline, with a code that the user may be told. Anything else thrown is a bug. */
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
    super(REFUSALS[code].text, options);
    this.name = "Refusal";
    this.code = code;
    this.status = REFUSALS[code].status;
    this.context = context;
    this.details = details;
  }
}

/** A refusal of one field of the body, so that the form can show it there. */
export function fieldRefusal(code: RefusalCode, field: string, context: Record<string, unknown> = {}): Refusal {
  return new Refusal(code, context, { [field]: [{ code, message: REFUSALS[code].text }] });
}

/** The envelope of a failure as it travels. */
export type FailureEnvelope = {
  status: "error";
  message: string;
  errors: { message: string; code: string; details: RefusalDetails };
  context?: Record<string, unknown>;
  requestId?: string;
  stateMachine?: true;
};

export function failureEnvelope(refusal: Refusal, requestId?: string): FailureEnvelope {
  return {
    status: "error",
    message: refusal.message,
    errors: { message: refusal.message, code: refusal.code, details: refusal.details },
    ...(Object.keys(refusal.context).length > 0 ? { context: refusal.context } : {}),
    ...(requestId ? { requestId } : {}),
    ...(refusal.code === "LEDGER_ASYNC_MODE" ? { stateMachine: true as const } : {}),
  };
}

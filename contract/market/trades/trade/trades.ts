/** Trades on the wire: the view of one, the acts, the lists, the receipt. The buttons are exactly `actions`. */
import * as z from "zod/mini";
import { DISPUTE_REASONS } from "../../disputes/reasons.ts";
import { endpoint } from "../../../platform/endpoint.ts";
import { givenAccount, givenFields, GIVES, PAYS } from "../payment/details.ts";
import { METALS } from "../../../money/metals.ts";
import { CANCEL_REFUSALS, CANCEL_STATUSES } from "../requirement-refusals.ts";
import { offerView, paymentPlace } from "../../offers/offers.ts";
import type { RefusalCode } from "../../../platform/errors/refusals.ts";
import { REQUIREMENTS } from "../../offers/requirement-names.ts";
import { division, tradeAction, tradeCard, tradeCurrency, tradeParty, tradeStatus, tradeTransition } from "./parts.ts";
import { FLOW_TYPES, HISTORY_STATUSES } from "./statuses.ts";
import {
  amount,
  count,
  cryptoCode,
  day,
  fiatCode,
  hash,
  instant,
  pageQuery,
  pagination,
  slug,
  text,
} from "../../../platform/wire.ts";
import { form } from "../../../platform/errors/shape-faults.ts";

export const tradeView = z.strictObject({
  id: hash,
  tradeHash: hash,
  status: tradeStatus,
  /** Grows with every move: an older view never replaces a newer one. */
  version: count,
  viewerRole: z.enum(["buyer", "seller", "moderator"]),
  /** The viewer sells. The counterparty is the buyer when the viewer is the vendor, else the seller. */
  isVendor: z.boolean(),
  /** The viewer owns the offer and has not yet said, by markTradeSeen, that they know of the trade. */
  isUnseen: z.boolean(),
  buyer: tradeParty,
  seller: tradeParty,
  isOpponentsSameIp: z.boolean(),
  offer: z.strictObject({ hash, url: z.string(), type: z.enum(["buy", "sell"]), terms: z.string() }),
  /** For the buyer once the payment details are revealed; for the seller always. */
  tradeDetails: z.nullable(z.string()),
  ...givenFields,
  paymentMethod: z.strictObject({
    id: count,
    slug,
    name: z.strictObject({ original: z.string(), localized: z.string() }),
    group: z.string(),
    reversible: z.string(),
  }),
  cryptoCurrencyId: count,
  cryptoCurrencyCode: cryptoCode,
  cryptoAmount: z.strictObject({ amount, fee: amount, escrow: amount }),
  /** For the starter, after the coins have gone to the buyer; null for other viewers and without cashback. */
  cashback: z.nullable(amount),
  /** For a trade whose escrow a moderator divided. */
  division: z.nullable(division),
  fiatAmount: amount,
  fiatFee: amount,
  place: paymentPlace,
  /** Of payment in metal, as the offer said at the start: what a troy ounce counts for, and how many pay this trade. */
  metal: z.nullable(z.strictObject({ code: z.enum(METALS), customRate: amount, ounces: amount })),
  currency: tradeCurrency,
  fiatPricePerCrypto: amount,
  /** The text is in the language and time zone of the viewer. */
  startedAt: z.strictObject({ timestamp: count, humanReadable: z.string() }),
  /** Of the payment window; null when it does not run. */
  expiresAt: z.nullable(z.strictObject({ timestamp: count, humanReadable: z.string() })),
  paidAt: z.nullable(instant),
  completedAt: z.nullable(instant),
  cancelledAt: z.nullable(instant),
  tradeCompleted: z.boolean(),
  /** A release of this trade would fail now: the ledger, all releases or its coin are stopped. A release that failed changes nothing, and its call says why. */
  isReleaseError: z.boolean(),
  isReopened: z.boolean(),
  /** The files that the buyer must submit before marking the trade as paid, and the missing ones. */
  requirements: z.array(z.enum(REQUIREMENTS)),
  awaitedRequirements: z.array(z.enum(REQUIREMENTS)),
  reopenAskedAt: z.nullable(instant),
  extensionsLeft: count,
  paymentWindowMinutes: count,
  flow: z.strictObject({
    type: z.enum(FLOW_TYPES),
    step: count,
    state: z.strictObject({ beforeRevealPaymentDetails: z.boolean(), beforeMarkAsPaid: z.boolean() }),
  }),
  /** That pays, or has paid, in a gcc-auto trade; its code is nowhere in a view. */
  giftCard: z.nullable(tradeCard),
  dispute: z.strictObject({
    available: z.boolean(),
    availableAt: z.nullable(instant),
    openedBy: z.nullable(z.enum(["buyer", "seller"])),
    openedAt: z.nullable(instant),
    /** A name of DISPUTE_REASONS; the text is as it was typed. */
    reason: z.nullable(z.enum(DISPUTE_REASONS)),
    text: z.nullable(z.string()),
  }),
  actions: z.array(tradeAction),
  /** The next side to act, the deadline, and the automatic step after it. `key` names the sentence. */
  next: z.strictObject({
    key: z.string(),
    mustAct: z.nullable(z.enum(["buyer", "seller", "moderator"])),
    by: z.nullable(instant),
    otherwise: z.nullable(z.enum(["expires", "cancelled_system"])),
  }),
  feedback: z.strictObject({ given: z.boolean(), mayGive: z.boolean() }),
  chatUrl: z.string(),
  unreadMessages: count,
  receiptUrl: z.nullable(z.string()),
  transitions: z.array(tradeTransition),
  isDemo: z.boolean(),
  serverNow: instant,
});
export type TradeView = z.infer<typeof tradeView>;

/** The fields of the view that a transition can change; the rest stays as at the start of the trade. */
export type TradeChange = Pick<
  TradeView,
  | "status"
  | "version"
  | "isUnseen"
  | "tradeDetails"
  | "bankReference"
  | "expiresAt"
  | "paidAt"
  | "completedAt"
  | "cancelledAt"
  | "reopenAskedAt"
  | "tradeCompleted"
  | "isReleaseError"
  | "isReopened"
  | "requirements"
  | "awaitedRequirements"
  | "extensionsLeft"
  | "flow"
  | "giftCard"
  | "dispute"
  | "cashback"
  | "division"
  | "actions"
  | "next"
  | "feedback"
  | "unreadMessages"
  | "receiptUrl"
  | "transitions"
  | "serverNow"
>;

export const params = z.strictObject({ id: hash });

export const startTrade = endpoint({
  name: "startTrade",
  method: "POST",
  path: "/rest/v1/offers/:id/trades",
  summary: "Take an offer: the seller's coins go into escrow",
  params,
  body: z.strictObject({
    fiat_amount: z.optional(amount),
    crypto_amount: z.optional(amount),
    /** The price that the screen showed. */
    expected_price: amount,
    /** The revision of the offer that the screen showed. */
    expected_revision: z.optional(z.int()),
    /** The cashback that the screen showed: refused as offer_changed where it is less by now, or over. */
    expected_cashback: z.optional(z.strictObject({ percent: amount, maxValue: amount })),
    /** Take the offer although price or terms changed since. */
    accept_change: z.optional(z.boolean()),
    /** The bank account of the user who takes an offer to buy in bt-auto. */
    account_id: z.optional(hash),
    /** From where the visit came; one that is not known is ignored. */
    source_id: z.optional(text({ max: 60 })),
  }),
  reply: tradeView,
  refusals: [
    "offer.not_found",
    "offer_margin_changed",
    "offer_changed",
    ...(["trade.amount_missing", "trade.amount_out_of_range", "trade.amount_not_offered"] as const),
    "trade.low_balance",
    "max_per_trade_limit",
    "reached_daily_compliance_limit",
    "max_2_active_trades_id_not_verified",
    "trade.start_halted",
    "payment_account.needed",
    "payment_account.unfit",
    "payment_account.not_own",
    "payment_account.unknown",
  ],
});

export const getTrade = endpoint({
  name: "getTrade",
  method: "GET",
  path: "/rest/v2/trade/:id",
  summary: "A trade, as its buyer, seller or a moderator sees it",
  params,
  reply: tradeView,
  refusals: ["dispute.not_taken", "trade.not_found", "trade.view_blocked"],
});

export const getTradeV1 = endpoint({
  name: "getTradeV1",
  method: "GET",
  path: "/rest/v1/trade/:id",
  summary: "The same view under the older path",
  params,
  reply: tradeView,
  refusals: ["dispute.not_taken", "trade.not_found", "trade.view_blocked"],
});

export const getTradeOffer = endpoint({
  name: "getTradeOffer",
  method: "GET",
  path: "/rest/v2/trade/:id/offer",
  summary: "The current offer of a trade",
  params,
  query: z.strictObject({ timestamp: z.optional(z.string().check(z.regex(/^[0-9]{1,16}$/, form("whole")))) }),
  reply: offerView,
  refusals: ["dispute.not_taken", "trade.not_found", "trade.view_blocked", "offer.not_found"],
});

/** A step that needs nothing but the trade. */
export function act(name: string, path: string, summary: string, more: readonly RefusalCode[] = []) {
  return endpoint({
    name,
    method: "POST",
    path: `/rest/v1/trade/:id/${path}`,
    summary,
    params,
    reply: tradeView,
    refusals: ["trade.not_found", "trade.wrong_status", "trade.not_yours", "trade.unfunded", ...more],
  });
}

export const fundTrade = act("fundTrade", "fund", "The seller locks the coins of a trade that waits for them");
export const revealPaymentDetails = endpoint({
  ...act("revealPaymentDetails", "payment-account", GIVES.summary, GIVES.refusals),
  body: z.optional(givenAccount),
});
export const markTradeSeen = act("markTradeSeen", "seen", "The owner of the offer has seen it", ["trade.view_blocked"]);
export const markTradePaid = act("markTradePaid", "paid", "The buyer says that the money is sent", [
  ...PAYS,
  "trade.details_first",
  "trade.receipt_missing",
]);

export const fallbackTrade = act(
  "fallbackTrade",
  "fallback",
  "From the lite flow or an automatic one on in the default flow, until the buyer has paid",
);

export const releaseTrade = endpoint({
  name: "releaseTrade",
  method: "POST",
  path: "/rest/v1/trade/:id/release",
  summary: "The seller lets the coins go to the buyer",
  params,
  /** Empty: what lets the coins go is a proof that /auth/prove has taken before. */
  body: z.optional(z.strictObject({})),
  reply: tradeView,
  refusals: ["trade.not_found", "trade.wrong_status", "trade.not_yours", "trade.unfunded", "auth.password_proof"],
});

/** As it was typed: one that is no code is answered with a sentence. */
const typedCode = z.optional(z.string().check(z.maxLength(200)));

export const cancelTrade = endpoint({
  name: "cancelTrade",
  method: "POST",
  path: "/rest/v1/trade/:id/cancel",
  summary:
    "End the trade; the coins go back to the seller. Giving up a paid one takes a proof, made before or by a code in this call. Each refusal with a sentence to show is a 400",
  params,
  /** At most one: of the authenticator app, or sent by us for the cancel of this trade. */
  body: z.optional(
    z.strictObject({
      code: typedCode,
      sms_code: typedCode,
      email_code: typedCode,
      push_code: typedCode,
      telegram_code: typedCode,
    }),
  ),
  reply: tradeView,
  refusals: CANCEL_REFUSALS,
  statuses: CANCEL_STATUSES,
});

export const extendTrade = endpoint({
  name: "extendTrade",
  method: "POST",
  path: "/rest/v1/trade/:id/extend",
  summary: "The seller gives the buyer more time",
  params,
  body: z.strictObject({ minutes: z.union([z.literal(15), z.literal(30), z.literal(60)]) }),
  reply: tradeView,
  refusals: ["trade.not_found", "trade.wrong_status", "trade.not_yours", "trade.unfunded", "trade.no_extension_left"],
});

export const reopenTrade = endpoint({
  name: "reopenTrade",
  method: "POST",
  path: "/rest/v1/trade/:id/reopen",
  summary: "Request to reopen an ended trade as the buyer; the seller agrees, or a moderator reopens it",
  params,
  reply: tradeView,
  refusals: [
    "dispute.not_taken",
    "trade.not_found",
    "trade.view_blocked",
    "trade.wrong_status",
    "trade.not_over",
    "trade.reopen_too_late",
    "trade.reopen_not_asked",
    "trade.low_balance",
  ],
});

export const activeTrade = z.strictObject({
  tradeHash: hash,
  status: tradeStatus,
  role: z.enum(["buyer", "seller"]),
  counterparty: z.strictObject({ username: z.string(), isOnline: z.boolean() }),
  paymentMethod: z.string(),
  fiatAmount: amount,
  fiatCurrencyCode: fiatCode,
  cryptoAmount: amount,
  cryptoCurrencyCode: cryptoCode,
  startedAt: instant,
  expiresAt: z.nullable(instant),
  nextKey: z.string(),
  mustAct: z.boolean(),
  unreadMessages: count,
  version: count,
});
export type ActiveTrade = z.infer<typeof activeTrade>;

export const listActiveTrades = endpoint({
  name: "listActiveTrades",
  method: "GET",
  path: "/rest/v1/trade/active",
  summary: "The caller's open trades; alarmed are those that wait for him and run out soon",
  reply: z.array(activeTrade),
  meta: z.strictObject({ alarmedTrades: z.array(hash), serverNow: instant }),
});

export const historyRow = z.strictObject({
  tradeHash: hash,
  status: tradeStatus,
  role: z.enum(["buyer", "seller"]),
  counterparty: z.string(),
  paymentMethod: z.string(),
  fiatAmount: amount,
  fiatCurrencyCode: fiatCode,
  cryptoAmount: amount,
  fee: amount,
  division: z.nullable(division),
  cryptoCurrencyCode: cryptoCode,
  fiatPricePerCrypto: amount,
  startedAt: instant,
  completedAt: z.nullable(instant),
  /** Its offer, while that is another's and active: for trading again. */
  offer: z.nullable(hash),
});
export type HistoryRow = z.infer<typeof historyRow>;

export const listTrades = endpoint({
  name: "listTrades",
  method: "GET",
  path: "/rest/v1/trades",
  summary: "The caller's trades, newest first",
  query: z.strictObject({
    page: pageQuery,
    status: z.optional(z.enum(HISTORY_STATUSES)),
    role: z.optional(z.enum(["buyer", "seller"])),
    crypto_currency_code: z.optional(cryptoCode),
    payment_method: z.optional(slug),
    partner: z.optional(text({ max: 40 })),
    /** Started on or after, and on or before, these days in the account's time zone. */
    start_date: z.optional(day),
    end_date: z.optional(day),
    /** A trade of the caller's: the page begins with what comes after it, so that the last page costs what the first does. */
    before: z.optional(hash),
  }),
  reply: z.array(historyRow),
  meta: pagination,
});

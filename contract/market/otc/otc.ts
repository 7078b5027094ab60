/**
 * The OTC desk: a user asks for a price of a large amount, staff propose one that a trader has agreed to, and the user accepts it. An
 * accepted quote is a special offer of the trader for that user alone; nobody is bound before.
 */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import {
  amount,
  count,
  cryptoCode,
  empty,
  fiatCode,
  hash,
  instant,
  rowNumber,
  signedDecimal,
  slug,
  text,
  username,
} from "../../platform/wire.ts";
import { OFFER_LIMITS } from "../offers/offer-fields.ts";
import { offerType } from "../offers/offers.ts";
import { OTC_LIMITS, OTC_LISTS, OTC_QUOTE_STATUSES, OTC_STATUSES } from "./names.ts";

const method = z.strictObject({ slug, name: z.string() });

const terms = {
  id: hash,
  /** What the reader of it does: buys or sells coins. */
  type: offerType,
  cryptoCurrencyCode: cryptoCode,
  fiatCurrencyCode: fiatCode,
  amount,
  price: amount,
  /** What the amount buys at the price. */
  coins: amount,
  /** Of the price, over the market's of now; null while that is not known. */
  margin: z.nullable(signedDecimal),
  paymentMethod: method,
  status: z.enum(OTC_QUOTE_STATUSES),
};

/** As the user who asked sees it, once a trader has agreed. */
const otcQuote = z.strictObject({
  ...terms,
  trader: username,
  madeAt: instant,
  expiresAt: instant,
  /** The special offer of an accepted one; null also once it is deleted. */
  offer: z.nullable(hash),
});
export type OtcQuote = z.infer<typeof otcQuote>;

const otcRequest = z.strictObject({
  id: hash,
  /** What the user does. */
  type: offerType,
  cryptoCurrencyCode: cryptoCode,
  fiatCurrencyCode: fiatCode,
  amount,
  paymentMethods: z.array(method),
  note: z.string(),
  status: z.enum(OTC_STATUSES),
  askedAt: instant,
  /** Why staff closed it. */
  why: z.nullable(z.string()),
  /** The last that a trader agreed to. */
  quote: z.nullable(otcQuote),
});
export type OtcRequest = z.infer<typeof otcRequest>;

/** As the trader sees it who is asked for an agreement. */
const otcAsked = z.strictObject({
  ...terms,
  note: z.string(),
  /** For which the price is bound, from the agreement on. */
  minutes: count,
  answerBy: instant,
  /** Null before an agreement. */
  expiresAt: z.nullable(instant),
  /** The payment instructions cannot be empty. */
  needsDetails: z.boolean(),
  offer: z.nullable(hash),
});
export type OtcAsked = z.infer<typeof otcAsked>;

const otcDesk = z.strictObject({
  /** From how many dollars on. */
  leastUsd: count,
  /** The latest first, at most twenty. */
  requests: z.array(otcRequest),
  /** Quotes for the caller as a trader: those that wait first, at most twenty. */
  asked: z.array(otcAsked),
});
export type OtcDesk = z.infer<typeof otcDesk>;

const path = "/rest/v1/otc";
const byId = z.strictObject({ id: hash });

export const getOtcDesk = endpoint({
  name: "getOtcDesk",
  method: "GET",
  path: `${path}/desk`,
  summary:
    "The caller's requests to the OTC desk with their quotes, and the quotes that wait for the caller as a trader",
  reply: otcDesk,
  isOfSubject: true,
});

export const askOtc = endpoint({
  name: "askOtc",
  method: "POST",
  path: `${path}/requests`,
  summary: "Ask the OTC desk for a price of a large amount",
  body: z.strictObject({
    type: offerType,
    crypto_currency_code: cryptoCode,
    fiat_currency_code: fiatCode,
    amount,
    payment_methods: z.array(slug).check(z.minLength(1), z.maxLength(OTC_LIMITS.methods)),
    note: z.optional(text({ max: OTC_LIMITS.note })),
  }),
  reply: otcDesk,
  isOfSubject: true,
  refusals: [
    "otc.too_small",
    "otc.limit",
    "otc.many",
    "otc.method",
    "offer.currency_unknown",
    "rates.unknown",
    "offer.contact_details",
    "offer.amounts",
  ],
});

export const cancelOtcRequest = endpoint({
  name: "cancelOtcRequest",
  method: "POST",
  path: `${path}/requests/:id/cancel`,
  summary: "Cancel a request that waits, with its quote",
  params: byId,
  body: z.optional(empty),
  reply: otcDesk,
  refusals: ["otc.unknown", "otc.ended"],
});

export const acceptOtcQuote = endpoint({
  name: "acceptOtcQuote",
  method: "POST",
  path: `${path}/quotes/:id/accept`,
  summary: "Accept a quote: the trader's special offer for the caller alone, at the quoted price, is there at once",
  params: byId,
  body: z.optional(empty),
  reply: z.strictObject({ offer: hash }),
  refusals: ["otc.unknown", "otc.ended", "otc.late", "otc.trader_not_ready", "rates.stale", "rates.divergent"],
});

export const declineOtcQuote = endpoint({
  name: "declineOtcQuote",
  method: "POST",
  path: `${path}/quotes/:id/decline`,
  summary: "Decline a quote; the desk may propose another",
  params: byId,
  body: z.optional(empty),
  reply: otcDesk,
  refusals: ["otc.unknown", "otc.ended", "otc.late"],
});

export const answerOtcQuote = endpoint({
  name: "answerOtcQuote",
  method: "POST",
  path: `${path}/quotes/:id/answer`,
  summary: "As the trader of a quote: agree to it, with the words of the offer, or refuse it",
  params: byId,
  body: z.strictObject({
    agree: z.boolean(),
    offer_terms: z.optional(text({ max: OFFER_LIMITS.termsMax })),
    trade_details: z.optional(text({ max: OFFER_LIMITS.tradeDetailsMax })),
  }),
  reply: otcDesk,
  refusals: [
    "otc.unknown",
    "otc.ended",
    "otc.late",
    "otc.coins_missing",
    "offer.contact_details",
    "offer.details_needed",
    "offer.method_unavailable",
    "offer.margin_range",
  ],
});

const staffRequest = z.strictObject({
  ...otcRequest.shape,
  username,
  country: z.string(),
  level: count,
  /** All of them, the latest first. */
  quotes: z.array(
    z.strictObject({
      trader: username,
      by: username,
      price: amount,
      amount,
      paymentMethod: z.string(),
      status: z.enum(OTC_QUOTE_STATUSES),
      at: instant,
      /** Until when the trader answers, or the user. */
      until: instant,
    }),
  ),
});
export type StaffOtcRequest = z.infer<typeof staffRequest>;

const staffPath = "/rest/v1/staff/otc/requests";

export const listOtcRequests = endpoint({
  name: "listOtcRequests",
  method: "GET",
  path: staffPath,
  summary:
    "Requests to the OTC desk: those that wait for a price, oldest first; those with a quote; or the ended ones, latest first",
  query: z.strictObject({ show: z.optional(z.enum(OTC_LISTS)), after: z.optional(rowNumber) }),
  reply: z.array(staffRequest),
  meta: z.strictObject({ next: z.nullable(rowNumber) }),
});

export const quoteOtcRequest = endpoint({
  name: "quoteOtcRequest",
  method: "POST",
  path: `${staffPath}/:id/quotes`,
  summary: "Propose a price to a trader: with their agreement it is a quote for the user",
  params: byId,
  body: z.strictObject({
    trader: username,
    payment_method: slug,
    amount,
    /** Exactly one of the two: for one coin, or in percent over the market of now. */
    price: z.optional(amount),
    margin: z.optional(signedDecimal),
    minutes: z.int().check(z.minimum(OTC_LIMITS.minutesLeast), z.maximum(OTC_LIMITS.minutesMost)),
  }),
  reply: staffRequest,
  refusals: [
    "auth.forbidden",
    "staff.own_account",
    "otc.unknown",
    "otc.ended",
    "otc.trader",
    "otc.same",
    "otc.method",
    "otc.price",
    "otc.too_small",
    "otc.limit",
    "offer.amounts",
    "offer.margin_range",
    "offer.method_unavailable",
    "rates.unknown",
    "rates.stale",
    "rates.divergent",
  ],
});

export const closeOtcRequest = endpoint({
  name: "closeOtcRequest",
  method: "POST",
  path: `${staffPath}/:id/close`,
  summary: "Close a request that waits, and say why to its user",
  params: byId,
  body: z.strictObject({ reason: text({ min: OTC_LIMITS.whyLeast, max: OTC_LIMITS.whyMost }) }),
  reply: staffRequest,
  refusals: ["auth.forbidden", "staff.own_account", "otc.unknown", "otc.ended"],
});

/** Offers that break the rules: any user reports them, staff approve or reject. The appeal of its owner is in my/offers.ts. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import {
  FEATURED_DAYS_MAX,
  MODERATION_REASON_MAX,
  OFF_MARKET_STATES,
  OFFER_QUEUES,
  REPORT_MAX,
  REPORT_REASONS,
  type ReportReason,
} from "./moderation-names.ts";
import { MODERATION_STATES } from "./offer-fields.ts";
import { offerCashback, offerType, paymentPlace } from "./offers.ts";
import { count, cryptoCode, fiatCode, hash, instant, queuePlace, text, username } from "../../platform/wire.ts";

const params = z.strictObject({ id: hash });

export const reportOffer = endpoint({
  name: "reportOffer",
  method: "POST",
  path: "/rest/v1/offers/:id/report",
  summary: "Report an offer that breaks the rules, once; reason_id is one of 1 to 5, and 5 needs words",
  params,
  body: z.strictObject({
    reason_id: z.int().check(z.minimum(1), z.maximum(REPORT_REASONS.length)),
    reason_text: z.optional(text({ max: REPORT_MAX })),
  }),
  reply: z.strictObject({ isReported: z.boolean() }),
  refusals: ["offer.not_found", "offer.own_report", "offer.reported", "offer.reports_today", "offer.report_words"],
});

const reasonSlug = z.enum(REPORT_REASONS.map(({ slug }) => slug) as [ReportReason, ...ReportReason[]]);

/** An offer as staff judge it. */
export const judgedOffer = z.strictObject({
  hash,
  username,
  type: offerType,
  cryptoCurrencyCode: cryptoCode,
  fiatCurrencyCode: fiatCode,
  paymentMethod: z.string(),
  paymentMethodLabel: z.nullable(z.string()),
  place: paymentPlace,
  offerTerms: z.string(),
  tradeDetails: z.string(),
  moderation: z.enum(MODERATION_STATES),
  /** On the market now. */
  isActive: z.boolean(),
  /** That wait, the oldest first; at most 20 of them are shown. */
  reports: z.array(z.strictObject({ reason: reasonSlug, text: z.nullable(z.string()), by: username, at: instant })),
  reportsTotal: count,
  /** Staff feature it until then. */
  featuredUntil: z.nullable(instant),
  cashback: offerCashback,
  /** The last one, also where it has ended. */
  rejection: z.nullable(
    z.strictObject({
      reason: z.string(),
      by: username,
      at: instant,
      appeal: z.nullable(z.strictObject({ text: z.string(), at: instant })),
      answer: z.nullable(z.string()),
    }),
  ),
  /** The viewer may decide: their role permits it, and another member of staff rejected it. */
  mayDecide: z.boolean(),
});
export type JudgedOffer = z.infer<typeof judgedOffer>;

const queue = z.strictObject({
  rows: z.array(judgedOffer),
  /** At most 1000 each: more are not counted. */
  counts: z.strictObject({ reports: count, appeals: count, rejected: count, featured: count }),
  /** How many days an offer is featured at most, by the settings. */
  featuredDays: count,
  /** The asker may propose cashback for a featured offer, which another administrator confirms: `give_cashback` of staff changes. */
  mayGiveCashback: z.boolean(),
  /** Where the next page begins; null at the end. */
  next: z.nullable(queuePlace),
});
export type OffersQueue = z.infer<typeof queue>;

/** All of these, where given. */
export const judgedFilters = z.strictObject({
  /** The owner of the offer. */
  who: z.optional(username),
  coin: z.optional(cryptoCode),
  fiat: z.optional(fiatCode),
  /** Of a report that waits, where offers with reports are asked for. */
  reason: z.optional(reasonSlug),
  /** Of those that are off the market. */
  state: z.optional(z.enum(OFF_MARKET_STATES)),
});
export type JudgedFilters = z.infer<typeof judgedFilters>;

export const listJudgedOffers = endpoint({
  name: "listJudgedOffers",
  method: "GET",
  path: "/rest/v1/staff/offers",
  summary:
    "Offers with reports, with an open appeal, or off the market, the longest wait first; or featured, the earliest end first; fifty on a page",
  query: z.strictObject({
    queue: z.optional(z.enum(OFFER_QUEUES)),
    ...judgedFilters.shape,
    after: z.optional(queuePlace),
  }),
  reply: queue,
});

const reason = text({ min: 3, max: MODERATION_REASON_MAX });
const body = z.strictObject({ reason });
const refusals = [
  "auth.forbidden",
  "offer.not_found",
  "staff.own_account",
  "restriction.not_allowed",
  "offer.decided",
  "offer.other_person",
  "staff.unchanged",
] as const;

export const approveOffer = endpoint({
  name: "approveOffer",
  method: "POST",
  path: "/rest/v1/staff/offers/:id/approve",
  summary:
    "Dismiss the reports about an offer that breaks no rule, or restore one that another member of staff rejected",
  params,
  body,
  reply: judgedOffer,
  refusals,
});

export const rejectOffer = endpoint({
  name: "rejectOffer",
  method: "POST",
  path: "/rest/v1/staff/offers/:id/reject",
  summary: "Take an offer off the market for a reason that its owner reads, or reject the appeal against that for good",
  params,
  body,
  reply: judgedOffer,
  refusals,
});

const featuring = [
  "auth.forbidden",
  "offer.not_found",
  "staff.own_account",
  "restriction.not_allowed",
  "offer.decided",
  "staff.unchanged",
] as const;

export const featureOffer = endpoint({
  name: "featureOffer",
  method: "POST",
  path: "/rest/v1/staff/offers/:id/feature",
  summary: "Feature a listed offer for some days: it is marked in every list, and keeps its place",
  params,
  body: z.strictObject({ days: z.int().check(z.minimum(1), z.maximum(FEATURED_DAYS_MAX)), reason }),
  reply: judgedOffer,
  refusals: [...featuring, "offer.promotion_days", "offer.not_active", "offer.featured_full"],
});

export const unfeatureOffer = endpoint({
  name: "unfeatureOffer",
  method: "POST",
  path: "/rest/v1/staff/offers/:id/unfeature",
  summary: "Stop featuring an offer; one that its owner promotes stays promoted",
  params,
  body,
  reply: judgedOffer,
  refusals: featuring,
});

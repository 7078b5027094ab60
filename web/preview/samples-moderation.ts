/** Sample pages of the staff's queues of offers and of restrictions. */
import type { JudgedOffer, OffersQueue } from "#contract/market/offers/moderation.ts";
import { sampleRestrictions } from "./samples-restrictions.ts";

const HOUR = 3_600_000;

function sampleJudgedOffers(nowMs: number): OffersQueue {
  const ago = (hours: number) => new Date(nowMs - hours * HOUR).toISOString();
  const reported: JudgedOffer = {
    hash: "sampleoffer1",
    username: "kwame_o",
    type: "sell",
    cryptoCurrencyCode: "BTC",
    fiatCurrencyCode: "USD",
    paymentMethod: "PayPal",
    paymentMethodLabel: "Friends and family",
    place: { countryIso: "GH", subdivision: null, city: "Accra" },
    offerTerms: "Verified accounts only. I answer within five minutes.",
    tradeDetails: "Write to me on another messenger and we save the fee.",
    moderation: "approved",
    isActive: true,
    reports: [
      { reason: "outside_escrow", text: "He asked me to pay before the trade was opened.", by: "amara_k", at: ago(5) },
      { reason: "obvious_scam", text: null, by: "lucia", at: ago(2) },
    ],
    reportsTotal: 2,
    featuredUntil: null,
    cashback: null,
    rejection: null,
    mayDecide: true,
  };
  const appealed: JudgedOffer = {
    ...reported,
    hash: "sampleoffer2",
    username: "omar-trades",
    type: "buy",
    cryptoCurrencyCode: "USDT",
    fiatCurrencyCode: "AED",
    paymentMethod: "Bank Transfer",
    paymentMethodLabel: null,
    offerTerms: "",
    tradeDetails: "Send from an account in your own name.",
    moderation: "appealed",
    isActive: false,
    reports: [],
    reportsTotal: 0,
    rejection: {
      reason: "The terms ask for a payment by a third party.",
      by: "lucia",
      at: ago(30),
      appeal: { text: "The terms were about my own company account. I have made them clearer.", at: ago(4) },
      answer: null,
    },
    mayDecide: false,
  };
  return {
    rows: [reported, appealed],
    counts: { reports: 1, appeals: 1, rejected: 1, featured: 1 },
    featuredDays: 30,
    mayGiveCashback: true,
    next: null,
  };
}

const ANY = { who: "", coin: "", fiat: "", reason: "", state: "", after: "" };

export function samplesOfModeration(nowMs: number) {
  const empty: OffersQueue = {
    rows: [],
    counts: { reports: 0, appeals: 0, rejected: 0, featured: 0 },
    featuredDays: 30,
    mayGiveCashback: false,
    next: null,
  };
  const judged = sampleJudgedOffers(nowMs);
  const featured = judged.rows.slice(0, 1).map((row) => ({
    ...row,
    hash: "sampleoffer3",
    tradeDetails: "",
    reports: [],
    reportsTotal: 0,
    featuredUntil: new Date(nowMs + 90 * HOUR).toISOString(),
    cashback: { percent: "0.25", maxValue: "20" },
  }));
  return {
    "staff-restrictions": {
      page: "staff-restrictions",
      needsUser: true,
      props: {
        queue: "appeals",
        found: sampleRestrictions(nowMs),
        filters: { state: "", reason: "", who: "", after: "" },
      },
    },
    "staff-restrictions-empty": {
      page: "staff-restrictions",
      needsUser: true,
      props: {
        queue: "due",
        found: { rows: [], counts: { appeals: 0, due: 0, standing: 0 }, next: null },
        filters: { state: "", reason: "", who: "", after: "" },
      },
    },
    "staff-offers": {
      page: "staff-offers",
      needsUser: true,
      props: { queue: "reports", found: judged, filters: ANY },
    },
    "staff-offers-empty": {
      page: "staff-offers",
      needsUser: true,
      props: { queue: "appeals", found: empty, filters: ANY },
    },
    "staff-offers-featured": {
      page: "staff-offers",
      needsUser: true,
      props: { queue: "featured", found: { ...judged, rows: featured }, filters: ANY },
    },
  } as const;
}

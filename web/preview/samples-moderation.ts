/** Sample props of the staff's queue of offers. */
import type { JudgedOffer, OffersQueue } from "#contract/moderation.ts";

const HOUR = 3_600_000;

export function sampleJudgedOffers(nowMs: number): OffersQueue {
  const ago = (hours: number) => new Date(nowMs - hours * HOUR).toISOString();
  const reported: JudgedOffer = {
    hash: "sampleoffer1",
    username: "kwame_o",
    type: "sell",
    cryptoCurrencyCode: "BTC",
    fiatCurrencyCode: "USD",
    paymentMethod: "PayPal",
    paymentMethodLabel: "Friends and family",
    offerTerms: "Verified accounts only. I answer within five minutes.",
    tradeDetails: "Write to me on another messenger and we save the fee.",
    moderation: "approved",
    isActive: true,
    reports: [
      { reason: "outside_escrow", text: "He asked me to pay before the trade was opened.", by: "amara_k", at: ago(5) },
      { reason: "obvious_scam", text: null, by: "lucia", at: ago(2) },
    ],
    reportsTotal: 2,
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
  return { rows: [reported, appealed], counts: { reports: 1, appeals: 1, rejected: 1 } };
}

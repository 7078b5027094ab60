/** Articles of the help that other screens and clients link to, by the names of the given links. */
import type { ContentKey } from "./content.ts";

export const KNOWLEDGE = {
  margins: "help/offers/margins",
  paymentMethodRestriction: "help/offers/payment-method-restriction",
  watermark: "help/payments/watermark",
  requiredIdCountries: "help/account/required-id-countries",
  sellBitcoinTetherRules: "help/wallet/sell-tether-rules",
  writingOfferTerms: "help/offers/writing-terms",
  buyingTether: "help/wallet/buying-tether",
  virtualCards: "help/products/virtual-cards",
  blockedCountries: "help/account/blocked-countries",
  fees: "help/account/fees",
  featuredOffers: "help/offers/featured-offers",
  liteTrade: "help/trading/lite-trade",
} as const satisfies Record<string, ContentKey>;

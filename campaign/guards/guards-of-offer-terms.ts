/** What is promised of what an offer asks of its partner and of the payment. */
import type { Guard } from "./guard.ts";

export const GUARDS_OF_OFFER_TERMS: readonly Guard[] = [
  {
    promise: "a trade bears the reference of its offer, and is paid by whom the offer lets",
    file: "server/migrations/0832-words-of-payment-compared.sql",
    text: " and trade.no_third_parties = offer.no_third_parties and trade.bank_reference is not distinct from offer.bank_reference",
    without: "",
    test: "campaign/break-in/break-in.test.ts",
  },
  {
    promise: "a trade in metal has the rate of its offer, whatever is written",
    file: "server/migrations/0836-custom-rates.sql",
    text: "  new.custom_rate := (select offer.custom_rate from offers offer where offer.hash = new.offer_hash);\n",
    without: "",
    test: "server/market/trades/metals.test.ts",
    only: "the database takes the rate of a trade from its offer, whatever is written",
  },
  {
    promise: "who shows no full name starts no trade on an offer that asks for it",
    file: "server/market/offers/may-open-trade.ts",
    text: '  say(offer.requiresFullName && !taker.showsFullName, "offer.full_name");\n',
    without: "",
    test: "server/market/offers/refusals.test.ts",
    only: "each rule about who takes an offer, when and for how much is refused with its own code",
  },
  {
    promise: "the reference of a payment is hidden from the buyer until they ask for the details",
    file: "server/market/trades/view-trade.ts",
    text: "    bankReference: seesDetails({ trade, viewerId }) ? referenceOf(trade) : null,\n",
    without: "    bankReference: referenceOf(trade),\n",
    test: "server/market/trades/give-account.test.ts",
    only: "a trade keeps what its offer asked of the payment: the reference, and that nobody else pays",
  },
];

/** Sample props of one's own offers: the list and the form. */
import type { MyOffer } from "#contract/my-offers.ts";
import type { MyOffersPageProps, OfferFormPageProps } from "#contract/page-props.ts";

function myOffer(place: number): MyOffer {
  const isFixed = place === 1;
  return {
    idHashed: `samplemine00${place}`,
    type: "sell",
    offerFee: "1",
    cryptoCurrencyCode: "BTC",
    fiatCurrencyCode: "USD",
    paymentMethod: {
      id: place + 1,
      slug: "paypal",
      name: { localized: "PayPal", original: "PayPal" },
      group: "online-transfers",
      groupId: 2,
      icon: null,
      color: null,
    },
    flowType: "default",
    isEnabled: place === 0,
    isActive: place < 2,
    hold: isFixed ? "low_balance" : null,
    hasGiftCards: false,
    depositInfo: { isBondInsufficient: false },
    bankAccounts: [],
    messages: [],
    termUntilOnlineMessage: null,
    penalty: null,
    isFixedPrice: isFixed,
    margin: "2.5",
    fiatPricePerCrypto: "93515.42",
    amountType: isFixed ? "predefined" : "min_max",
    rangeMin: "50",
    rangeMax: "1200",
    predefinedAmounts: isFixed ? ["50", "100", "250"] : [],
    fiatLimitMin: "50",
    fiatLimitMax: "800",
    offerCap: null,
    tags: [],
    paymentWindowMinutes: 30,
  };
}

export const sampleMyOffers: MyOffersPageProps = { offers: [0, 1, 2].map(myOffer), tab: "sell" };

export const sampleOfferForm: OfferFormPageProps = {
  hash: null,
  draft: {
    offer_type: "sell",
    crypto_currency_code: "BTC",
    fiat_currency_code: "USD",
    payment_method: "paypal",
    margin: "2.5",
    amount_type: "min_max",
    range_min: "50",
    range_max: "1200",
    payment_window: 30,
    offer_terms: "Only from your own account.",
    trade_details: "",
    tags: ["no-third-parties"],
  },
  methods: [
    { slug: "bank-transfer", name: "Bank Transfer", group: "bank-transfers", windowMinutes: 180 },
    { slug: "paypal", name: "PayPal", group: "online-transfers", windowMinutes: 30 },
  ],
  currencies: [
    { code: "EUR", name: "Euro" },
    { code: "USD", name: "US Dollar" },
  ],
  countries: [
    { iso: "DE", name: "Germany" },
    { iso: "KE", name: "Kenya" },
  ],
  tags: [
    { slug: "no-third-parties", groups: null },
    { slug: "balance-only", groups: ["online-transfers"] },
  ],
  available: { BTC: "0.0123", ETH: "0", USDT: "0" },
};

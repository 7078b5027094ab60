/** The three steps of the form, and in which of them a field is. Pure. */
import type { OfferBody } from "#contract/market/offers/my/offers.ts";

export const OFFER_STEPS = ["what", "price", "terms"] as const;
export type OfferStep = (typeof OFFER_STEPS)[number];

type Field = keyof OfferBody;

const OF_WHAT: readonly Field[] = [
  "offer_type",
  "crypto_currency_code",
  "payment_method",
  "payment_country",
  "payment_subdivision",
  "payment_city",
  "fiat_currency_code",
  "bin_codes",
  "card_regions",
  "flow_type",
  "payment_account_id",
];
const OF_PRICE: readonly Field[] = [
  "margin",
  "fixed_price",
  "custom_rate",
  "range_min",
  "range_max",
  "predefined_amount",
  "payment_window",
  "offer_cap",
];

export function stepOf(field: Field): OfferStep {
  if (OF_WHAT.includes(field)) return "what";
  return OF_PRICE.includes(field) ? "price" : "terms";
}

/** The first step with one of these fields; undefined where there is none. */
export function firstStepOf(fields: readonly Field[]): OfferStep | undefined {
  return OFFER_STEPS.find((step) => fields.some((field) => stepOf(field) === step));
}

/** The body that would save an offer as it is, for the edit form. Pure. */
import { decimalText } from "#contract/platform/decimal.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { OFFER_RULE_NAMES, OFFER_RULES } from "#contract/market/offers/offer-fields.ts";
import { getFiat, getPaymentMethod } from "../../../reference/catalog/index.ts";
import { marginText } from "#contract/money/prices.ts";
import type { Offer } from "../offer.ts";

export function formOf(offer: Offer): OfferBody {
  const { digits } = getFiat(offer.fiat);
  const amount = (units: bigint) => displayFromUnits(units, digits);
  return {
    offer_type: offer.side,
    crypto_currency_code: offer.crypto,
    fiat_currency_code: offer.fiat,
    payment_method: getPaymentMethod(offer.methodId).slug,
    ...(offer.methodLabel ? { payment_method_label: offer.methodLabel } : {}),
    ...placeOf(offer),
    flow_type: offer.flowType,
    ...(offer.paymentAccount ? { payment_account_id: offer.paymentAccount } : {}),
    ...(offer.fixedPrice
      ? { fixed_price: decimalText(offer.fixedPrice) }
      : { margin: marginText(offer.marginBp ?? 0) }),
    amount_type: offer.amountType,
    ...(offer.amountType === "predefined"
      ? { predefined_amount: offer.predefinedUnits.map(amount) }
      : { range_min: amount(offer.minUnits), range_max: amount(offer.maxUnits) }),
    payment_window: offer.paymentWindowMin,
    ...(offer.customRate === null ? {} : { custom_rate: decimalText(offer.customRate) }),
    offer_terms: offer.terms,
    trade_details: offer.tradeDetails,
    ...referenceOf(offer),
    tags: [...offer.tags],
    require_min_past_trades: offer.minPastTrades,
    ...(offer.newBuyerMaxUnits === null ? {} : { new_buyer_max_fiat_limit: amount(offer.newBuyerMaxUnits) }),
    country_limitation_type: offer.countryRule,
    country_limitation_list: [...offer.countries],
    duty_hours: [...offer.dutyHours],
    timezone: offer.timezone,
    ...Object.fromEntries(OFFER_RULE_NAMES.map((name) => [OFFER_RULES[name].wire, offer[name]])),
    ...(offer.capUnits === null ? {} : { offer_cap: { amount: amount(offer.capUnits), active: offer.capActive } }),
    bin_codes: [...offer.binCodes],
    card_regions: [...offer.cardRegions],
    is_active: offer.isOn,
  };
}

function placeOf(offer: Offer): Pick<OfferBody, "payment_country" | "payment_subdivision" | "payment_city"> {
  const { paymentCountry: country, paymentSubdivision: subdivision, paymentCity: city } = offer;
  return {
    ...(country ? { payment_country: country } : {}),
    ...(subdivision ? { payment_subdivision: subdivision } : {}),
    ...(city ? { payment_city: city } : {}),
  };
}

function referenceOf({ bankReference: message }: Offer): Pick<OfferBody, "bank_reference_message"> {
  if (message === null) return {};
  return { bank_reference_message: message === "" ? { type: "no_message" } : { type: "exact_message", message } };
}

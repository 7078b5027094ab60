/** Calls of owners about their offers: save, switch, price, amounts, cap. Bodies are in snake case, as in the given API. */
import * as z from "zod/mini";
import { bankReferenceBody } from "../../../reference/bank-reference.ts";
import { depositData } from "../bonds.ts";
import { endpoint } from "../../../platform/endpoint.ts";
import { myOffer } from "./offer.ts";
import { OFFER_APPEAL_MAX, OFFER_APPEAL_MIN } from "../moderation-names.ts";
import { COUNTRY_RULES, OFFER_RULE_WIRES, type OfferRuleWire, OFFER_LIMITS, OWNER_HOLDS } from "../offer-fields.ts";
import { dutyHours, offerAmountType, offerFlowType, offerType, type offerView } from "../offers.ts";
import {
  amount,
  count,
  cryptoCode,
  empty,
  fiatCode,
  hash,
  iso2,
  lineText,
  pageQuery,
  signedDecimal,
  slug,
  text,
  textLocale,
  username,
} from "../../../platform/wire.ts";
import { form } from "../../../platform/errors/shape-faults.ts";

const offerCapBody = z.strictObject({ amount, active: z.boolean() });

/** Every rule of an offer; absent means no. */
const rules = Object.fromEntries(OFFER_RULE_WIRES.map((wire) => [wire, z.optional(z.boolean())])) as Record<
  OfferRuleWire,
  z.ZodMiniOptional<z.ZodMiniBoolean>
>;

export const offerBody = z.strictObject({
  offer_type: offerType,
  crypto_currency_code: cryptoCode,
  fiat_currency_code: fiatCode,
  payment_method: slug,
  /** 25 letters, digits, dashes and spaces beside the method's name. */
  payment_method_label: z.optional(lineText({ max: OFFER_LIMITS.labelMax })),
  /** Where is paid; a part and a city only within a country, and methods that are paid on the spot need the city. */
  payment_country: z.optional(iso2),
  payment_subdivision: z.optional(lineText({ max: OFFER_LIMITS.placeMax })),
  payment_city: z.optional(lineText({ max: OFFER_LIMITS.placeMax })),
  flow_type: z.optional(offerFlowType),
  /** Of an offer to sell in bt-auto: the bank account that its trades are paid to, in the offer's currency. */
  payment_account_id: z.optional(hash),
  /** Exactly one of the two. */
  margin: z.optional(signedDecimal),
  fixed_price: z.optional(amount),
  /** Of payment in metal, and needed there: what a troy ounce counts for, in the offer's currency. */
  custom_rate: z.optional(amount),
  /** A margin 20 % or more below the market has to be confirmed. */
  confirm_critical_margin: z.optional(z.boolean()),
  amount_type: offerAmountType,
  range_min: z.optional(amount),
  range_max: z.optional(amount),
  predefined_amount: z.optional(z.array(amount).check(z.minLength(1), z.maxLength(OFFER_LIMITS.predefinedMax))),
  payment_window: z
    .int()
    .check(z.minimum(OFFER_LIMITS.paymentWindowMinMinutes), z.maximum(OFFER_LIMITS.paymentWindowMaxMinutes)),
  offer_terms: text({ max: OFFER_LIMITS.termsMax }),
  trade_details: text({ max: OFFER_LIMITS.tradeDetailsMax }),
  bank_reference_message: z.optional(bankReferenceBody),
  tags: z.optional(z.array(slug).check(z.maxLength(OFFER_LIMITS.tagsMax))),
  require_min_past_trades: z.optional(z.int().check(z.minimum(0), z.maximum(OFFER_LIMITS.minPastTradesMax))),
  new_buyer_max_fiat_limit: z.optional(amount),
  country_limitation_type: z.optional(z.enum(COUNTRY_RULES)),
  country_limitation_list: z.optional(z.array(iso2).check(z.maxLength(OFFER_LIMITS.countriesMax))),
  duty_hours: z.optional(dutyHours),
  timezone: z.optional(text({ max: 64 })),
  ...rules,
  offer_cap: z.optional(offerCapBody),
  bin_codes: z.optional(
    z.array(z.string().check(z.regex(/^\d{4,8}$/, form("card_start")))).check(z.maxLength(OFFER_LIMITS.binCodesMax)),
  ),
  card_regions: z.optional(z.array(iso2).check(z.maxLength(OFFER_LIMITS.cardRegionsMax))),
  is_active: z.optional(z.boolean()),
  /** A special offer: the trade or conversation that it is made in, and the other party, the only user who sees and takes it. Both, or neither. */
  chat_id: z.optional(hash),
  partner_id: z.optional(username),
});
export type OfferBody = z.infer<typeof offerBody>;

const offerParams = z.strictObject({ hash });
const offerIdParams = z.strictObject({ id: hash });
const SAVE_REFUSALS = [
  "offer.method_unavailable",
  "offer.flow_unsupported",
  "payment_account.needed",
  "payment_account.unfit",
  "payment_account.not_own",
  "payment_account.unknown",
  "offer.currency_unknown",
  "offer.price_missing",
  "offer.margin_range",
  "offer.margin_unconfirmed",
  "offer.amounts",
  "offer.amounts_both",
  "offer.amount_too_small",
  "offer.window",
  "offer.details_needed",
  "offer.tag_unknown",
  "offer.country_unknown",
  "offer.place",
  "offer.place_country",
  "offer.place_city",
  "offer.duty_hours",
  "offer.timezone_unknown",
  "offer.label",
  "offer.contact_details",
  "offer.duplicate",
  "offer.too_many_active",
  "offer.level",
  "offer.cap_below_min",
  "offer.cap_off",
  "offer.custom_rate",
  "offer.custom_rate_unfit",
  "offer.bank_reference",
  "offer.bank_reference_unfit",
  "offer.bins_unfit",
  "offer.regions_unfit",
  "offer.special_locked",
  "offer.pool_too_small",
  "rates.unknown",
] as const;

export const createOffer = endpoint({
  name: "createOffer",
  method: "POST",
  path: "/rest/v1/offers",
  summary:
    "Makes an offer; active at once unless is_active is false. With chat_id and partner_id it is for that partner alone, its price locked.",
  body: offerBody,
  reply: myOffer,
  refusals: [
    ...SAVE_REFUSALS,
    "offer.special_pair",
    "offer.special_partner",
    "offer.special_too_many",
    "rates.stale",
    "rates.divergent",
  ],
});

export const updateOffer = endpoint({
  name: "updateOffer",
  method: "PUT",
  path: "/rest/v1/offers/:id",
  summary: "Replace the fields of an offer. Its side and coin stay.",
  params: offerIdParams,
  body: offerBody,
  reply: myOffer,
  refusals: ["offer.not_found", "offer.side_final", ...SAVE_REFUSALS],
});

export const deleteOffer = endpoint({
  name: "deleteOffer",
  method: "DELETE",
  path: "/rest/v1/offers/:id",
  summary: "Takes an offer away for good; trades on it go on.",
  params: offerIdParams,
  reply: z.strictObject({ hash, isDeleted: z.boolean() }),
  refusals: ["offer.not_found"],
});

export const listMyOffers = endpoint({
  name: "listMyOffers",
  method: "GET",
  path: "/rest/v1/my-offers/list",
  summary: "The caller's own offers of one side, newest first: ten with a page, else all up to 300.",
  query: z.strictObject({
    type: z.optional(offerType),
    page: pageQuery,
    /** Of the names of payment methods. */
    locale: z.optional(textLocale),
  }),
  reply: z.strictObject({
    offers: z.array(myOffer),
    depositData,
    userPerks: z.array(z.strictObject({ paymentMethodId: z.int(), discountedEscrowFee: z.string() })),
    /** Reasons that hold all offers of the caller back, by name. */
    messages: z.array(z.strictObject({ name: z.enum(OWNER_HOLDS) })),
  }),
  meta: z.strictObject({
    counts: z.strictObject({ buy: count, sell: count }),
    total: count,
    currentPage: count,
    perPage: count,
    lastPage: count,
    isNotSellActiveOffers: z.boolean(),
    isNotBuyActiveOffers: z.boolean(),
    promoteTotal: count,
    promoteAvailable: count,
    /** How many may be active at once, and are. */
    activeMax: count,
    activeCount: count,
  }),
});

export const offerStatus = z.enum(["active", "inactive"]);
const statusBody = z.strictObject({ new_status: offerStatus });

export const setOfferStatus = endpoint({
  name: "setOfferStatus",
  method: "PUT",
  path: "/rest/v1/my-offers/:hash/status",
  summary: "Switches an offer on or off.",
  params: offerParams,
  body: statusBody,
  reply: myOffer,
  refusals: [
    "auth.staff_account",
    "offer.not_found",
    "offer.duplicate",
    "offer.too_many_active",
    "offer.level",
    "offer.method_unavailable",
    "offer.bond_missing",
    "offer.custom_rate",
    "offer.special_over",
  ],
});

export const toggleAllOffers = endpoint({
  name: "toggleAllOffers",
  method: "POST",
  path: "/offer-manager/toggle-all-offers-state",
  summary: "Switches all offers on, as many as may be, or off.",
  body: z.strictObject({ ...statusBody.shape, type: z.optional(offerType) }),
  reply: z.strictObject({ switched: count, refused: z.array(z.strictObject({ hash, code: z.string() })) }),
});

const PRICE_REFUSALS = [
  "offer.not_found",
  "offer.special_locked",
  "offer.price_kind",
  "offer.margin_range",
  "offer.margin_unconfirmed",
] as const;

export const setOfferMargin = endpoint({
  name: "setOfferMargin",
  method: "PUT",
  path: "/rest/v1/my-offers/:hash/margin",
  summary: "Sets the margin of a floating price, in percent.",
  params: offerParams,
  body: z.strictObject({ new_margin: signedDecimal, confirm_critical_margin: z.optional(z.boolean()) }),
  reply: myOffer,
  refusals: PRICE_REFUSALS,
});

export const setOfferFixedPrice = endpoint({
  name: "setOfferFixedPrice",
  method: "PUT",
  path: "/rest/v1/my-offers/:hash/fixed-price",
  summary: "Sets a fixed price, in the offer's currency for one coin.",
  params: offerParams,
  body: z.strictObject({ new_fixed_price: amount, confirm_critical_margin: z.optional(z.boolean()) }),
  reply: myOffer,
  refusals: PRICE_REFUSALS,
});

const amounts = {
  predefined_amount: z.optional(z.array(amount).check(z.minLength(1), z.maxLength(OFFER_LIMITS.predefinedMax))),
  range_min: z.optional(amount),
  range_max: z.optional(amount),
};

export const setOfferAmount = endpoint({
  name: "setOfferAmount",
  method: "PUT",
  path: "/rest/v1/my-offers/:hash/amount",
  summary: "Sets the range, or the amounts to choose from.",
  params: offerParams,
  body: z.strictObject(amounts),
  reply: myOffer,
  refusals: [
    "auth.staff_account",
    "offer.not_found",
    "offer.special_locked",
    "offer.amounts",
    "offer.amounts_both",
    "offer.amount_too_small",
    "offer.pool_too_small",
  ],
});

export const setOfferCap = endpoint({
  name: "setOfferCap",
  method: "POST",
  path: "/rest/v1/offers/:id/offer-cap",
  summary: "Sets the sum after which the offer switches itself off, with the amounts if given.",
  params: offerIdParams,
  body: z.strictObject({ ...amounts, offer_cap: offerCapBody }),
  reply: myOffer,
  refusals: [
    "offer.not_found",
    "offer.special_locked",
    "offer.amounts",
    "offer.amounts_both",
    "offer.amount_too_small",
    "offer.pool_too_small",
    "offer.cap_below_min",
    "offer.cap_off",
  ],
});

export const resetOfferPenalty = endpoint({
  name: "resetOfferPenalty",
  method: "PUT",
  path: "/rest/v1/my-offers/:hash/reset-penalty",
  summary: "The owner is back: takes the pause for missed trades away.",
  params: offerParams,
  body: z.optional(empty),
  reply: myOffer,
  refusals: ["offer.not_found"],
});

const manualFee = {
  summary: "Chooses the escrow fee of an offer to sell, in percent: for expert traders. Null takes the choice away.",
  params: z.strictObject({ offerId: hash }),
  body: z.strictObject({ new_manual_escrow_fee: z.nullable(amount) }),
  reply: myOffer,
  refusals: [
    "offer.not_found",
    "offer.special_locked",
    "offer.fee_not_yours",
    "offer.fee_of_buyers",
    "offer.fee_range",
  ],
} as const;

export const setManualEscrowFee = endpoint({
  name: "setManualEscrowFee",
  method: "PUT",
  path: "/rest/v1/my-offers/:offerId/manual-escrow-fee",
  ...manualFee,
});

/** As setManualEscrowFee. */
export const postManualEscrowFee = endpoint({
  name: "postManualEscrowFee",
  method: "POST",
  path: "/rest/v1/my-offers/:offerId/manual-escrow-fee",
  ...manualFee,
});

export const appealOffer = endpoint({
  name: "appealOffer",
  method: "POST",
  path: "/rest/v1/my-offers/:hash/appeal",
  summary: "Appeal the rejection of one's own offer, once; another member of staff decides",
  params: offerParams,
  body: z.strictObject({ text: text({ min: OFFER_APPEAL_MIN, max: OFFER_APPEAL_MAX }) }),
  reply: myOffer,
  refusals: ["offer.not_found", "offer.not_rejected", "offer.appealed"],
});

export const getOfferPinnedInfo = endpoint({
  name: "getOfferPinnedInfo",
  method: "GET",
  path: "/rest/v1/my-offers/:hash/pinned-info",
  summary: "The offer's place in the list, and how to raise it.",
  params: offerParams,
  reply: z.strictObject({
    hash,
    isPinned: z.boolean(),
    /** By price among the active offers of the same side, method, coin and currency; null when it is not active. */
    position: z.nullable(z.int()),
    competitors: count,
    bestPrice: z.nullable(amount),
  }),
  refusals: ["offer.not_found"],
});

/** The page of one offer, as the owner edits it, is getOffer with originalData. */
export type EditableOffer = z.infer<typeof offerView>;

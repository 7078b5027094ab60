/** Reference data on the wire: countries, payment methods and their groups, tags. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { count, flagQuery, iso2, queryInt, slug, text, textLocale } from "../platform/wire.ts";
import { form } from "../platform/errors/shape-faults.ts";

export const locale = z
  .string()
  .check(
    z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,8}$/, form("language")),
    z.refine(isLanguageTag, { error: form("language") }),
  );

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    // Thrown for a tag of no known form; that is the question.
    return false;
  }
}

/** A name in the language asked for, and as it is in English. */
export const localizedName = z.strictObject({ localized: z.string(), original: z.string() });

export const country = z.strictObject({
  /** ISO 3166-1 numeric; 9999 is the pseudo-country Worldwide, whose iso is WORLDWIDE. */
  id: z.int(),
  iso: z.string(),
  iso3: z.string(),
  name: z.string(),
  slug: z.string(),
  /** Dialling code without plus. */
  code: z.nullable(z.string()),
  specialCode: z.nullable(z.string()),
  currencyId: z.nullable(z.int()),
  currencyCode: z.nullable(z.string()),
  /** An address of an SVG, 3:2. */
  flag: z.nullable(z.string()),
  isCountryEnabled: z.boolean(),
  isComplex: z.boolean(),
  /** Slugs of methods that belong to this country. */
  popularPaymentMethods: z.array(z.string()),
});
export type CountryOnWire = z.infer<typeof country>;

const pageOfCountries = {
  limit: z.optional(queryInt({ min: 1, max: 500 })),
  offset: z.optional(queryInt({ min: 0, max: 10_000 })),
  locale: z.optional(locale),
};
const countriesMeta = z.strictObject({ total: count });

export const listCountries = endpoint({
  name: "listCountries",
  method: "GET",
  path: "/rest/v1/countries",
  summary: "Every country, by name; Worldwide first.",
  query: z.strictObject(pageOfCountries),
  reply: z.array(country),
  meta: countriesMeta,
});

export const preselectedCountry = endpoint({
  name: "preselectedCountry",
  method: "GET",
  path: "/rest/v1/countries/preselected",
  summary:
    "The open country that the caller seems to be in: of their account, else by the proxy, the address or the languages; null where nothing names one.",
  query: z.strictObject({ locale: z.optional(locale) }),
  reply: z.nullable(country),
});

export const listCountriesV2 = endpoint({
  name: "listCountriesV2",
  method: "GET",
  path: "/rest/v2/countries",
  summary: "Countries by use: kyc keeps those that may verify, important the busiest, iso_null adds Worldwide.",
  query: z.strictObject({ ...pageOfCountries, kyc: flagQuery, important: flagQuery, iso_null: flagQuery }),
  reply: z.array(country),
  meta: countriesMeta,
});

export const listPhoneCountries = endpoint({
  name: "listPhoneCountries",
  method: "GET",
  path: "/rest/v2/countries/phone-verification",
  summary: "Countries whose telephone numbers can be confirmed, with their dialling codes.",
  query: z.strictObject(pageOfCountries),
  reply: z.array(country),
  meta: countriesMeta,
});

export const paymentMethodGroupSlug = z.enum([
  "all-payment-methods",
  "bank-transfers",
  "online-transfers",
  "gift-cards",
  "cash-deposits",
  "debitcredit-cards",
  "goods-and-services",
  "digital-currencies",
  "mobile-money",
  "services",
]);
export type PaymentMethodGroupSlug = z.infer<typeof paymentMethodGroupSlug>;

export const paymentMethod = z.strictObject({
  id: z.int(),
  slug: z.string(),
  name: localizedName,
  group: paymentMethodGroupSlug,
  groupId: z.int(),
  /** The address of a mark; null where none is free: draw a tile with the first letters. */
  icon: z.nullable(z.string()),
  /** The colour of the mark, #rrggbb. */
  color: z.nullable(z.string()),
  hasBinCodes: z.boolean(),
  /** ISO 2; empty means everywhere. */
  countries: z.array(z.string()),
  /** How easily the payer can take the money back. */
  reversible: z.enum(["low", "medium", "high"]),
  paymentWindowMinutes: z.int(),
  /** The seller's fee, in percent. */
  escrowFeePct: z.string(),
  isRisky: z.boolean(),
  /** Active offers for a user who wants to buy crypto, and for one who wants to sell. */
  buyOffersCount: count,
  sellOffersCount: count,
});
export type PaymentMethodOnWire = z.infer<typeof paymentMethod>;

/** mode=short leaves out everything but what a chooser draws. */
export const paymentMethodShort = z.strictObject({
  id: z.int(),
  slug: z.string(),
  name: localizedName,
  group: paymentMethodGroupSlug,
  groupId: z.int(),
  icon: z.nullable(z.string()),
  color: z.nullable(z.string()),
});
export type PaymentMethodShort = z.infer<typeof paymentMethodShort>;

export const listPaymentMethods = endpoint({
  name: "listPaymentMethods",
  method: "GET",
  path: "/rest/v2/payment-methods",
  summary: "All payment methods that offers may use; mode=short for choosers.",
  query: z.strictObject({
    mode: z.optional(z.enum(["short", "full"])),
    locale: z.optional(locale),
    group: z.optional(paymentMethodGroupSlug),
    country: z.optional(iso2),
  }),
  reply: z.array(z.union([paymentMethod, paymentMethodShort])),
});

export const listPopularPaymentMethods = endpoint({
  name: "listPopularPaymentMethods",
  method: "GET",
  path: "/rest/v2/payment-methods/popular",
  summary: "The fifteen methods with the most active offers.",
  query: z.strictObject({ locale: z.optional(locale), country: z.optional(iso2) }),
  reply: z.strictObject({ popular: z.array(paymentMethod) }),
});

export const getPaymentMethod = endpoint({
  name: "getPaymentMethod",
  method: "GET",
  path: "/rest/v2/payment-methods/:slug",
  summary: "One method by its slug, an older slug, or with-any-payment-method.",
  params: z.strictObject({ slug }),
  query: z.strictObject({ crypto: z.optional(text({ max: 10 })), locale: z.optional(locale) }),
  reply: paymentMethod,
  refusals: ["catalog.unknown_payment_method"],
});

export const paymentMethodGroup = z.strictObject({
  id: z.int(),
  slug: paymentMethodGroupSlug,
  name: z.string(),
  description: z.string(),
  methodCount: count,
  isPopular: z.boolean(),
});
export type PaymentMethodGroup = z.infer<typeof paymentMethodGroup>;

export const listPaymentMethodGroups = endpoint({
  name: "listPaymentMethodGroups",
  method: "GET",
  path: "/rest/v2/payment-method-groups",
  summary: "The groups of payment methods, by name; all methods first.",
  query: z.strictObject({ locale: z.optional(textLocale) }),
  reply: z.array(paymentMethodGroup),
});

export const tag = z.strictObject({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  group: z.enum(["verification", "payment", "gift-card", "conduct"]),
});
export type TagOnWire = z.infer<typeof tag>;

export const listTags = endpoint({
  name: "listTags",
  method: "GET",
  path: "/rest/v1/tags",
  summary: "Tags that an offer with these payment methods or of this group may carry, by name.",
  query: z.strictObject({
    /** Slugs, separated by commas. */
    "payment-method": z.optional(text({ max: 2000 })),
    group: z.optional(paymentMethodGroupSlug),
    locale: z.optional(textLocale),
  }),
  reply: z.array(tag),
});

export const listLanguages = endpoint({
  name: "listLanguages",
  method: "GET",
  path: "/rest/v1/languages",
  summary: "The languages of the pages, each by its own name; accounts have one of them as their locale.",
  reply: z.array(
    z.strictObject({
      code: textLocale,
      name: z.string(),
      direction: z.enum(["ltr", "rtl"]),
      isDefault: z.boolean(),
    }),
  ),
});

/** Reference data: countries, currencies, payment methods, tags. */
/** The order of names in a language. */
export { byNameIn } from "./by-name.ts";
/** Countries: by code, their names and flags. */
export {
  COUNTRIES,
  countryName,
  preselected,
  type Country,
  countryById,
  countryByIso,
  countryBySlug,
  WORLDWIDE_ID,
  flagAddress,
} from "./countries.ts";
/** Fiat currencies: by code and id, with the digits that amounts are kept in. */
export { currencyName, FIATS, type Fiat, fiatByCode, getFiat, POPULAR_FIATS } from "./currencies.ts";
export { module } from "./module.ts";
/** Payment methods: by slug or id, their groups, and what offers may use. */
export {
  ANY_METHOD,
  findPaymentMethod,
  findPaymentMethodById,
  getPaymentMethod,
  iconAddress,
  isMethodOpen,
  metalOf,
  placeNeededBy,
  needsBond,
  needsIdAndAddress,
  PAYMENT_METHODS,
  type PaymentMethod,
  paymentMethodsOfCountry,
  paymentMethodsOfGroup,
  methodName,
  viewGroups,
  viewMethodShort,
} from "./payment-methods.ts";
/** Tags: what they mean and with which methods they go. */
export { findTag, TAGS, tagFits, tagsOf } from "./tags.ts";

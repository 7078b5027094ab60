/** Countries, currencies and payment methods: what everybody may look up. */
export { type Country, countryByIso, countryName, type Fiat, fiatByCode } from "./countries.ts";

/** Countries and the pseudo-country Worldwide, from the generated table. */
import type { CountryOnWire } from "#contract/reference/catalog.ts";
import countryRows from "./generated/countries.json" with { type: "json" };
import { fiatByCode } from "./currencies.ts";
import { paymentMethodsOfCountry } from "./payment-methods.ts";

export type Country = {
  readonly id: number;
  readonly iso: string;
  readonly iso3: string;
  readonly name: string;
  readonly slug: string;
  readonly dialCode: string | null;
  readonly currency: string | null;
  readonly continent: string | null;
  readonly important: boolean;
  readonly hasFlag: boolean;
};

export const COUNTRIES: readonly Country[] = countryRows;
export const WORLDWIDE_ID = 9999;

const byIso = new Map(COUNTRIES.map((country) => [country.iso, country]));
const byIso3 = new Map(COUNTRIES.map((country) => [country.iso3, country]));
const byId = new Map(COUNTRIES.map((country) => [country.id, country]));
const bySlug = new Map(COUNTRIES.map((country) => [country.slug, country]));

/** By ISO 3166-1 alpha-2 (or alpha-3), as written there in capitals. */
export function countryByIso(iso: string): Country | undefined {
  return byIso.get(iso) ?? byIso3.get(iso);
}

const displayNames = new Map<string, Intl.DisplayNames>();

function namesIn(locale: string): Intl.DisplayNames | undefined {
  const known = displayNames.get(locale);
  if (known) return known;
  // Cached for our own languages only, so that callers cannot fill the memory with invented ones.
  if (displayNames.size > 60 || Intl.DisplayNames.supportedLocalesOf([locale]).length === 0) return undefined;
  const names = new Intl.DisplayNames([locale], { type: "region" });
  displayNames.set(locale, names);
  return names;
}

/** By the number of ISO 3166-1, as the list of countries has it. */
export function countryById(id: number): Country | undefined {
  return byId.get(id);
}

export function countryBySlug(slug: string): Country | undefined {
  return bySlug.get(slug);
}

/** The country's name in a language; the English one where the language is not known, the code where the country is not. */
export function countryName(iso: string, locale = "en"): string {
  const country = byIso.get(iso);
  if (!country) return iso;
  return locale === "en" ? country.name : (namesIn(locale)?.of(iso) ?? country.name);
}

/** The address of a flag; undefined where there is none. Files are in generated/flags. */
export function flagAddress(iso: string): string | null {
  return byIso.get(iso)?.hasFlag ? `/assets/flags/${iso.toLowerCase()}.svg` : null;
}

export function viewCountry(
  country: Country,
  { locale, disabled }: { locale: string; disabled: readonly string[] },
): CountryOnWire {
  return {
    id: country.id,
    iso: country.iso,
    iso3: country.iso3,
    name: countryName(country.iso, locale),
    slug: country.slug,
    code: country.dialCode,
    specialCode: null,
    currencyId: country.currency ? (fiatByCode(country.currency)?.id ?? null) : null,
    currencyCode: country.currency,
    flag: flagAddress(country.iso),
    isCountryEnabled: !disabled.includes(country.iso),
    isComplex: false,
    popularPaymentMethods: paymentMethodsOfCountry(country.iso)
      .slice(0, 6)
      .map((method) => method.slug),
  };
}

/** Worldwide as if it were a country; its id and the id of its currency are 9999, its special code YY. */
export function viewWorldwide(): CountryOnWire {
  return {
    id: WORLDWIDE_ID,
    iso: "WORLDWIDE",
    iso3: "WORLDWIDE",
    name: "Worldwide",
    slug: "worldwide",
    code: null,
    specialCode: "YY",
    currencyId: WORLDWIDE_ID,
    currencyCode: null,
    flag: null,
    isCountryEnabled: true,
    isComplex: false,
    popularPaymentMethods: [],
  };
}

/** Which of the likeliest countries a form begins with: one that there is, and that is open. */
export function preselected(likely: readonly string[], disabled: readonly string[]): string | undefined {
  return likely.find((iso) => iso !== "YY" && countryByIso(iso) !== undefined && !disabled.includes(iso));
}

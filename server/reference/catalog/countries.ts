/** Countries and fiat currencies by code, from the generated tables. */
import countryRows from "./generated/countries.json" with { type: "json" };
import fiatRows from "./generated/currencies.json" with { type: "json" };

export type Country = {
  readonly id: number;
  readonly iso: string;
  readonly iso3: string;
  readonly name: string;
  readonly currencyCode: string | undefined;
};
export type Fiat = { readonly id: number; readonly code: string; readonly name: string; readonly digits: number };

const countries = new Map<string, Country>(
  countryRows.map((row) => [
    row.iso,
    { id: row.id, iso: row.iso, iso3: row.iso3, name: row.name, currencyCode: row.currency ?? undefined },
  ]),
);
const fiats = new Map<string, Fiat>(fiatRows.map((row) => [row.code, row]));

export function countryByIso(iso: string): Country | undefined {
  return countries.get(iso);
}

/** The country's name in a language; its English name where the language is not known. */
export function countryName(iso: string, locale: string): string {
  if (!countries.has(iso)) return iso;
  return new Intl.DisplayNames([locale, "en"], { type: "region" }).of(iso) ?? iso;
}

export function fiatByCode(code: string): Fiat | undefined {
  return fiats.get(code);
}

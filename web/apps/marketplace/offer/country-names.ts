/** Countries by their ISO 3166-1 codes, in the language of the page. */
import { commaOf, type Locale } from "#contract/platform/locales.ts";

/** Joined as the language joins a list; a code that is no country stays as it is. */
export function countryNames(locale: Locale, codes: readonly string[]): string {
  const names = new Intl.DisplayNames([locale], { type: "region", fallback: "code" });
  return codes.map((code) => names.of(code) ?? code).join(commaOf(locale));
}

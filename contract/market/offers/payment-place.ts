/** Where an offer is paid, in words. */
import { commaOf, type Locale } from "../../platform/locales.ts";

type Named = { readonly city: string | null; readonly subdivision: string | null; readonly country: string };

/** City, part of the country and country, as far as given, without repetitions. */
export function placeWords(locale: Locale, { city, subdivision, country }: Named): string {
  return [...new Set([city, subdivision, country])].filter(Boolean).join(commaOf(locale));
}

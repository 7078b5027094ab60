/** Where is paid, in words: city, part of the country and country, what is said twice once. */
import type { PaymentPlace } from "#contract/offers.ts";
import type { Locale } from "#contract/page.ts";

export function placeText(locale: Locale, place: PaymentPlace): string | null {
  if (!place) return null;
  const country = new Intl.DisplayNames([locale], { type: "region" }).of(place.countryIso);
  return [...new Set([place.city, place.subdivision, country])].filter(Boolean).join(locale === "ar" ? "، " : ", ");
}

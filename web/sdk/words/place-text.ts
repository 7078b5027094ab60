/** Where is paid, in words and in the language of the page; null for anywhere. */
import type { PaymentPlace } from "#contract/market/offers/offers.ts";
import type { Locale } from "#contract/platform/page.ts";
import { placeWords } from "#contract/market/offers/payment-place.ts";

export function placeText(locale: Locale, place: PaymentPlace): string | null {
  if (!place) return null;
  const { countryIso, city, subdivision } = place;
  const country = new Intl.DisplayNames([locale], { type: "region" }).of(countryIso) ?? countryIso;
  return placeWords(locale, { city, subdivision, country });
}

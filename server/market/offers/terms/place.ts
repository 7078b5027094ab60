/** Where an offer is paid: anywhere, in a country, or in a part and a city of it. Pure. */
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import type { OfferTerms } from "#contract/market/offers/offer-fields.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { holdsContactDetails } from "../../../platform/words/contact-details.ts";
import { countryByIso, type PaymentMethod, placeNeededBy } from "../../../reference/catalog/index.ts";

type Place = Pick<OfferTerms, "paymentCountry" | "paymentSubdivision" | "paymentCity">;

/**
 * Refuses offer.country_unknown; offer.place_country where the method or another part of the place needs the country;
 * offer.place_city where the method is paid on the spot; offer.place for what is no name; and offer.contact_details.
 */
export function placeFrom(body: OfferBody, method: PaymentMethod): Place {
  const place = {
    paymentCountry: body.payment_country ?? null,
    paymentSubdivision: nameIn(body.payment_subdivision, "payment_subdivision"),
    paymentCity: nameIn(body.payment_city, "payment_city"),
  };
  const needed = placeNeededBy(method);
  const isPart = place.paymentSubdivision !== null || place.paymentCity !== null;
  if (place.paymentCountry === null && (needed !== null || isPart))
    throw fieldRefusal("offer.place_country", "payment_country");
  if (place.paymentCountry !== null && !countryByIso(place.paymentCountry))
    throw fieldRefusal("offer.country_unknown", "payment_country");
  if (needed === "city" && place.paymentCity === null) throw fieldRefusal("offer.place_city", "payment_city");
  return place;
}

/** A name as people write it, in any script; no digits, no address of a page, nothing that could be called. */
function nameIn(typed: string | undefined, field: string): string | null {
  const name = trimmed(typed ?? "");
  if (name === "") return null;
  const isName = /^['‘’]?\p{L}(?:[\p{L}\p{M} .,'‘’/()\p{Pd}]|\u200c|\u200d)*$/u.test(name) && !/\.\p{L}{2}/u.test(name);
  if (!isName) throw fieldRefusal("offer.place", field);
  if (holdsContactDetails(name)) throw fieldRefusal("offer.contact_details", field);
  return name;
}

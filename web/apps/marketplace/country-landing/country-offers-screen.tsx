/** The best offers of a country's currency, on its page. */
import type { OfferCard } from "#contract/market/offers/offers.ts";
import type { PartScreen } from "#sdk/screen.ts";
import { OfferRows } from "../offer-row/offer-rows.tsx";

export const screen: PartScreen = { texts: ["offers", "rules.card", "catalog.tags"] };

export default function CountryOffersScreen({ offers }: { readonly offers: readonly OfferCard[] }) {
  return <OfferRows offers={offers} />;
}

/** The shown part of the user's offers with their number, after a change of one. Pure. */
import type { MyOffer } from "#contract/market/offers/my/offer.ts";
import type { MyOffersPageProps } from "#contract/market/offers/my/offers-page.ts";

export type Held = Pick<MyOffersPageProps, "counts" | "on" | "messages"> & { readonly offers: readonly MyOffer[] };

export function withOffer(held: Held, offer: MyOffer): Held {
  const before = held.offers.find(({ idHashed }) => idHashed === offer.idHashed);
  return {
    ...held,
    offers: held.offers.map((one) => (one === before ? offer : one)),
    on: held.on + onIn(offer) - onIn(before ?? offer),
  };
}

export function withoutOffer(held: Held, hash: string): Held {
  const gone = held.offers.find(({ idHashed }) => idHashed === hash);
  if (!gone) return held;
  return {
    ...held,
    offers: held.offers.filter((one) => one !== gone),
    counts: { ...held.counts, [gone.type]: held.counts[gone.type] - 1 },
    on: held.on - onIn(gone),
  };
}

/** Special ones count against no limit. */
const onIn = ({ isActive, special }: MyOffer): number => (isActive && !special ? 1 : 0);

/** The open part of the screen of one's offers: one part of one offer, or of the bond. */

export const OFFER_ACTIVITIES = ["quick", "cap", "fee", "promote", "delete"] as const;
export type OfferActivity = (typeof OFFER_ACTIVITIES)[number];

export type Chosen = { readonly hash: string; readonly activity: OfferActivity } | null;

/** Choosing the same part again closes it; another one replaces it. */
export function choose(known: Chosen, wanted: NonNullable<Chosen>): Chosen {
  return known?.hash === wanted.hash && known.activity === wanted.activity ? null : wanted;
}

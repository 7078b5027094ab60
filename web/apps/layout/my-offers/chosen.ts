/** What is open on the screen of one's offers: one thing of one offer, or one of the bond. */

export const OFFER_ACTIVITIES = ["quick", "cap", "fee", "promote", "delete"] as const;
export type OfferActivity = (typeof OFFER_ACTIVITIES)[number];

export type Chosen = { readonly hash: string; readonly activity: OfferActivity } | null;

/** What is chosen again of the same kind is let go; anything else takes its place. */
export function choose(known: Chosen, wanted: NonNullable<Chosen>): Chosen {
  return known?.hash === wanted.hash && known.activity === wanted.activity ? null : wanted;
}

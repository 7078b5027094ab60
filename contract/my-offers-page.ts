/** What the page of one's own offers gets. */
import type { DepositData } from "./bonds.ts";
import type { Metal } from "./metals.ts";
import type { MyOffer } from "./my-offer.ts";
import type { OfferType, OwnerHold } from "./offer-fields.ts";

export type MyOffersPageProps = {
  /** The newest ten of each side. */
  offers: MyOffer[];
  /** Of each side in all. */
  counts: Record<OfferType, number>;
  /** How many are switched on in all. */
  on: number;
  tab: OfferType;
  /** What holds some of them back. */
  messages: readonly { name: OwnerHold }[];
  depositData: DepositData;
  promote: { total: number; available: number };
  /** What the address opens: quick, cap, fee, promote or delete of the first offer, deposit or withdraw of the bond. */
  action: string | null;
};

/** A payment method as the form of an offer knows it. */
export type FormMethod = {
  slug: string;
  name: string;
  group: string;
  windowMinutes: number;
  /** The first digits of a card say of whom it is. */
  hasBins: boolean;
  /** What of the place has to be said. */
  place: "city" | "country" | null;
  /** Paid by weight: the offer says what a troy ounce counts for. */
  metal: Metal | null;
  /** Of which countries its cards may be; null for any where it has cards. */
  regions: readonly string[] | null;
};

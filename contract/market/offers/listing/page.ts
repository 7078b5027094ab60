/** The props of the page that lists offers. */
import type { ListingState } from "./address.ts";
import type { ListingMeta, OfferCard } from "../offers.ts";

/** The address of its mark; null where none is free. */
export type MethodChoice = { slug: string; name: string; group: string; count: number; icon: string | null };

export type ListingProps = {
  state: ListingState;
  /** The name of the chosen method, in the reader's language, and the slug of its group; null for any. */
  methodName: string | null;
  methodGroup: string | null;
  /** The reader's level is below what offers that are paid with other things than money need: their lists are shown when asked for. */
  hidesAssets: boolean;
  offers: OfferCard[];
  meta: ListingMeta;
  facets: {
    /** The busiest methods, at most 12; the full list is fetched when the reader opens it. */
    methods: MethodChoice[];
    groups: { slug: string; count: number }[];
    currencies: { code: string; count: number; usualAmount: string }[];
    /** false: the numbers may be too low. */
    isExact: boolean;
  };
};

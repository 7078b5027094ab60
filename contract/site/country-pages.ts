/** The pages of countries: all of them by continent, and how bitcoin is bought in one. */
import type { OfferCard } from "../market/offers/offers.ts";

/** Countries that have a text of their own. */
export const TOLD_COUNTRIES = ["CN", "GH", "IN", "NG", "PH", "VN"] as const;

export type CountryProps = {
  iso: string;
  name: string;
  flagUrl: string | null;
  fiatCode: string;
  fiatName: string;
  /** Of one bitcoin; null while none is known. */
  price: string | null;
  /** The best, from whom a visitor may buy bitcoin in this currency. */
  offers: OfferCard[];
  total: number;
  /** Methods of those offers, the most used first. */
  methods: { slug: string; name: string; count: number }[];
  /** The least and the greatest amount in an offer; null without offers. */
  limits: { least: string; most: string } | null;
  /** The median of what their sellers need to release; null where none has traded enough. */
  releaseSec: number | null;
};

export type CountriesProps = {
  /** By name, each with its countries by name. */
  continents: {
    name: string;
    countries: { slug: string; name: string; flagUrl: string | null; fiatCode: string; offers: number }[];
  }[];
};

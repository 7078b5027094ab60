/** Props of the page of one's own offers, and of the form of an offer. */
import type { DepositData } from "../bonds.ts";
import type { Metal } from "../../../money/metals.ts";
import type { MyOffer } from "./offer.ts";
import type { OfferBody } from "./offers.ts";
import type { OfferOwner } from "../offers.ts";
import type { OfferType, OwnerHold } from "../offer-fields.ts";
import type { CryptoCode } from "../../../money/money.ts";

export type MyOffersPageProps = {
  /** The newest ten of each side. */
  offers: MyOffer[];
  /** Of each side in all. */
  counts: Record<OfferType, number>;
  /** How many are switched on in all. */
  on: number;
  tab: OfferType;
  /** Reasons that hold some of them back. */
  messages: readonly { name: OwnerHold }[];
  depositData: DepositData;
  promote: { total: number; available: number };
  /** The dialog in the address: quick, cap, fee, promote or delete of the first offer, deposit or withdraw of the bond. */
  action: string | null;
};

/** A payment method as the form of an offer knows it. */
export type FormMethod = {
  slug: string;
  name: string;
  group: string;
  /** The address of its mark; null where none is free. */
  icon: string | null;
  windowMinutes: number;
  /** The first digits of a card say of whom it is. */
  hasBins: boolean;
  /** The system may share the account to be paid to. */
  sharesAccounts: boolean;
  /** The required parts of the place. */
  place: "city" | "country" | null;
  /** Paid by weight: the offer says what a troy ounce counts for. */
  metal: Metal | null;
  /** Percent of a trade that its seller pays, with the reader's discounts. */
  feePct: string;
  /** The offer is on the market while its owner keeps a bond. */
  needsBond: boolean;
  /** Cash: above a sum its trades need a verified identity and address. */
  needsIdAndAddress: boolean;
  /** Of which countries its cards may be; null for any where it has cards. */
  regions: readonly string[] | null;
};

export type OfferFormPageProps = {
  /** Of the offer that is edited; null for a new one. */
  hash: string | null;
  draft: OfferBody;
  /** The short manager of a lite offer. */
  isLite: boolean;
  /** For a special offer: the only user who sees it, the trade or conversation that it is made in, and its hours. */
  special: { partner: string; chat: string; isOfTrade: boolean; hours: number } | null;
  /** A new offer for the silent pool: its least amount, such as "1000 USD". */
  pool: { least: string } | null;
  /** The reader's level is below what creating offers needs. */
  needsIdentity: boolean;
  /** Those that offers may use now, by name. */
  methods: FormMethod[];
  /** Slugs of those that the reader's own offers use, the newest first; and of those with the most offers in the currency. */
  recentMethods: readonly string[];
  popularMethods: readonly string[];
  /** The reader's bond: its size in dollars, and what is missing of it in each coin; empty where it is complete. */
  bond: { neededUsd: string; missing: readonly { code: CryptoCode; amount: string }[] };
  /** The reader as the owner on cards. */
  owner: OfferOwner;
  /** How many minutes an offer may give to pay. */
  window: { least: number; most: number };
  currencies: { code: string; name: string }[];
  countries: { iso: string; name: string }[];
  /** With the groups of methods that a tag fits; null fits all. */
  tags: { slug: string; groups: readonly string[] | null }[];
  /** The reader's available balance, by coin. */
  available: Record<CryptoCode, string>;
  /** Of the reader's account: trading hours begin in it. */
  timezone: string;
  /** The operator has a list of addresses that hide where they are; without one a rule against them has no effect. */
  knowsAnonymizers: boolean;
};

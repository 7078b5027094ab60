/** The facts by which it is decided whether a user may take an offer, or the offers of a list. */
import type { Decimal } from "#contract/platform/decimal.ts";
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";

/** Facts about the viewer; a visitor is undefined. */
export type Taker = {
  readonly isOwner: boolean;
  readonly countryIso: string;
  readonly pastTrades: number;
  readonly isIdVerified: boolean;
  readonly isTrustedByOwner: boolean;
  /** Both are demo accounts, or neither is. */
  readonly isAlike: boolean;
  /** Either has blocked the other. */
  readonly isBlocked: boolean;
  /** Their standing restrictions leave starting trades open. */
  readonly mayStart: boolean;
  /** A missing verification, or their place, keeps them from starting any trade. */
  readonly blockedBy: RefusalCode | undefined;
  /** Others see their full name, or their company's. */
  readonly showsFullName: boolean;
  /** The connection hides where it comes from. */
  readonly isAnonymous: boolean;
  /** Hundredths of a percent that the seller would pay if they took it now. */
  readonly feeBp: number;
};

export type Situation = {
  readonly price: Decimal;
  readonly now: Date;
  readonly isGrayCountry: boolean;
  readonly isCountryEnabled: boolean;
  /** The available base units of the seller; undefined leaves the balance out. */
  readonly sellerUnits: bigint | undefined;
};

/** The facts of a taker by which a list is filtered: those about single owners are lists of owners. */
export type Reader = Pick<Taker, "pastTrades" | "isIdVerified" | "mayStart" | "blockedBy" | "isAnonymous"> &
  Pick<Situation, "now" | "isGrayCountry" | "isCountryEnabled"> & {
    /** Undefined for a visitor: a user who registers now. */
    readonly userId: bigint | undefined;
    /** The coins of their own offers. */
    readonly offersIn: readonly string[];
    /** Undefined where that of a visitor is not known. */
    readonly countryIso: string | undefined;
    readonly isDemo: boolean;
    /** Owners who blocked the reader or are blocked. */
    readonly blocks: readonly bigint[];
    readonly trustedBy: readonly bigint[];
    /** Owners who see the reader's full name. */
    readonly namedTo: "all" | readonly bigint[];
  };

/** The 22 flags of an offer's page, by number, as one pure function of what is known. */
import { OFFER_FLAGS, type OfferFlag } from "#contract/offers.ts";
import type { RefusalCode } from "#contract/refusals.ts";

export type FlagFacts = {
  readonly showsFullName: boolean;
  /** The viewer has as many open trades as one without a verified ID may have. */
  readonly isAtTradeLimit: boolean;
  readonly startRefusals: readonly RefusalCode[];
  readonly flashMessages: number;
  /** A trade here begins before the seller's coins are locked. */
  readonly isEscrowDelayed: boolean;
  readonly isCriticalMargin: boolean;
  readonly requiresVerifiedId: boolean;
  readonly minPastTrades: number;
  readonly trustedOnly: boolean;
  readonly isTrustedByOwner: boolean;
  readonly isBondMissing: boolean;
  readonly isRejected: boolean;
  readonly isOwnerVerified: boolean;
  readonly isFeeDiscounted: boolean;
  readonly blocksAnonymizers: boolean;
  readonly isMethodRisky: boolean;
};

/** The numbers of the flags that are up, ascending. */
export function offerFlags(facts: FlagFacts): number[] {
  const refused = (code: RefusalCode) => facts.startRefusals.includes(code);
  const up: Record<OfferFlag, boolean> = {
    full_name_visibility: facts.showsFullName,
    max_trades_limit: facts.isAtTradeLimit,
    trade_errors: facts.startRefusals.length > 0,
    flash_messages: facts.flashMessages > 0,
    offer_owner: refused("offer.own"),
    opponent_blocked: refused("offer.blocked"),
    negative_balance: refused("trade.low_balance"),
    critical_margin: facts.isCriticalMargin,
    delayed_escrow: facts.isEscrowDelayed,
    id_verification: facts.requiresVerifiedId,
    currency_not_matching_country: refused("offer.currency_country"),
    minimum_required_trades: facts.minPastTrades > 0,
    trusted_user: facts.trustedOnly || facts.isTrustedByOwner,
    not_available_in_your_country: refused("offer.country"),
    bond_required: facts.isBondMissing,
    offer_blocked: facts.isRejected,
    offer_not_active: refused("offer.not_active"),
    user_restricted: refused("auth.restricted"),
    owner_not_id_verified: !facts.isOwnerVerified,
    discounted_escrow_fee: facts.isFeeDiscounted,
    anonymous_user_restricted: facts.blocksAnonymizers,
    risky_payment_method: facts.isMethodRisky,
  };
  return OFFER_FLAGS.flatMap((name, number) => (up[name] ? [number] : []));
}

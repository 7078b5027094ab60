/** The 22 flags of an offer's page, by number: for each a pure function of what is known. */
import { OFFER_FLAGS, type OfferFlag } from "#contract/market/offers/offers.ts";
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";

export type FlagFacts = {
  readonly requiresFullName: boolean;
  readonly startRefusals: readonly RefusalCode[];
  readonly flashMessages: number;
  /** The seller's coins do not cover even the minimum. */
  readonly isSellerShort: boolean;
  /** A trade here begins before the seller's coins are locked. */
  readonly isEscrowDelayed: boolean;
  readonly isCriticalMargin: boolean;
  readonly requiresVerifiedId: boolean;
  readonly minPastTrades: number;
  readonly trustedOnly: boolean;
  readonly isTrustedByOwner: boolean;
  readonly isBondMissing: boolean;
  readonly isRejected: boolean;
  /** It can be taken, as far as it goes by the offer. */
  readonly isOpen: boolean;
  readonly isOwnerVerified: boolean;
  readonly isFeeDiscounted: boolean;
  readonly blocksAnonymizers: boolean;
  readonly isMethodRisky: boolean;
};

type Rises = (facts: FlagFacts) => boolean;
type OfStart = (facts: Pick<FlagFacts, "startRefusals">) => boolean;

const refusedBy =
  (code: RefusalCode): OfStart =>
  ({ startRefusals }) =>
    startRefusals.includes(code);

/** True for a user without a verified ID at the limit of open trades. */
export const isAtTradeLimit = refusedBy("max_2_active_trades_id_not_verified");

const FLAGS: Readonly<Record<OfferFlag, Rises>> = {
  full_name_visibility: ({ requiresFullName }) => requiresFullName,
  max_trades_limit: isAtTradeLimit,
  trade_errors: ({ startRefusals }) => startRefusals.length > 0,
  flash_messages: ({ flashMessages }) => flashMessages > 0,
  offer_owner: refusedBy("offer.own"),
  opponent_blocked: refusedBy("offer.blocked"),
  negative_balance: ({ isSellerShort }) => isSellerShort,
  critical_margin: ({ isCriticalMargin }) => isCriticalMargin,
  delayed_escrow: ({ isEscrowDelayed }) => isEscrowDelayed,
  id_verification: ({ requiresVerifiedId }) => requiresVerifiedId,
  currency_not_matching_country: refusedBy("offer.currency_country"),
  minimum_required_trades: ({ minPastTrades }) => minPastTrades > 0,
  trusted_user: ({ trustedOnly, isTrustedByOwner }) => trustedOnly || isTrustedByOwner,
  not_available_in_your_country: refusedBy("offer.country"),
  bond_required: ({ isBondMissing }) => isBondMissing,
  offer_blocked: ({ isRejected }) => isRejected,
  offer_not_active: ({ isOpen }) => !isOpen,
  user_restricted: refusedBy("auth.restricted"),
  owner_not_id_verified: ({ isOwnerVerified }) => !isOwnerVerified,
  discounted_escrow_fee: ({ isFeeDiscounted }) => isFeeDiscounted,
  anonymous_user_restricted: ({ blocksAnonymizers }) => blocksAnonymizers,
  risky_payment_method: ({ isMethodRisky }) => isMethodRisky,
};

/** The numbers of the flags that are up, ascending. */
export function offerFlags(facts: FlagFacts): number[] {
  return OFFER_FLAGS.flatMap((name, number) => (FLAGS[name](facts) ? [number] : []));
}

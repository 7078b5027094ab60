// Guards: each of the 22 flags goes up and down by what it says, and by nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { OFFER_FLAGS, type OfferFlag } from "#contract/market/offers/offers.ts";
import { type FlagFacts, offerFlags } from "./offer-flags.ts";

/** An offer of which there is nothing to say. */
const NOTHING: FlagFacts = {
  requiresFullName: false,
  startRefusals: [],
  flashMessages: 0,
  isSellerShort: false,
  isEscrowDelayed: false,
  isCriticalMargin: false,
  requiresVerifiedId: false,
  minPastTrades: 0,
  trustedOnly: false,
  isTrustedByOwner: false,
  isBondMissing: false,
  isRejected: false,
  isOpen: true,
  isOwnerVerified: true,
  isFeeDiscounted: false,
  blocksAnonymizers: false,
  isMethodRisky: false,
};

/** What raises each; a refusal to start raises the flag of errors as well. */
const RAISED: Readonly<Record<OfferFlag, Partial<FlagFacts>>> = {
  full_name_visibility: { requiresFullName: true },
  max_trades_limit: { startRefusals: ["max_2_active_trades_id_not_verified"] },
  trade_errors: { startRefusals: ["offer.off_duty"] },
  flash_messages: { flashMessages: 1 },
  offer_owner: { startRefusals: ["offer.own"] },
  opponent_blocked: { startRefusals: ["offer.blocked"] },
  negative_balance: { isSellerShort: true },
  critical_margin: { isCriticalMargin: true },
  delayed_escrow: { isEscrowDelayed: true },
  id_verification: { requiresVerifiedId: true },
  currency_not_matching_country: { startRefusals: ["offer.currency_country"] },
  minimum_required_trades: { minPastTrades: 1 },
  trusted_user: { trustedOnly: true },
  not_available_in_your_country: { startRefusals: ["offer.country"] },
  bond_required: { isBondMissing: true },
  offer_blocked: { isRejected: true },
  offer_not_active: { isOpen: false },
  user_restricted: { startRefusals: ["auth.restricted"] },
  owner_not_id_verified: { isOwnerVerified: false },
  discounted_escrow_fee: { isFeeDiscounted: true },
  anonymous_user_restricted: { blocksAnonymizers: true },
  risky_payment_method: { isMethodRisky: true },
};

const up = (facts: FlagFacts) => offerFlags(facts).map((number) => OFFER_FLAGS[number]);

test("an offer of which there is nothing to say raises no flag", () => {
  assert.equal(OFFER_FLAGS.length, 22);
  assert.deepEqual(up(NOTHING), []);
});

for (const [number, flag] of OFFER_FLAGS.entries())
  test(`flag ${number}, ${flag}, goes up by what it says alone`, () => {
    const raised = RAISED[flag];
    const refused = raised.startRefusals !== undefined && flag !== "trade_errors";
    assert.deepEqual(up({ ...NOTHING, ...raised }).sort(), refused ? [flag, "trade_errors"].sort() : [flag]);
    assert.ok(offerFlags({ ...NOTHING, ...raised }).includes(number));
  });

test("an owner's trust in its reader raises the flag of trust as well", () => {
  assert.deepEqual(up({ ...NOTHING, isTrustedByOwner: true }), ["trusted_user"]);
});

// Guards: what an offer says of itself (price, limits, hold, hours, rank) follows from its numbers alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compareDecimals, decimal, decimalText } from "#contract/platform/decimal.ts";
import { feesOf, feeUnitsOf, tradableUnitsOf } from "#contract/money/fees.ts";
import { OFFER_RULE_NAMES, type OfferRuleName } from "#contract/market/offers/offer-fields.ts";
import { cryptoUnitsOf, fiatUnitsOf, marginBpOf, priceOf } from "#contract/money/prices.ts";
import { availableInSec, dutyHoursFault } from "./switching/duty-hours.ts";
import { holdOf, isOpenTo, limitsOf, type Offer, priceAt } from "./offer.ts";
import { holdsContactDetails } from "../../platform/words/contact-details.ts";
import { rankOf } from "./promotion/rank.ts";
import { assertProperty } from "../../testing/seeds.ts";

const rate = decimal("60000");

const NO_RULES = Object.fromEntries(OFFER_RULE_NAMES.map((name) => [name, false])) as Record<OfferRuleName, boolean>;

function offer(changes: Partial<Offer> = {}): Offer {
  return {
    id: 1n,
    hash: "abcdefghij1234",
    ownerId: 7n,
    side: "sell",
    crypto: "BTC",
    fiat: "USD",
    methodId: 196,
    methodGroup: "bank-transfers",
    methodLabel: null,
    paymentCountry: null,
    paymentSubdivision: null,
    paymentCity: null,
    flowType: "default",
    paymentAccount: null,
    marginBp: 200,
    fixedPrice: null,
    amountType: "min_max",
    minUnits: 2000n,
    maxUnits: 100_000n,
    predefinedUnits: [],
    paymentWindowMin: 60,
    terms: "",
    tradeDetails: "",
    tags: [],
    minPastTrades: 0,
    newBuyerMaxUnits: null,
    countryRule: "none",
    countries: [],
    dutyHours: [],
    timezone: "UTC",
    ...NO_RULES,
    customRate: null,
    bankReference: null,
    binCodes: [],
    cardRegions: [],
    capUnits: null,
    capUsedUnits: 0n,
    capActive: false,
    isOn: true,
    hold: null,
    isDeleted: false,
    moderation: "approved",
    revision: 1,
    feeBp: 50,
    manualFeeBp: null,
    lostInRow: 0,
    promotedUntil: null,
    featuredUntil: null,
    cashbackBp: null,
    cashbackMaxCents: null,
    partnerId: null,
    chatHash: null,
    specialUntil: null,
    ...changes,
  };
}

test("a floating price is the rate with the margin, a fixed one is itself", () => {
  assert.equal(decimalText(priceAt(offer(), rate)), "61200");
  assert.equal(decimalText(priceAt(offer({ marginBp: -125 }), rate)), "59250");
  assert.equal(decimalText(priceAt(offer({ marginBp: null, fixedPrice: decimal("59999.5") }), rate)), "59999.5");
});

test("a higher margin never gives a lower price, in any market", async (t) => {
  const anyRate = fc.bigInt({ min: 1n, max: 10n ** 16n }).map((units) => ({ units, digits: 6 }));
  const margin = fc.integer({ min: -9999, max: 50_000 });
  await assertProperty(
    t,
    "offer-margins",
    fc.property(anyRate, margin, margin, fc.constantFrom(0, 2, 3), (market, a, b, fiatDigits) => {
      const [low, high] = a <= b ? [a, b] : [b, a];
      const price = (marginBp: number) => priceOf({ rate: market, marginBp, fiatDigits });
      assert.ok(compareDecimals(price(low), price(high)) <= 0);
    }),
  );
});

test("a fixed price is shown as its margin over the market", async (t) => {
  await assertProperty(
    t,
    "offer-fixed-prices",
    fc.property(fc.integer({ min: -9000, max: 50_000 }), (marginBp) => {
      const price = priceOf({ rate, marginBp, fiatDigits: 2 });
      assert.equal(marginBpOf({ rate, price }), marginBp);
    }),
  );
});

test("coins for fiat are rounded down, fiat for coins up: nobody gets more than was paid for", async (t) => {
  await assertProperty(
    t,
    "offer-fiat",
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (fiatUnits, priceUnits) => {
        const price = { units: priceUnits, digits: 4 };
        const units = cryptoUnitsOf({ fiatUnits, fiatDigits: 2, price, cryptoDigits: 8 });
        assert.ok(fiatUnitsOf({ units, cryptoDigits: 8, price, fiatDigits: 2 }) <= fiatUnits);
      },
    ),
  );
});

test("what can be traded and its fee fit into the balance, and one unit more does not", async (t) => {
  await assertProperty(
    t,
    "offer-fees",
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 2000 }), (available, feeBp) => {
      const units = tradableUnitsOf(available, feeBp);
      assert.ok(units + feeUnitsOf(units, feeBp) <= available);
      assert.ok(units + 1n + feeUnitsOf(units + 1n, feeBp) > available);
    }),
  );
});

test("the fee is rounded up to the unit, and shown in both currencies", () => {
  const fees = feesOf({ crypto: "BTC", units: 100_001n, feeBp: 50, price: decimal("60000"), fiatDigits: 2 });
  assert.equal(fees.sellerPct, "0.5");
  assert.equal(fees.sellerCrypto, "0.00000501");
  assert.equal(fees.sellerFiat, "0.3");
  assert.equal(fees.escrowCrypto, "0.00100502");
  assert.equal(fees.buyerCrypto, "0");
});

test("limits are cut to the seller's balance, and a sum at the limit is covered by it", async (t) => {
  await assertProperty(
    t,
    "offer-limits",
    fc.property(fc.bigInt({ min: 0n, max: 5_000_000n }), (sellerUnits) => {
      const price = priceAt(offer(), rate);
      const limits = limitsOf(offer(), { price, sellerUnits });
      if (!limits.isPossible) return;
      const units = cryptoUnitsOf({ fiatUnits: limits.maxUnits, fiatDigits: 2, price, cryptoDigits: 8 });
      assert.ok(units + feeUnitsOf(units, 50) <= sellerUnits);
    }),
  );
  const plenty = limitsOf(offer(), { price: priceAt(offer(), rate), sellerUnits: 10n ** 9n });
  assert.deepEqual([plenty.maxUnits, plenty.cutBy], [100_000n, null]);
});

test("an offer that its owner cannot pay for says what they would trade", () => {
  const limits = limitsOf(offer(), { price: priceAt(offer(), rate), sellerUnits: 0n });
  assert.deepEqual(
    [limits.isPossible, limits.cutBy, limits.minUnits, limits.maxUnits],
    [false, "balance", offer().minUnits, offer().maxUnits],
  );
});

test("amounts to choose from lose those that the balance or the cap no longer covers", () => {
  const choice = offer({
    amountType: "predefined",
    predefinedUnits: [2000n, 5000n, 100_000n],
    capUnits: 6000n,
    capActive: true,
  });
  const limits = limitsOf(choice, { price: priceAt(choice, rate), sellerUnits: 10n ** 9n });
  assert.deepEqual(limits.predefinedUnits, [2000n, 5000n]);
  assert.equal(limits.cutBy, "cap");
});

test("the gravest reason keeps an offer off the market, and none lets it on", () => {
  const facts = {
    isMethodOpen: true,
    isOwnerRestricted: false,
    isOwnerStaff: false,
    ownerBlocks: [],
    mayOwnerOffer: true,
    isBeyondLimit: false,
    isBondMissing: false,
    ownerMonthTrades: 0,
    isOwnerAway: false,
    ownerUnits: 10n ** 9n,
    rate,
  };
  assert.equal(holdOf(offer(), facts), null);
  assert.equal(holdOf(offer(), { ...facts, ownerUnits: 1000n }), "low_balance");
  assert.equal(holdOf(offer({ side: "buy" }), { ...facts, ownerUnits: 0n }), null);
  assert.equal(holdOf(offer(), { ...facts, ownerUnits: 0n, isOwnerAway: true }), "owner_away");
  assert.equal(holdOf(offer(), { ...facts, isBeyondLimit: true, isOwnerAway: true }), "too_many");
  assert.equal(holdOf(offer({ lostInRow: 3 }), facts), "penalty");
  assert.equal(holdOf(offer({ lostInRow: 2 }), facts), null);
  assert.equal(holdOf(offer({ lostInRow: 3 }), { ...facts, ownerMonthTrades: 30 }), "penalty");
  assert.equal(holdOf(offer({ lostInRow: 3 }), { ...facts, ownerMonthTrades: 31 }), null, "less than a tenth");
  assert.equal(holdOf(offer({ lostInRow: 3 }), { ...facts, isBondMissing: true }), "bond_missing");
  assert.equal(holdOf(offer(), { ...facts, isBondMissing: true, isMethodOpen: false }), "method_disabled");
  assert.equal(holdOf(offer({ capActive: true, capUnits: 5000n, capUsedUnits: 3001n }), facts), "cap_reached");
  assert.equal(holdOf(offer({ lostInRow: 3 }), { ...facts, isOwnerRestricted: true }), "restricted");
  assert.equal(holdOf(offer({ lostInRow: 3 }), { ...facts, isOwnerStaff: true }), "staff");
  assert.equal(holdOf(offer({ lostInRow: 3 }), { ...facts, ownerBlocks: ["ID_REQUIRED"] }), "identity");
  assert.equal(holdOf(offer(), { ...facts, ownerBlocks: ["ID_REQUIRED", "BLOCKED_IN_LOCATION"] }), "place");
  assert.equal(holdOf(offer(), { ...facts, mayOwnerOffer: false, isMethodOpen: false }), "level");
  assert.equal(holdOf(offer(), { ...facts, ownerUnits: 0n, rate: undefined }), null);
});

test("a country rule lets in whom it names, or all but them", () => {
  assert.equal(isOpenTo({ countryRule: "allowed", countries: ["FI"] }, "FI"), true);
  assert.equal(isOpenTo({ countryRule: "allowed", countries: ["FI"] }, "SE"), false);
  assert.equal(isOpenTo({ countryRule: "disallowed", countries: ["FI"] }, "FI"), false);
  assert.equal(isOpenTo({ countryRule: "none", countries: [] }, "FI"), true);
});

test("duty hours open by the owner's own clock, and close on time", () => {
  const hours = [{ day: 1, start_time: "09:00", end_time: "17:00", active: true }];
  const monday = (clock: string) => new Date(`2026-11-16T${clock}Z`);
  assert.equal(availableInSec(hours, { timezone: "UTC", now: monday("08:59:00") }), 60);
  assert.equal(availableInSec(hours, { timezone: "UTC", now: monday("09:00:00") }), 0);
  assert.equal(availableInSec(hours, { timezone: "UTC", now: monday("17:00:00") }), 7 * 86_400 - 8 * 3600);
  assert.equal(availableInSec(hours, { timezone: "Africa/Lagos", now: monday("08:00:00") }), 0);
  assert.equal(availableInSec([], { timezone: "UTC", now: monday("03:00:00") }), 0);
  assert.equal(dutyHoursFault([...hours, ...hours]), true);
  assert.equal(dutyHoursFault([{ day: 2, start_time: "10:00", end_time: "10:00", active: true }]), true);
});

test("a trusted, present and cheap owner ranks before a newcomer who is neither", () => {
  const newcomer = {
    side: "sell" as const,
    marginBp: 800,
    weightPartners: 0,
    weightPositive: 0,
    weightNegative: 0,
    releaseSec: null,
    isOnline: false,
    badge: "no_badge",
    tier: "no_badge",
    isPromoted: false,
  };
  const known = {
    ...newcomer,
    marginBp: 100,
    weightPartners: 20_000,
    weightPositive: 19_000,
    weightNegative: 200,
    isOnline: true,
  };
  assert.ok(rankOf(known) > rankOf(newcomer) + 300);
  assert.ok(rankOf({ ...newcomer, side: "buy" }) > rankOf(newcomer), "a buyer who pays more ranks higher");
  assert.ok(
    rankOf({ ...newcomer, weightPositive: 5000 }) <
      rankOf({ ...newcomer, weightPositive: 100_000, weightNegative: 1000 }),
  );
});

test("ways around escrow are seen in public words, and plain terms pass", () => {
  for (const text of [
    "write me at joe@example.com",
    "joe (at) example (dot) com",
    "https://t.me/joe",
    "WhatsApp +49 170 1234567",
    "call +49 (170) 123 45 67",
  ]) {
    assert.ok(holdsContactDetails(text), text);
  }
  for (const text of [
    "Pay from your own account only.",
    "SEPA instant, 10-20 minutes",
    "Order 12345678 in the reference",
  ]) {
    assert.ok(!holdsContactDetails(text), text);
  }
});

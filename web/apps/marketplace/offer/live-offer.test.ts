// Guards: an open offer follows the market by its margin, with the server's rounding, and never steps back to an older rate.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OfferView } from "#contract/market/offers/offers.ts";
import type { CryptoFiatRate } from "#contract/money/rates.ts";
import { offerAtRate, withRate } from "./live-offer.ts";

const offer = {
  isFixedPrice: false,
  margin: "2.5",
  fiatPricePerCrypto: "102500.00",
  fiatCurrency: { digits: 2 },
  rate: { asOf: "2026-11-21T06:00:00.000Z", state: "recorded" },
} as OfferView;

const rateAt = (asOf: string, fiatRate: string) => ({ asOf, fiatRate, state: "recorded" }) as CryptoFiatRate;

test("a newer rate moves a floating price by its margin", () => {
  const moved = offerAtRate(offer, rateAt("2026-11-21T06:00:20.000Z", "100123.45"));
  assert.equal(moved.fiatPricePerCrypto, "102626.54");
  assert.equal(moved.rate.asOf, "2026-11-21T06:00:20.000Z");
});

test("an older rate, no rate and a fixed price leave the offer as it is", () => {
  assert.equal(offerAtRate(offer, rateAt("2026-11-21T05:59:40.000Z", "1")), offer);
  assert.equal(offerAtRate(offer, undefined), offer);
  const fixed = { ...offer, isFixedPrice: true };
  assert.equal(offerAtRate(fixed, rateAt("2026-11-21T06:00:20.000Z", "1")), fixed);
});

test("a pushed rate takes the place of its pair's, and an older one does not", () => {
  const at = (asOf: string, cryptoCurrencyCode: string) =>
    ({ ...rateAt(asOf, "1"), cryptoCurrencyCode }) as CryptoFiatRate;
  const [ether, old, young] = [
    at("2026-11-21T06:00:00Z", "ETH"),
    at("2026-11-21T06:00:00Z", "BTC"),
    at("2026-11-21T06:00:20Z", "BTC"),
  ];
  assert.deepEqual(withRate([], old), [old]);
  assert.deepEqual(withRate([ether, old], young), [ether, young]);
  const known = [ether, young];
  assert.equal(withRate(known, old), known);
});

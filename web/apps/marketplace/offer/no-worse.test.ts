// Guards: a change requires a new confirmation for a worse price or other terms, never for a better price on the same terms.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isNoWorse, whatChanged } from "./no-worse.ts";

const selling = { fiatPricePerCrypto: "86803.89", revision: 1, isSell: true, cashback: null };
const buying = { ...selling, isSell: false };
const at = (offer: typeof selling, fiatPricePerCrypto: string) => ({ ...offer, fiatPricePerCrypto });

test("a buyer is asked again when the coins became dearer, not when they became cheaper", () => {
  assert.equal(isNoWorse(selling, at(selling, "86803.90")), false);
  assert.equal(isNoWorse(selling, at(selling, "86790.93")), true);
});

test("a seller is asked again when he would get less, not when he would get more", () => {
  assert.equal(isNoWorse(buying, at(buying, "86790.93")), false);
  assert.equal(isNoWorse(buying, at(buying, "100000")), true);
});

test("changed terms are always shown, whatever the price", () => {
  assert.equal(isNoWorse(selling, { ...at(selling, "1"), revision: 2 }), false);
});

test("less cashback than was shown is asked about, and more or none before is not", () => {
  const given = (percent: string, maxValue: string) => ({ ...selling, cashback: { percent, maxValue } });
  assert.equal(isNoWorse(given("0.25", "20"), selling), false);
  assert.equal(isNoWorse(given("0.25", "20"), given("0.2", "20")), false);
  assert.equal(isNoWorse(given("0.25", "20"), given("0.5", "9.99")), false);
  assert.equal(isNoWorse(given("0.25", "20"), given("0.3", "20")), true);
  assert.equal(isNoWorse(selling, given("0.25", "20")), true);
});

test("a worse price alone is called the price, and less cashback or another revision the terms", () => {
  const given = { ...selling, cashback: { percent: "0.25", maxValue: "20" } };
  assert.equal(whatChanged(selling, at(selling, "86803.90")), "offer_margin_changed");
  assert.equal(whatChanged(given, selling), "offer_changed");
  assert.equal(whatChanged(given, at(selling, "86803.90")), "offer_changed");
  assert.equal(whatChanged(selling, { ...selling, revision: 2 }), "offer_changed");
});

// Guards: amounts on screens have the digits that people expect, are never rounded up, and look the same to both sides.
import assert from "node:assert/strict";
import { test } from "node:test";
import { countText, cryptoText, fiatText, isolated, marginText, priceText } from "./money.ts";

test("coins show the digits that they have, up to the currency's own, and no more than there are", () => {
  assert.equal(cryptoText("en", "0.015", "BTC"), "0.015");
  assert.equal(cryptoText("en", "1234.123456789", "BTC"), "1,234.12345678");
  assert.equal(cryptoText("en", "0.1234567899", "USDT"), "0.123456");
  assert.equal(cryptoText("en", "9007199254740993.5", "BTC"), "9,007,199,254,740,993.5");
});

test("money has two digits or none, four under one, and is cut instead of rounded up", () => {
  const shown = ["1250", "1250.0", "1250.5", "1250.999", "0.0512", "0.98765", "-0.5", "0.00", "1.0512"].map((amount) =>
    fiatText("en", amount),
  );
  assert.deepEqual(shown, ["1,250", "1,250", "1,250.50", "1,250.99", "0.0512", "0.9876", "-0.50", "0", "1.05"]);
});

test("prices under each other keep two digits", () => {
  assert.deepEqual(
    ["79253.56", "1", "0.98765", "10.999"].map((amount) => priceText("en", amount)),
    ["79,253.56", "1.00", "0.9876", "10.99"],
  );
});

test("a margin carries its sign, and zero has none", () => {
  assert.deepEqual(
    ["2.5", "-3", "0", "0.00", "0.01", "12.345"].map((pct) => marginText("en", pct)),
    ["+2.5%", "-3%", "0%", "0%", "+0.01%", "+12.34%"],
  );
});

test("an Arabic page writes amounts in Latin digits", () => {
  assert.match(countText("ar", 1234), /^1.234$/);
  assert.equal(countText("en", 1234), "1,234");
  assert.equal(cryptoText("es", "1234.5", "BTC"), "1234,5");
});

test("what stands in a sentence of the other direction is kept together", () => {
  assert.equal(isolated("+2%"), "\u2068+2%\u2069");
});

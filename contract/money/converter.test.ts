// Guards: either side of the converter follows from the other, never as nonsense.
import assert from "node:assert/strict";
import { test } from "node:test";
import { coinsFor, fiatFor, marketDistance, pairText, readPair } from "./converter.ts";

test("fiat becomes coins with the coin's digits, and coins fiat with two", () => {
  assert.equal(coinsFor("BTC", { fiat: "1", price: "79385.08" }), "0.00001260");
  assert.equal(coinsFor("ETH", { fiat: "100", price: "2614.76" }), "0.038244428");
  assert.equal(coinsFor("USDT", { fiat: "12345678901234567890", price: "1" }), "12345678901234567890.000000");
  assert.equal(fiatFor({ coins: "0.5", price: "79385.085" }), "39692.54");
  assert.equal(fiatFor({ coins: "0", price: "79385.085" }), "0.00");
});

test("without a price, and for what is no amount, there is nothing", () => {
  for (const fiat of ["", "?", "-1", "1,5", "abc"]) assert.equal(coinsFor("BTC", { fiat, price: "2" }), null, fiat);
  assert.equal(coinsFor("BTC", { fiat: "1", price: null }), null);
  assert.equal(coinsFor("BTC", { fiat: "1", price: "0" }), null);
  assert.equal(fiatFor({ coins: "?", price: "2" }), null);
});

test("an offer's distance from the market has its sign", () => {
  assert.equal(marketDistance({ price: "101.5", market: "100" }), "1.5");
  assert.equal(marketDistance({ price: "99", market: "100" }), "-1.0");
});

test("an address names a pair, or none", () => {
  assert.deepEqual(readPair("usdt-to-kes"), { crypto: "USDT", fiat: "KES" });
  for (const text of ["btc", "btc-to-us", "doge-to-usd", "BTC-TO-USD", "btc-to-usd/x"])
    assert.equal(readPair(text), undefined);
  assert.equal(pairText("ETH", "EUR"), "eth-to-eur");
});

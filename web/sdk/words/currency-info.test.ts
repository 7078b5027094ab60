// Guards: a coin is one object merged from the build, the server's list and the newest rate; an unknown one has a placeholder.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { WalletCurrency } from "#contract/products/wallet/wallet.ts";
import { currencyInfo } from "./currency-info.ts";

const listed = {
  id: 8,
  code: "BTC",
  urlParam: "bitcoin",
  fullName: "Bitcoin (test)",
  shortName: "tBTC",
  icon: "/shell/icons/btc.svg",
  rate: "90000",
  formattingDecimalsCount: 5,
  isStablecoin: false,
} as WalletCurrency;

test("the three coins are known without any list, by the ids and decimals that are fixed", () => {
  const known = ["USDT", "BTC", "ETH"].map((code) => currencyInfo(code, {}));
  assert.deepEqual(
    known.map(({ id, code, formattingDecimalsCount, isStablecoin }) => [
      id,
      code,
      formattingDecimalsCount,
      isStablecoin,
    ]),
    [
      [6, "USDT", 6, true],
      [8, "BTC", 8, false],
      [9, "ETH", 9, false],
    ],
  );
  assert.deepEqual(
    known.map(({ fullName, shortName, urlParam, rate }) => [fullName, shortName, urlParam, rate]),
    [
      ["Tether", "USDT", "usdt", null],
      ["Bitcoin", "BTC", "btc", null],
      ["Ethereum", "ETH", "eth", null],
    ],
  );
});

test("what the server's list says goes before what the build knows, and the newest rate before the list's", () => {
  const { id, code, ...said } = currencyInfo("BTC", { supported: [listed] });
  assert.deepEqual({ id, code, ...said }, listed);
  const rates = [
    { cryptoCurrencyCode: "ETH" as const, fiatRate: "3000" },
    { cryptoCurrencyCode: "BTC" as const, fiatRate: "80000" },
  ];
  assert.deepEqual(currencyInfo("BTC", { supported: [listed], rates }), { ...listed, rate: "80000" });
  assert.equal(currencyInfo("ETH", { supported: [listed], rates }).rate, "3000");
});

test("a coin that nobody knows has the id -1 and eight decimals", () => {
  assert.deepEqual(currencyInfo("DOGE", { supported: [listed] }), {
    id: -1,
    code: "DOGE",
    urlParam: "doge",
    fullName: "DOGE",
    shortName: "DOGE",
    icon: "",
    rate: null,
    formattingDecimalsCount: 8,
    isStablecoin: false,
  });
});

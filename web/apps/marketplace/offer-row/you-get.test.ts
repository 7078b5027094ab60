// Guards: a row says the coins that the server would give for the sum, to the last unit.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decimal } from "#contract/platform/decimal.ts";
import { CRYPTO } from "#contract/money/money.ts";
import { cryptoUnitsOf } from "#contract/money/prices.ts";
import { coinUnitsFor } from "./you-get.ts";

test("the coins of a row are those of the market's own division, rounded down", () => {
  for (const code of ["BTC", "ETH", "USDT"] as const)
    for (const price of ["79253.56", "1", "0.9987", "118675061.29", "3"])
      for (const sum of ["50", "0.01", "19.99", "1000000", "7.777777"]) {
        const fiat = decimal(sum);
        const { digits } = CRYPTO[code];
        const units = cryptoUnitsOf({
          fiatUnits: fiat.units,
          fiatDigits: fiat.digits,
          price: decimal(price),
          cryptoDigits: digits,
        });
        assert.equal(coinUnitsFor({ cryptoCurrencyCode: code, fiatPricePerCrypto: price }, sum), units);
      }
  const offer = { cryptoCurrencyCode: "BTC", fiatPricePerCrypto: "79253.56" } as const;
  assert.deepEqual([coinUnitsFor(offer, "0"), coinUnitsFor(offer, "0.00")], [null, null]);
});

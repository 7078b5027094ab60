/** A rate as calls and the live channel show it. */
import { decimalText } from "#contract/platform/decimal.ts";
import { priceDigits } from "#contract/money/prices.ts";
import type { CryptoFiatRate } from "#contract/money/rates.ts";
import { fiatByCode } from "../../reference/catalog/index.ts";
import type { Rate } from "./rate.ts";

export function viewRate(rate: Rate): CryptoFiatRate {
  return {
    cryptoCurrencyCode: rate.crypto,
    fiatCurrencyCode: rate.fiat,
    fiatRate: decimalText(rate.rate),
    fiatPrecision: priceDigits(rate.rate, fiatByCode(rate.fiat)?.digits ?? 2),
    asOf: rate.asOf.toISOString(),
    state: rate.state,
  };
}

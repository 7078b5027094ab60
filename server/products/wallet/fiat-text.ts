/** The value of units of a coin in a currency, as screens show it. */
import { decimalText, fixedText, times } from "#contract/platform/decimal.ts";
import { CRYPTO, type CryptoCode } from "#contract/money/money.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { fiatByCode } from "../../reference/catalog/index.ts";
import { rateOf } from "../../money/rates/index.ts";

/** Null while no rate is known. Rounded to the nearest digit of the currency. */
export async function fiatText(
  tx: ReadTx,
  { currency, units, fiat }: { currency: CryptoCode; units: bigint; fiat: string },
): Promise<string | null> {
  const rate = await rateOf(tx, currency, fiat);
  if (!rate) return null;
  return fixedText(times({ units, digits: CRYPTO[currency].digits }, rate.rate), fiatDigits(fiat));
}

export async function rateText(tx: ReadTx, currency: CryptoCode, fiat: string): Promise<string | null> {
  const rate = await rateOf(tx, currency, fiat);
  return rate ? decimalText(rate.rate) : null;
}

export function fiatDigits(fiat: string): number {
  return fiatByCode(fiat)?.digits ?? 2;
}

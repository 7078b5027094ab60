/** The current price of a coin, for decisions that depend on it. */
import { type Decimal, decimal, decimalText, over, significant } from "#contract/platform/decimal.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { RATE_DIGITS, type Rate } from "./rate.ts";
import { findRates } from "./rows.ts";

/** Fiat for one whole coin, with its age and state; undefined where nothing is known. For showing. */
export async function rateOf(tx: ReadTx, crypto: CryptoCode, fiat: string): Promise<Rate | undefined> {
  const [rate] = await findRates(tx, { cryptos: [crypto], fiats: [fiat] });
  return rate;
}

/** The same for many pairs in one query; the key is "BTC/USD". */
export async function ratesOf(
  tx: ReadTx,
  { cryptos, fiats }: { cryptos: readonly CryptoCode[]; fiats: readonly string[] | "all" },
): Promise<Map<string, Rate>> {
  const rates = await findRates(tx, { cryptos, fiats });
  return new Map(rates.map((rate) => [`${rate.crypto}/${rate.fiat}`, rate]));
}

/** For deciding: refuses rates.unknown, rates.stale and rates.divergent. A recorded rate may be traded on in play. */
export async function getTradableRate(tx: ReadTx, crypto: CryptoCode, fiat: string): Promise<Rate> {
  const rate = await rateOf(tx, crypto, fiat);
  if (!rate) throw new Refusal("rates.unknown");
  refuseUntradable(rate);
  return rate;
}

/** Refuses rates.stale and rates.divergent. */
export function refuseUntradable(rate: Rate): void {
  const context = { asOf: rate.asOf.toISOString() };
  if (rate.state === "stale") throw new Refusal("rates.stale", context);
  if (rate.state === "divergent") throw new Refusal("rates.divergent", context);
}

/** How much of each currency one dollar buys, by code; without those that are not known. */
export async function fiatPerUsd(tx: ReadTx, fiats: readonly string[] | "all"): Promise<Map<string, Decimal>> {
  const wanted = fiats === "all" ? fiats : [...new Set([...fiats, "USD"])];
  const rates = await findRates(tx, { cryptos: ["BTC"], fiats: wanted });
  const dollar = rates.find(({ fiat }) => fiat === "USD");
  if (!dollar) return new Map();
  return new Map(
    rates.map(({ fiat, rate }) => [fiat, tidy(significant(over(rate, dollar.rate, 18, "nearest"), RATE_DIGITS))]),
  );
}

function tidy(value: Decimal): Decimal {
  return decimal(decimalText(value));
}

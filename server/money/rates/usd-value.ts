/** The value of an amount in cents of the dollar, for limits and thresholds. */
import { type Decimal, over, rounded, times } from "#contract/platform/decimal.ts";
import { CRYPTO, type CryptoCode } from "#contract/money/money.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { getTradableRate } from "./rate-of.ts";
import type { Rate } from "./rate.ts";

/** Rounded up: a limit is reached rather too early. */
export function usdCentsOf(units: bigint, digits: number, rate: Decimal): bigint {
  return rounded(times({ units, digits }, rate), 2, "up").units;
}

/** Refuses rates.unknown, rates.stale, rates.divergent. */
export async function usdCentsNow(tx: ReadTx, code: CryptoCode, units: bigint): Promise<bigint> {
  const { rate } = await getTradableRate(tx, code, "USD");
  return usdCentsOf(units, CRYPTO[code].digits, rate);
}

/** Ledger units of a coin that are worth so many cents, rounded up. */
export function unitsWorth(cents: bigint, code: CryptoCode, { rate }: Pick<Rate, "rate">): bigint {
  return over({ units: cents, digits: 2 }, rate, CRYPTO[code].digits, "up").units;
}

/** What one of a coin gives of another when it is converted: the cross rate less the operator's spread. */
import { type Decimal, over, significant, times } from "#contract/platform/decimal.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { getTradableRate, type Rate } from "../../money/rates/index.ts";
import { readSettings } from "../../reference/settings/index.ts";

type ConversionRate = {
  readonly rate: Decimal;
  /** Against the dollar. */
  readonly fromRate: Rate;
  readonly toRate: Rate;
  readonly spreadBp: number;
};

/** Refuses rates.unknown, rates.stale and rates.divergent. */
export async function conversionRate(tx: ReadTx, from: CryptoCode, to: CryptoCode): Promise<ConversionRate> {
  const [fromRate, toRate] = [await getTradableRate(tx, from, "USD"), await getTradableRate(tx, to, "USD")];
  const { "wallet.conversion_spread_bp": spreadBp } = await readSettings(tx, ["wallet.conversion_spread_bp"]);
  const kept = { units: BigInt(10_000 - spreadBp), digits: 4 };
  return {
    rate: significant(over(times(fromRate.rate, kept), toRate.rate, 24, "down"), 12),
    fromRate,
    toRate,
    spreadBp,
  };
}

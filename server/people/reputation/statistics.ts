/** Statistics of a user's own trades, from sums by day. */
import { fixedText } from "#contract/platform/decimal.ts";
import { CRYPTO, CRYPTO_CODES, type CryptoCode, displayFromUnits } from "#contract/money/money.ts";
import type { StatisticsPeriod } from "#contract/people/statistics-names.ts";
import type { OwnStatistics } from "#contract/people/statistics.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { type DaySum, daySums } from "./statistic-rows.ts";

const DAYS: Readonly<Record<StatisticsPeriod, number | null>> = { "30_days": 30, "90_days": 90, year: 365, all: null };

export async function viewStatistics(tx: ReadTx, userId: bigint, period: StatisticsPeriod): Promise<OwnStatistics> {
  const sums = await daySums(tx, userId, DAYS[period]);
  const parts = (["buyer", "seller"] as const).flatMap((role) =>
    CRYPTO_CODES.flatMap((coin) => {
      const own = sums.filter((sum) => sum.role === role && sum.crypto === coin);
      return own.length === 0
        ? []
        : [{ role, cryptoCurrencyCode: coin, ...figuresOf(own), volume: volumeOf(own, coin) }];
    }),
  );
  return { period, ...figuresOf(sums), parts };
}

function figuresOf(sums: readonly DaySum[]) {
  const trades = total(sums.map((sum) => sum.trades));
  const successful = total(sums.map((sum) => sum.successful));
  const cents = sums.reduce((all, { usd_cents }) => all + usd_cents, 0n);
  return {
    trades,
    successful,
    successRate: trades === 0 ? null : (Math.floor((successful * 1000) / trades) / 10).toFixed(1),
    volumeUsd: fixedText({ units: cents, digits: 2 }, 2),
    paymentMedianSec: medianOf(sums.filter(({ role }) => role === "buyer")),
    releaseMedianSec: medianOf(sums.filter(({ role }) => role === "seller")),
  };
}

const volumeOf = (sums: readonly DaySum[], coin: CryptoCode) =>
  displayFromUnits(
    sums.reduce((all, { units }) => all + BigInt(units), 0n),
    CRYPTO[coin].digits,
  );

const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** The middle of the bucket that half of the times do not exceed; null without times. */
export function medianOf(sums: readonly Pick<DaySum, "bucket" | "trades">[]): number | null {
  const timed = sums.filter(({ bucket }) => bucket >= 0).sort((one, other) => one.bucket - other.bucket);
  const half = total(timed.map(({ trades }) => trades)) / 2;
  let seen = 0;
  for (const { bucket, trades } of timed) {
    seen += trades;
    if (seen >= half && trades > 0) return Math.round(Math.exp(bucket / 20));
  }
  return null;
}

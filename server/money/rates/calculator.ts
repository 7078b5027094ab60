/** The converter's chart. */
import { type Decimal, decimalText } from "#contract/platform/decimal.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import { type ChartRange, chartRange } from "#contract/money/rates.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { RECORDED_FIATS, recordedDays } from "./recorded.ts";
import { findDays, findWeek, hasOwnDays } from "./rows.ts";

const SPELLINGS: Partial<Record<ChartRange, ChartRange>> = { "24h": "day", "7d": "week", "1m": "month" };
/** From the first day to the last: a day leads from yesterday's price to today's. */
const DAYS: Record<ChartRange, number> = {
  day: 1,
  "24h": 1,
  week: 7,
  "7d": 7,
  month: 31,
  "1m": 31,
  quarter: 92,
  year: 365,
  all: 4000,
};

/** The range that an address asks for; anything else is a month. */
export function chartRangeOf(text: string | undefined): ChartRange {
  const range = chartRange.safeParse(text).data ?? "month";
  return SPELLINGS[range] ?? range;
}

/** The first day of a range that ends today, as YYYY-MM-DD. */
export function firstDayOf(range: ChartRange, now: Date): string {
  return new Date(now.getTime() - DAYS[range] * 86_400_000).toISOString().slice(0, 10);
}

/**
 * Uses our own days once a week of them is stored, else the recording, shifted so that it ends yesterday. Days
 * without data are missing and are never interpolated.
 */
export async function rateChart(
  tx: ReadTx,
  { crypto, fiat, range }: { crypto: CryptoCode; fiat: string; range: ChartRange },
) {
  const isLive = await hasOwnDays(tx, { crypto, fiat });
  const wanted = { crypto, fiat, days: DAYS[range], at: tx.now };
  const days = isLive ? await findDays(tx, wanted) : recordedDays(wanted);
  return {
    cryptoCurrencyCode: crypto,
    fiatCurrencyCode: fiat,
    range,
    source: isLive ? ("live" as const) : ("recorded" as const),
    chart: days.map(({ date, rate }) => ({ date, rate: decimalText(rate) })),
  };
}

/** The last days of a coin in every currency, oldest first: own ones where a week of dollars is kept, else recorded ones. */
export async function weekOfPrices(
  tx: ReadTx,
  crypto: CryptoCode,
): Promise<ReadonlyMap<string, readonly { date: string; rate: Decimal }[]>> {
  if (await hasOwnDays(tx, { crypto, fiat: "USD" })) return findWeek(tx, crypto);
  return new Map(RECORDED_FIATS.map((fiat) => [fiat, recordedDays({ crypto, fiat, days: DAYS.week, at: tx.now })]));
}

/** The converter's chart. */
import { decimalText } from "#contract/decimal.ts";
import type { CryptoCode } from "#contract/money.ts";
import { type ChartRange, chartRange } from "#contract/rates.ts";
import type { ReadTx } from "../../platform/db.ts";
import { recordedDays } from "./recorded.ts";
import { findDays } from "./rows.ts";

const SPELLINGS: Partial<Record<ChartRange, ChartRange>> = { "24h": "day", "7d": "week", "1m": "month" };
const DAYS: Record<ChartRange, number> = {
  day: 2,
  "24h": 2,
  week: 7,
  "7d": 7,
  month: 31,
  "1m": 31,
  quarter: 92,
  year: 366,
  all: 4000,
};

/** The range that an address asks for; anything else is a month. */
export function chartRangeOf(text: string | undefined): ChartRange {
  const range = chartRange.safeParse(text).data ?? "month";
  return SPELLINGS[range] ?? range;
}

/** Our own days where we have kept enough of them, else the recording with its true dates. */
export async function rateChart(
  tx: ReadTx,
  { crypto, fiat, range }: { crypto: CryptoCode; fiat: string; range: ChartRange },
) {
  const kept = await findDays(tx, { crypto, fiat, days: DAYS[range] });
  const isLive = kept.length >= Math.min(DAYS[range], 7);
  const days = isLive ? kept : recordedDays({ crypto, fiat, days: DAYS[range] });
  return {
    cryptoCurrencyCode: crypto,
    fiatCurrencyCode: fiat,
    range,
    source: isLive ? ("live" as const) : ("recorded" as const),
    chart: days.map(({ date, rate }) => ({ date, rate: decimalText(rate) })),
  };
}

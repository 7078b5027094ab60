/** Past prices as pages draw them, up to the price that the same page shows. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { PriceHistory } from "#contract/money/price-history.ts";
import type { ChartRange } from "#contract/money/rates.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { firstDayOf, rateChart, ratesOf } from "../../money/rates/index.ts";

/** Returns the days that are known, the last with the price now; a currency without a recording has none. */
export async function priceHistory(
  tx: ReadTx,
  wanted: { crypto: CryptoCode; fiat: string; range: ChartRange },
): Promise<PriceHistory> {
  const { crypto, fiat } = wanted;
  const [{ source, chart }, rates] = await Promise.all([
    rateChart(tx, wanted),
    ratesOf(tx, { cryptos: [crypto], fiats: [fiat] }),
  ]);
  const now = rates.get(`${crypto}/${fiat}`);
  // A recording ends yesterday and begins a day sooner.
  const days = chart.filter(({ date }) => date >= firstDayOf(wanted.range, tx.now));
  return { ...wanted, source, points: now ? upToNow(days, { at: tx.now, rate: decimalText(now.rate) }) : days };
}

/** The stored price of the day that still runs is replaced. */
export function upToNow(
  days: readonly { date: string; rate: string }[],
  { at, rate }: { at: Date; rate: string },
): { date: string; rate: string }[] {
  const today = at.toISOString().slice(0, 10);
  return [...days.filter(({ date }) => date < today), { date: today, rate }];
}

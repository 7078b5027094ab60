/** Past prices as pages draw them. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { PriceHistory } from "#contract/money/price-history.ts";
import type { ChartRange } from "#contract/money/rates.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { rateChart } from "../../money/rates/index.ts";

/** Returns the days that are known; a currency without a recording has none. */
export async function priceHistory(
  tx: ReadTx,
  wanted: { crypto: CryptoCode; fiat: string; range: ChartRange },
): Promise<PriceHistory> {
  const { source, chart } = await rateChart(tx, wanted);
  return { ...wanted, source, points: chart };
}

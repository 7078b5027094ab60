/** The rates of a market without a network: the recording at the market's clock, written as recorded. */
import type { Tx } from "../../platform/postgres/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { recordedRatesAt } from "./recorded.ts";
import { saveRates } from "./rows.ts";

/** Rewrites every rate row by tx.now. They go stale after rates.max_age_sec unless it is called again. */
export async function playRecordedRates(tx: Tx): Promise<void> {
  const maxAgeSec = (await readSettings(tx, ["rates.max_age_sec"]))["rates.max_age_sec"];
  const staleAt = new Date(tx.now.getTime() + maxAgeSec * 1000);

  await saveRates(
    tx,
    recordedRatesAt(tx.now).map((played) => ({
      ...played,
      asOf: tx.now,
      fiatAsOf: tx.now,
      staleAt,
      source: "recorded" as const,
      isDivergent: false,
    })),
  );
}

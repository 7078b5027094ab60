/** Asks every live source at once, makes one rate of each pair, and writes them. */
import { type Decimal, decimal } from "#contract/platform/decimal.ts";
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import type { Log } from "../../platform/log.ts";
import { type FetchText, fetchText } from "../../platform/outside/fetch-text.ts";
import { FIATS } from "../../reference/catalog/index.ts";
import { readSettings, type SettingName } from "../../reference/settings/index.ts";
import { type Combined, combineQuotes, crossRate, type Quote } from "./rate.ts";
import { type RateRow, saveDay, saveRates } from "./rows.ts";
import { liveSources, type RateSource } from "./sources.ts";

const NAMES = ["rates.max_age_sec", "rates.fiat_max_age_hours", "rates.tolerance_bp"] as const satisfies SettingName[];

/**
 * Writes what the sources that answered agree on; a pair without any young quote keeps its old row and goes stale.
 * Returns how many rows were written.
 */
export async function refreshLiveRates(
  db: Db,
  { log, sources = liveSources(), ask = fetchText }: { log: Log; sources?: readonly RateSource[]; ask?: FetchText },
): Promise<number> {
  const now = await db.read((tx) => tx.readClock());
  const answers = await Promise.allSettled(sources.map((source) => source.read({ fetchText: ask, now })));
  answers.forEach((answer, index) => {
    if (answer.status === "rejected") {
      log.warn({ source: sources[index]?.name, err: String(answer.reason) }, "a rate source does not answer");
    }
  });
  const quotes = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  return db.tx((tx) => writeCombined(tx, quotes));
}

async function writeCombined(tx: Tx, quotes: readonly Quote[]): Promise<number> {
  const settings = await readSettings(tx, NAMES);
  const coinMaxAgeMs = settings["rates.max_age_sec"] * 1000;
  const fiatMaxAgeMs = settings["rates.fiat_max_age_hours"] * 3_600_000;
  const toleranceBp = settings["rates.tolerance_bp"];
  const coins = new Map(
    CRYPTO_CODES.map((code) => {
      const own = quotes.filter(({ base, quote }) => base === code && quote === "USD");
      return [code, combineQuotes(own, { now: tx.now, maxAgeMs: coinMaxAgeMs, toleranceBp, atLeast: 2 })] as const;
    }),
  );
  const rows = FIATS.flatMap(({ code }) => {
    const own = quotes.filter(({ base, quote }) => base === "USD" && quote === code);
    const fiat =
      code === "USD"
        ? { price: decimal("1"), asOf: tx.now, isDivergent: false }
        : combineQuotes(own, { now: tx.now, maxAgeMs: fiatMaxAgeMs, toleranceBp, atLeast: 1 });
    return CRYPTO_CODES.flatMap((crypto) =>
      rowOf({ crypto, code, coin: coins.get(crypto), fiat, coinMaxAgeMs, fiatMaxAgeMs }),
    );
  });
  await saveRates(tx, rows);
  await saveDay(tx, rows);
  return rows.length;
}

function rowOf(input: {
  crypto: CryptoCode;
  code: string;
  coin: Combined | undefined;
  fiat: { price: Decimal; asOf: Date; isDivergent: boolean } | undefined;
  coinMaxAgeMs: number;
  fiatMaxAgeMs: number;
}): RateRow[] {
  const { coin, fiat } = input;
  if (!coin || !fiat) return [];
  const staleAt = Math.min(coin.asOf.getTime() + input.coinMaxAgeMs, fiat.asOf.getTime() + input.fiatMaxAgeMs);
  return [
    {
      crypto: input.crypto,
      fiat: input.code,
      rate: crossRate({ coinUsd: coin.price, fiatPerUsd: fiat.price }),
      asOf: coin.asOf,
      fiatAsOf: fiat.asOf,
      staleAt: new Date(staleAt),
      source: "live",
      isDivergent: coin.isDivergent || fiat.isDivergent,
    },
  ];
}

/** The market's figures as a reader may see them. */
import { fixedText } from "#contract/platform/decimal.ts";
import type { MarketStatistics, StatisticDay } from "#contract/site/statistics.ts";
import { LEAST_PEOPLE, type STATISTIC_DAYS } from "#contract/site/statistics-names.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { badgeFactsOf } from "../../people/reputation/index.ts";
import { sourceRows } from "./source-rows.ts";
import { type DayRow, dayRows, type StatisticCoin } from "./rows.ts";

/** Members of staff without a restriction, and holders of the badge `ceo`. */
export async function seesWhole(tx: ReadTx, { userId, roles, restrictions }: Viewer): Promise<boolean> {
  if (restrictions.length > 0) return false;
  return roles.length > 0 || (await badgeFactsOf(tx, userId)).badge === "ceo";
}

type Asked = {
  readonly days?: (typeof STATISTIC_DAYS)[number] | undefined;
  readonly coin?: StatisticCoin | undefined;
  readonly isWhole: boolean;
};

export async function viewMarketStatistics(
  tx: ReadTx,
  { days: asked = "90", coin = "all", isWhole }: Asked,
): Promise<MarketStatistics> {
  const rows = await dayRows(tx, Number(asked));
  const shown = rows.filter((row) => row.coin === coin);
  const days = shown.map((row) => dayOf(row, { isWhole, isHidden: !isWhole && isFew(row, rows) }));
  const seen = days.filter(({ trades }) => trades !== null);
  const sum = (key: "trades" | "disputes") => seen.reduce((all, one) => all + (one[key] ?? 0), 0);
  const cents = shown.reduce((all, { volume_cents }, index) => (days[index]?.volumeUsd ? all + volume_cents : all), 0n);
  return {
    ...{ coin, isWhole, days },
    sources: isWhole ? await sourceRows(tx, Number(asked)) : null,
    computedAt: shown.at(-1)?.computed_at.toISOString() ?? null,
    totals: {
      ...{ trades: sum("trades"), disputes: sum("disputes"), volumeUsd: dollarsOf(cents) },
      releaseMedianSec: middleOf(seen.map(({ releaseMedianSec }) => releaseMedianSec)),
      people: middleOf(seen.map(({ people }) => people)),
      hiddenDays: days.length - seen.length,
    },
  };
}

/**
 * Of a day with a coin that few people traded, no coin is shown: what is missing would be the difference to the sum. A day
 * without anybody hides nothing.
 */
function isFew({ date, coin, people }: DayRow, rows: readonly DayRow[]): boolean {
  const few = (one: number) => one > 0 && one < LEAST_PEOPLE;
  return few(people) || (coin !== "all" && rows.some((other) => other.date === date && few(other.people)));
}

type Shown = { readonly isWhole: boolean; readonly isHidden: boolean };

function dayOf(
  { date, trades, volume_cents, people, timed, release_median_sec, disputes }: DayRow,
  { isWhole, isHidden }: Shown,
): StatisticDay {
  if (isHidden) return { date, trades: null, volumeUsd: null, people: null, releaseMedianSec: null, disputes: null };
  return {
    ...{ date, trades, volumeUsd: dollarsOf(volume_cents), people, disputes },
    releaseMedianSec: isWhole || timed >= LEAST_PEOPLE ? release_median_sec : null,
  };
}

const dollarsOf = (cents: bigint) => fixedText({ units: cents, digits: 2 }, 2);

/** The lower of two middle ones; null of none. */
function middleOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  return known[Math.floor((known.length - 1) / 2)] ?? null;
}

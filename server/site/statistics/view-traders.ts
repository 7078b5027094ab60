/** The figures by trader: each by name for readers who may see everything, and for all readers groups by the number of trades. */
import { fixedText } from "#contract/platform/decimal.ts";
import type { TraderGroup, TraderStatistics } from "#contract/site/statistics.ts";
import { LEAST_PEOPLE, type STATISTIC_DAYS } from "#contract/site/statistics-names.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { bandRows, type BandRow, type StatisticCoin, type TraderRow, traderRows } from "./rows.ts";

type Asked = {
  readonly days?: (typeof STATISTIC_DAYS)[number] | undefined;
  readonly coin?: StatisticCoin | undefined;
  readonly isWhole: boolean;
  /** Of the named traders. */
  readonly most?: number;
};

/** From how many trades on a group begins. */
const BOUNDS = [1, 2, 5, 20, 100] as const;
const MOST_SHOWN = 100;

export async function viewTraders(
  tx: ReadTx,
  { days = "90", coin = "all", isWhole, most = MOST_SHOWN }: Asked,
): Promise<TraderStatistics> {
  const period = { days: Number(days), coin };
  const bands = (await bandRows(tx, period, BOUNDS)).map(bandOf);
  return {
    isWhole,
    groups: groupsOf(isWhole ? bands : withoutFew(bands)),
    traders: isWhole ? (await traderRows(tx, period, most)).map(viewTrader) : null,
  };
}

export type Band = { least: number; most: number | null; people: number; trades: number; cents: bigint };

function bandOf({ band, people, trades, volume_cents: cents }: BandRow): Band {
  const next = BOUNDS[band];
  return { least: BOUNDS[band - 1] ?? 1, most: next === undefined ? null : next - 1, people, trades, cents };
}

/** A group of few people is shown with its neighbor, and its share is no difference of two others. Pure. */
export function withoutFew(bands: readonly Band[]): Band[] {
  const shown: Band[] = [];
  let open: Band | undefined;
  for (const band of bands) {
    open = open ? joined(open, band) : band;
    if (open.people < LEAST_PEOPLE) continue;
    shown.push(open);
    open = undefined;
  }
  const last = shown.pop();
  if (!last) return [];
  return [...shown, open ? joined(last, open) : last];
}

const joined = (one: Band, next: Band): Band => ({
  ...{ least: one.least, most: next.most, people: one.people + next.people },
  ...{ trades: one.trades + next.trades, cents: one.cents + next.cents },
});

/** Shares are of what all shown groups traded, in whole percent: nobody is recognized by the digits. */
function groupsOf(bands: readonly Band[]): TraderGroup[] {
  const trades = bands.reduce((sum, band) => sum + band.trades, 0);
  const cents = bands.reduce((sum, band) => sum + band.cents, 0n);
  return bands.map((band) => ({
    ...{ least: band.least, most: band.most, people: band.people },
    tradesPct: Math.round((band.trades * 100) / trades),
    volumePct: cents === 0n ? 0 : Math.round(Number((band.cents * 10_000n) / cents) / 100),
  }));
}

function viewTrader(row: TraderRow): NonNullable<TraderStatistics["traders"]>[number] {
  return {
    ...{ username: row.username, trades: row.trades, sold: row.sold, disputes: row.disputes },
    volumeUsd: fixedText({ units: row.volume_cents, digits: 2 }, 2),
    releaseMeanSec: row.timed === 0 ? null : Math.round(Number(row.release_sec) / row.timed),
  };
}

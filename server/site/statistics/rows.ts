/** The SQL of the market's statistics. */
import type { STATISTIC_COINS } from "#contract/site/statistics-names.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

export type StatisticCoin = (typeof STATISTIC_COINS)[number];

export type DayRow = {
  date: string;
  coin: StatisticCoin;
  trades: number;
  volume_cents: bigint;
  people: number;
  timed: number;
  release_median_sec: number | null;
  disputes: number;
  computed_at: Date;
};

/** The newest days that are over, the oldest first, with those of every coin. */
export async function dayRows(tx: ReadTx, days: number): Promise<DayRow[]> {
  return tx.rows<DayRow>`
    select day::text as date, coin, trades, volume_cents, people, timed, release_median_sec, disputes, computed_at
    from stat_days
    where day >= (${tx.now}::timestamptz at time zone 'UTC')::date - ${days}::int
    order by day`;
}

/** From the third day before the last computed one, because ends may come late; else from the first trade's. Null where all is done. */
export async function nextDays(tx: ReadTx, most: number): Promise<{ first: string; last: string } | undefined> {
  const [row] = await tx.rows<{ first: string; last: string }>`
    select began.day::text as first, least(began.day + ${most}::int, today.day - 1)::text as last
    from (select (${tx.now}::timestamptz at time zone 'UTC')::date as day) as today
    cross join lateral (
      select coalesce(
        (select max(known.day) - 2 from stat_days known),
        (select (min(one.ended_at) at time zone 'UTC')::date from trades one)) as day
    ) as began
    where began.day < today.day`;
  return row;
}

export async function noteDays(tx: Tx, { first, last }: { first: string; last: string }): Promise<void> {
  await tx.rows`select note_stat_days(${first}::date, ${last}::date, ${tx.now}) is null as noted`;
}

/** The SQL of the market's statistics. */
import type { STATISTIC_COINS } from "#contract/site/statistics-names.ts";
import { type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";

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
  await tx.rows`select note_stat_traders(${first}::date, ${last}::date, ${tx.now}) is null as noted`;
}

export type TraderRow = {
  username: string;
  trades: number;
  sold: number;
  volume_cents: bigint;
  timed: number;
  release_sec: bigint;
  disputes: number;
};

type Period = { readonly days: number; readonly coin: StatisticCoin };

/** Days that are over. */
const inPeriod = (tx: ReadTx, { days, coin }: Period) => sql`
  one.day >= (${tx.now}::timestamptz at time zone 'UTC')::date - ${days}::int
  and (${coin} = 'all' or one.coin = ${coin})`;

/** Those with the most volume first. */
export async function traderRows(tx: ReadTx, period: Period, most: number): Promise<TraderRow[]> {
  return tx.rows<TraderRow>`
    select person.username, sums.trades, sums.sold, sums.volume_cents, sums.timed, sums.release_sec, sums.disputes
    from (
      select one.user_id, sum(one.trades)::int as trades, sum(one.sold)::int as sold, sum(one.volume_cents)::bigint as volume_cents,
        sum(one.timed)::int as timed, sum(one.release_sec)::bigint as release_sec, sum(one.disputes)::int as disputes
      from stat_traders one
      where ${inPeriod(tx, period)}
      group by one.user_id
      order by sum(one.volume_cents) desc, one.user_id
      limit ${most}
    ) as sums
    join users person on person.id = sums.user_id
    order by sums.volume_cents desc, sums.user_id`;
}

/** `band` is how many of the bounds the number of a trader's trades reaches. */
export type BandRow = { band: number; people: number; trades: number; volume_cents: bigint };

/** Traders with at least one trade, by how many they had. */
export async function bandRows(tx: ReadTx, period: Period, bounds: readonly number[]): Promise<BandRow[]> {
  return tx.rows<BandRow>`
    select width_bucket(sums.trades, ${bounds}::int[]) as band, count(*)::int as people, sum(sums.trades)::int as trades,
      sum(sums.volume_cents)::bigint as volume_cents
    from (
      select sum(one.trades)::int as trades, sum(one.volume_cents)::bigint as volume_cents
      from stat_traders one
      where ${inPeriod(tx, period)}
      group by one.user_id
    ) as sums
    where sums.trades > 0
    group by band
    order by band`;
}

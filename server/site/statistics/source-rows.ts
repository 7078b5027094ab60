/** The SQL of where registrations and trades came from. */
import type { Source } from "#contract/people/sources.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

type Counted = { readonly source: Source; readonly day: string; readonly isTrade: boolean };

/** In the order of the keys, so that two workers wait for each other in one order. */
export async function addSources(tx: Tx, counted: readonly Counted[]): Promise<void> {
  await tx.rows`
    insert into stat_sources as known (day, source, registrations, trades)
    select one.day, one.source, count(*) filter (where not one.is_trade), count(*) filter (where one.is_trade)
    from unnest(
      ${counted.map(({ day }) => day)}::date[], ${counted.map(({ source }) => source)}::text[],
      ${counted.map(({ isTrade }) => isTrade)}::boolean[]
    ) as one (day, source, is_trade)
    group by one.day, one.source
    order by one.day, one.source
    on conflict (day, source) do update
    set registrations = known.registrations + excluded.registrations, trades = known.trades + excluded.trades`;
}

type SourceRow = { source: string; registrations: number; trades: number };

/** Of the newest days, today among them; the most registrations first. */
export async function sourceRows(tx: ReadTx, days: number): Promise<SourceRow[]> {
  return tx.rows<SourceRow>`
    select source, sum(registrations)::int as registrations, sum(trades)::int as trades
    from stat_sources
    where day >= (${tx.now}::timestamptz at time zone 'UTC')::date - ${days}::int
    group by source
    order by 2 desc, 3 desc, 1`;
}

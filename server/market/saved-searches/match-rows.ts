/** The SQL that finds the searches that new offers fit, by sets. */
import { type Fragment, json, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { OFFER_COLUMNS, type OfferRow, opensToColumn } from "../offers/index.ts";

/** Arrivals that no search was asked about yet, the oldest first. */
export async function newArrivals(tx: ReadTx, most: number): Promise<bigint[]> {
  const rows = await tx.rows<{ id: bigint }>`
    select id
    from offer_arrivals
    where not is_matched
    order by id
    limit ${most}`;
  return rows.map(({ id }) => id);
}

export async function markMatched(tx: Tx, arrivals: readonly bigint[]): Promise<void> {
  await tx.rows`update offer_arrivals set is_matched = true where id = any (${arrivals}::bigint[])`;
}

/** Of more than three hours ago: no search waits so long. */
export async function dropArrivals(tx: Tx): Promise<void> {
  await tx.rows`delete from offer_arrivals where is_matched and at < ${tx.now}::timestamptz - interval '3 hours'`;
}

export type Match = {
  readonly search_id: bigint;
  readonly user_id: bigint;
  readonly search_name: string;
  readonly offer_id: bigint;
  readonly revision: number;
  /** What the user wants to trade, in units of the offer's currency; null where the search says nothing. */
  readonly wanted_units: bigint | null;
  /** Alerted within the hour. */
  readonly is_quiet: boolean;
};

/** Fiat units of one of the search's amount: in the offer's own currency, and of a dollar there; by currency. */
export type UnitsByFiat = {
  readonly own: Readonly<Record<string, string>>;
  readonly dollar: Readonly<Record<string, string>>;
};

/** A search is offered so many of the best offers that fit. */
const OFFERS_OF_SEARCH = 3;

/** The place after which the next searches are looked for. */
export type Place = { readonly key: string; readonly id: bigint };

type Searches = { readonly ids: readonly bigint[]; readonly end: Place | undefined };

/** Searches in the markets of these arrivals, in the order of market and id, at most so many; without those that wait already. */
export async function searchesFor(
  tx: ReadTx,
  arrivals: readonly bigint[],
  { after, most }: { after: Place; most: number },
): Promise<Searches> {
  return placed(
    await tx.rows<Place>`
    with keys as materialized (
      select distinct offers.side || ':' || offers.crypto || ':' || of_fiat || ':' || of_method as key
      from offer_arrivals arrival
      join offers on offers.id = arrival.offer_id and offers.active
      cross join lateral unnest(array[offers.fiat, '*']) as of_fiat
      cross join lateral unnest(array[offers.method_id::text, '*']) as of_method
      where arrival.id = any (${arrivals}::bigint[])
    )
    select search.market_key as key, search.id
    from keys
    cross join lateral (
      select market_key, id
      from saved_searches
      where market_key = keys.key and (market_key, id) > (${after.key}, ${after.id}::bigint) and has_alert
        and not (is_waiting and alerted_at > ${tx.now}::timestamptz - interval '1 hour')
      order by market_key, id
      limit ${most}
    ) as search
    where keys.key >= ${after.key}
    order by search.market_key, search.id
    limit ${most}`,
  );
}

/** Searches whose hour is over and that an offer came for meanwhile. */
export async function waitingSearches(tx: ReadTx, { after, most }: { after: Place; most: number }): Promise<Searches> {
  return placed(
    await tx.rows<Place>`
    select '' as key, id
    from saved_searches
    where is_waiting and has_alert and alerted_at <= ${tx.now}::timestamptz - interval '1 hour' and id > ${after.id}
    order by id
    limit ${most}`,
  );
}

const placed = (rows: readonly Place[]): Searches => ({ ids: rows.map(({ id }) => id), end: rows.at(-1) });

type Asked = { readonly searches: readonly bigint[]; readonly units: UnitsByFiat };

/** The best offers of these arrivals for each of the searches. */
export function matchesOf(tx: ReadTx, arrivals: readonly bigint[], asked: Asked): Promise<Match[]> {
  return bestOf(tx, { of: sql`id = any (${arrivals}::bigint[])`, since: sql`true` }, asked);
}

/** The same of the offers that came since the last alert of each. */
export function matchesSinceAlert(tx: ReadTx, asked: Asked): Promise<Match[]> {
  const of = sql`at > ${tx.now}::timestamptz - interval '3 hours'`;
  return bestOf(tx, { of, since: sql`offers.arrived_at > search.alerted_at` }, asked);
}

/** Offers that arrived are few: they are read once and compared with each search. */
function bestOf(
  tx: ReadTx,
  { of, since }: { of: Fragment; since: Fragment },
  { searches, units }: Asked,
): Promise<Match[]> {
  const wanted = sql`round(search.amount * (case when search.is_amount_in_usd
    then (${json(units.dollar)}::jsonb ->> offers.fiat)::numeric else (${json(units.own)}::jsonb ->> offers.fiat)::numeric end))`;
  return tx.rows<Match>`
    with arrived as materialized (
      select offers.id, offers.owner_id, offers.side, offers.crypto, offers.fiat, offers.method_id, offers.method_group, offers.tags,
        offers.owner_country, offers.payment_country, offers.country_rule, offers.countries, offers.owner_online,
        offers.owner_verified, offers.requires_verified_id, offers.bin_codes, offers.card_regions, offers.min_units,
        offers.max_units, offers.revision, offers.rank, came.at as arrived_at
      from (select offer_id, max(at) as at from offer_arrivals where ${of} group by offer_id) as came
      join offers on offers.id = came.offer_id and offers.active
    )
    select search_id, user_id, search_name, offer_id, revision, wanted_units::bigint as wanted_units, is_quiet
    from (
      select search.id as search_id, search.user_id, search.name as search_name, offers.id as offer_id, offers.revision,
        ${wanted} as wanted_units,
        coalesce(search.alerted_at > ${tx.now}::timestamptz - interval '1 hour', false) as is_quiet,
        row_number() over (partition by search.id order by offers.rank desc, offers.id) as place
      from saved_searches search
      join arrived offers on offers.side = search.side and offers.crypto = search.crypto and ${since}
      where search.id = any (${searches}::bigint[]) and ${FITS}
        and (search.amount is null or ${wanted} between offers.min_units and offers.max_units)
        and search.user_id <> offers.owner_id
        and not exists (
          select
          from saved_search_alerts alert
          where alert.search_id = search.id and alert.offer_id = offers.id and alert.revision = offers.revision)
    ) as found
    where place <= ${OFFERS_OF_SEARCH}
    order by search_id, place`;
}

/** The filters of listing/filters/filter-rows.ts, each as a column of the search. */
const FITS = sql`
  (search.fiat is null or search.fiat = offers.fiat)
  and (search.method_ids is null or offers.method_id = any (search.method_ids))
  and (search.method_group is null or search.method_group = offers.method_group)
  and search.tags <@ offers.tags
  and (search.owner_country is null or search.owner_country = offers.owner_country)
  and (search.payment_country is null or search.payment_country = coalesce(offers.payment_country, ''))
  and (search.visitor_country is null or ${opensToColumn(sql`search.visitor_country`)})
  and (not search.online_only or offers.owner_online)
  and (not search.verified_owners_only or offers.owner_verified)
  and (not search.verified_offers_only or offers.requires_verified_id)
  and (search.bin_prefixes is null or search.bin_prefixes && offers.bin_codes)
  and (search.card_region is null or search.card_region = any (offers.card_regions))`;

/** By id. */
export function offerRows(tx: ReadTx, offerIds: readonly bigint[]): Promise<OfferRow[]> {
  return tx.rows<OfferRow>`select ${OFFER_COLUMNS} from offers where offers.id = any (${offerIds}::bigint[])`;
}

export type Alert = Pick<Match, "search_id" | "offer_id" | "revision">;

/**
 * Writes the alerts that are still due, and says of which searches: one that another process alerted meanwhile, or that was deleted
 * or turned off, is left out. Locks the searches in id order.
 */
export async function writeAlerts(tx: Tx, alerts: readonly Alert[]): Promise<bigint[]> {
  const rows = await tx.rows<{ id: bigint }>`
    with due as (
      select search.id
      from saved_searches search
      where search.id = any (${alerts.map(({ search_id }) => search_id)}::bigint[]) and search.has_alert
        and coalesce(search.alerted_at <= ${tx.now}::timestamptz - interval '1 hour', true)
      order by search.id
      for no key update
    ), written as (
      insert into saved_search_alerts (search_id, offer_id, revision, at)
      select alert.search_id, alert.offer_id, alert.revision, ${tx.now}
      from unnest(
        ${alerts.map(({ search_id }) => search_id)}::bigint[], ${alerts.map(({ offer_id }) => offer_id)}::bigint[],
        ${alerts.map(({ revision }) => revision)}::int[]
      ) as alert (search_id, offer_id, revision)
      join due on due.id = alert.search_id
      on conflict do nothing
      returning search_id
    )
    update saved_searches
    set alerted_at = ${tx.now}, is_waiting = false
    from written
    where saved_searches.id = written.search_id
    returning saved_searches.id`;
  return rows.map(({ id }) => id);
}

/** Those searches are asked again when their hour is over, or wait no more. */
export async function setWaiting(tx: Tx, searches: readonly bigint[], isWaiting: boolean): Promise<void> {
  await tx.rows`
    update saved_searches
    set is_waiting = ${isWaiting}
    from (
      select id
      from saved_searches
      where id = any (${searches}::bigint[]) and is_waiting <> ${isWaiting}
        and (not ${isWaiting} or (has_alert and alerted_at is not null))
      order by id
      for no key update
    ) as changed
    where saved_searches.id = changed.id`;
}

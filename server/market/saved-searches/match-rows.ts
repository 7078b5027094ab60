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
const OFFERS_OF_SEARCH = 5;

type Asked = { readonly units: UnitsByFiat; readonly after: bigint; readonly most: number };

/** Searches that these arrivals fit, at most so many, in the order of their ids from `after` on; the best offers of each. */
export function matchesOf(tx: ReadTx, arrivals: readonly bigint[], { units, after, most }: Asked): Promise<Match[]> {
  const pairs = sql`
    from (select distinct offer_id from offer_arrivals where id = any (${arrivals}::bigint[])) as arrived
    join offers on offers.id = arrived.offer_id and offers.active
    cross join lateral (
      select offers.side || ':' || offers.crypto || ':' || fiat || ':' || method as market_key
      from unnest(array[offers.fiat, '*']) as fiat
      cross join unnest(array[offers.method_id::text, '*']) as method
    ) as market
    join saved_searches search on search.market_key = market.market_key and search.has_alert and search.id > ${after}`;
  return bestOf(tx, pairs, { units, most });
}

/** Searches whose hour is over and that an offer came for meanwhile, with those offers. */
export function waitingMatches(tx: ReadTx, { units, after, most }: Asked): Promise<Match[]> {
  const pairs = sql`
    from (
      select *
      from saved_searches
      where is_waiting and has_alert and alerted_at <= ${tx.now}::timestamptz - interval '1 hour' and id > ${after}
      order by id
      limit ${most}
    ) as search
    join offer_arrivals arrival on arrival.at > search.alerted_at and arrival.at > ${tx.now}::timestamptz - interval '3 hours'
    join offers on offers.id = arrival.offer_id and offers.active and offers.side = search.side and offers.crypto = search.crypto`;
  return bestOf(tx, pairs, { units, most });
}

function bestOf(tx: ReadTx, pairs: Fragment, { units, most }: Pick<Asked, "units" | "most">): Promise<Match[]> {
  const wanted = sql`round(search.amount * (case when search.is_amount_in_usd
    then (${json(units.dollar)}::jsonb ->> offers.fiat)::numeric else (${json(units.own)}::jsonb ->> offers.fiat)::numeric end))`;
  return tx.rows<Match>`
    select search_id, user_id, search_name, offer_id, revision, wanted_units::bigint as wanted_units, is_quiet
    from (
      select search.id as search_id, search.user_id, search.name as search_name, offers.id as offer_id, offers.revision,
        ${wanted} as wanted_units,
        coalesce(search.alerted_at > ${tx.now}::timestamptz - interval '1 hour', false) as is_quiet,
        row_number() over (partition by search.id order by offers.rank desc, offers.id) as place,
        dense_rank() over (order by search.id) as turn
      ${pairs}
      where ${FITS} and (search.amount is null or ${wanted} between offers.min_units and offers.max_units)
        and search.user_id <> offers.owner_id
        and not exists (
          select
          from saved_search_alerts alert
          where alert.search_id = search.id and alert.offer_id = offers.id and alert.revision = offers.revision)
    ) as found
    where place <= ${OFFERS_OF_SEARCH} and turn <= ${most}
    order by search_id, place`;
}

/** The filters of listing/filter-rows.ts, each as a column of the search. */
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

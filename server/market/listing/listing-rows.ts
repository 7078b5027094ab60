/** The SQL of listings: the offers of a page, the columns of their cards, and their number. */
import { type Fragment, joinFragments, type ReadTx, sql } from "../../platform/postgres/db.ts";
import { accountIn } from "../../money/ledger/index.ts";
import { ID_LEVEL } from "../../people/accounts/index.ts";
import { isPlayMoney } from "../../money/rates/index.ts";
import { SETTINGS } from "../../reference/settings/index.ts";
import type { Bounds, Listing } from "./filters/listing-query.ts";
import { marketFilter, residualFilters } from "./filters/filter-rows.ts";
import { BRIEF_COLUMNS, type BriefOfferRow, OFFER_COLUMNS, type OfferRow } from "../offers/index.ts";

/** What a card says of its owner. */
export type OwnerRow = {
  owner_country: string;
  owner_verified: boolean;
  username: string;
  avatar: string | null;
  is_demo: boolean;
  email_confirmed: boolean;
  has_phone: boolean;
  last_seen_at: Date;
  registered_at: Date;
  badge: string | null;
  counted_positive: number | null;
  counted_negative: number | null;
  trades_total: number | null;
  partners_total: number | null;
  month_trades: number | null;
  month_successful: number | null;
};

export type CardRow = BriefOfferRow &
  OwnerRow & {
    owner_online: boolean;
    release_sec: number | null;
    is_featured: boolean;
    is_stickied: boolean;
    is_automated: boolean;
    /** On the market, or unlisted and open to every viewer who may see it. */
    active: boolean;
    market_rate: string;
    usd_rate: string;
    rate_as_of: Date;
    rate_stale_at: Date;
    rate_source: "live" | "recorded";
    rate_divergent: boolean;
    rate_is_play: boolean;
    /** From how many dollars on an offer is one for large trades. */
    otc_usd: number;
    seller_units: bigint | null;
    is_favorite: boolean;
    is_blocked: boolean;
    /** From the counters, where the listing asked for them. */
    buy_count?: number;
    sell_count?: number;
  };

/** With everything else of the offer. */
export type FullCardRow = CardRow & OfferRow;

/** The offers of one page, in its order; with the counters of both sides in each row where `counted` asks for them. */
export async function listingRows(
  tx: ReadTx,
  {
    listing,
    bounds,
    viewerId,
    counted,
  }: { listing: Listing; bounds: Bounds; viewerId: bigint | undefined; counted?: Counted | undefined },
): Promise<CardRow[]> {
  const more = counted
    ? sql`, (${counter("buy", counted)}) as buy_count, (${counter("sell", counted)}) as sell_count`
    : sql``;
  const pageBy = (isByTurns: boolean) =>
    selectCards(tx, { page: pageOf(listing, bounds, isByTurns), viewerId, more, rates: ratesFor(listing) });
  if (!hasTurns(listing)) return pageBy(false);
  if (listing.page > 1 || listing.perPage > BLOCK) return pageBy(true);
  // Where nobody has a third offer on the first page, it is by turns as it is, and half as much work.
  const first = await pageBy(false);
  return first.some(isThirdOfOwner) ? pageBy(true) : first;
}

/** The first page by rank, without regard to owners, with all other columns. */
export async function bestRows(
  tx: ReadTx,
  { listing, viewerId }: { listing: Listing; viewerId: bigint | undefined },
): Promise<FullCardRow[]> {
  return selectCards<FullCardRow>(tx, {
    page: pageOf(listing, {}, false),
    viewerId,
    rates: ratesFor(listing),
    columns: OFFER_COLUMNS,
  });
}

const hasTurns = ({ sort, ownerId }: Listing): boolean => sort === "default" && ownerId === undefined;

function isThirdOfOwner({ ownerId }: CardRow, place: number, rows: readonly CardRow[]): boolean {
  return rows.slice(0, place).filter((row) => row.ownerId === ownerId).length === A_TURN;
}

/** Which market is counted; `methodIds` undefined means every method. */
export type Counted = {
  readonly crypto: string;
  readonly fiat: string | undefined;
  readonly methodIds: readonly number[] | undefined;
};

/** A listing of one market needs two rates for all its rows; one of every currency joins each row's own. */
function ratesFor({ crypto, fiat }: Listing): Fragment {
  if (!fiat) return RATES_OF_EACH;
  return sql`
    join rates market on market.crypto = ${crypto} and market.fiat = ${fiat.code}
    join rates dollar on dollar.crypto = ${crypto} and dollar.fiat = 'USD'`;
}

const RATES_OF_EACH = sql`
    join rates market on market.crypto = offers.crypto and market.fiat = offers.fiat
    join rates dollar on dollar.crypto = offers.crypto and dollar.fiat = 'USD'`;

function counter(side: "buy" | "sell", { crypto, fiat, methodIds }: Counted): Fragment {
  const counters = methodIds === undefined ? sql`offer_totals` : sql`offer_counts`;
  const ofFiat = fiat === undefined ? sql`` : sql`and fiat = ${fiat}`;
  const ofMethods = methodIds === undefined ? sql`` : sql`and method_id = any (${methodIds})`;
  return sql`
    select coalesce(sum(active_count), 0)::int
    from ${counters}
    where side = ${side} and crypto = ${crypto} ${ofFiat} ${ofMethods}`;
}

/** Asked once for all rows; what is stored there the database holds to its shape. */
const OTC_USD = sql`coalesce(
        (select (value #>> '{}')::int from settings where name = 'offers.otc_usd' and value <> 'null'),
        ${SETTINGS["offers.otc_usd"].value}::int)`;

type Page = { readonly page: Fragment; readonly viewerId: bigint | undefined };

/** Cards of offers that `page` names by id and place. */
export function cardRows(tx: ReadTx, page: Page): Promise<CardRow[]> {
  return selectCards(tx, page);
}

/** The same with everything else of the offers. */
export function fullCardRows(tx: ReadTx, page: Page): Promise<FullCardRow[]> {
  return selectCards<FullCardRow>(tx, { ...page, columns: OFFER_COLUMNS });
}

/** Each column is a fact of the card; prices are added later. */
function selectCards<Row extends CardRow = CardRow>(
  tx: ReadTx,
  {
    page,
    viewerId,
    more = sql``,
    columns = BRIEF_COLUMNS,
    rates = RATES_OF_EACH,
  }: Page & { more?: Fragment; columns?: Fragment; rates?: Fragment },
): Promise<Row[]> {
  const favorite =
    viewerId === undefined
      ? sql`false`
      : sql`exists (select 1 from offer_favorites kept where kept.user_id = ${viewerId} and kept.offer_id = offers.id)`;
  const blocked =
    viewerId === undefined
      ? sql`false`
      : sql`exists (
          select 1 from user_relations rel
          where rel.user_id = ${viewerId} and rel.other_id = offers.owner_id and rel.is_blocked)`;
  return tx.rows<Row>`
    with page as materialized (${page})
    select
      ${columns},
      offers.owner_country, offers.owner_online, offers.release_sec, offers.is_featured, offers.is_stickied,
      offers.is_automated, offers.owner_verified,
      offers.active or (
        offers.is_on and offers.deleted_at is null and offers.hold in ('special', 'silent')
        and coalesce(offers.special_until > ${tx.now}, true)) as active,
      users.username, users.avatar, users.is_demo, users.email_confirmed_at is not null as email_confirmed, users.last_seen_at,
      has_confirmed_phone(users.id) as has_phone,
      users.created_at as registered_at,
      rep.badge, rep.counted_positive, rep.counted_negative, rep.trades_total, rep.partners_total,
      rep.month_trades, rep.month_successful,
      market.rate as market_rate, dollar.rate as usd_rate, market.as_of as rate_as_of,
      market.stale_at as rate_stale_at, market.source as rate_source, market.is_divergent as rate_divergent,
      ${isPlayMoney} as rate_is_play, ${OTC_USD} as otc_usd,
      account.balance_units as seller_units,
      ${favorite} as is_favorite, ${blocked} as is_blocked ${more}
    from page
    join offers on offers.id = page.id
    join users on users.id = offers.owner_id
    ${rates}
    left join user_reputation rep on rep.user_id = offers.owner_id
    left join ledger_accounts account
      on offers.side = 'sell' and account.name = ${accountIn.available(sql`offers.owner_id`, sql`offers.crypto`)}
    order by page.place`;
}

function pageOf(listing: Listing, bounds: Bounds, isByTurns: boolean): Fragment {
  const skip = (listing.page - 1) * listing.perPage;
  const sorted = sortedBy(listing, bounds, { most: skip + listing.perPage, isByTurns });
  return sql`
    select id, row_number() over () as place
    from (${sorted}) as sorted
    offset ${number(skip)} limit ${number(listing.perPage)}`;
}

/** The first so many ids in the order asked for. */
function sortedBy(
  listing: Listing,
  bounds: Bounds,
  { most, isByTurns }: { most: number; isByTurns: boolean },
): Fragment {
  const where = joinFragments([marketFilter(listing), ...residualFilters(listing, bounds)], " and ");
  switch (listing.sort) {
    case "crypto_usd_price_asc":
      return byPrice(listing, where, { most, order: sql`` });
    case "crypto_usd_price_desc":
      return byPrice(listing, where, { most, order: sql`desc` });
    case "release_time_asc":
      return sql`select id from offers where ${where} order by release_sec, id limit ${number(most)}`;
    case "release_time_desc":
      return sql`select id from offers where ${where} order by release_sec desc nulls last, id limit ${number(most)}`;
    case "default":
      return isByTurns
        ? byTurns(where, most)
        : sql`select id from offers where ${where} order by rank desc, id limit ${number(most)}`;
  }
}

/** So many offers are put in order together: enough that one page of them shows several traders. */
const BLOCK = 40;
const A_TURN = 2;

/**
 * By rank, in blocks: within a block every trader has a turn of two offers before anybody has a third. The blocks are ordered
 * by rank, so pages never overlap and a page reads no more than the blocks up to it.
 */
function byTurns(where: Fragment, most: number): Fragment {
  const best = sql`
    select id, owner_id, rank
    from offers
    where ${where}
    order by rank desc, id
    limit ${number(Math.ceil(most / BLOCK) * BLOCK)}`;
  return sql`
    select id
    from (
      select id, rank, block,
        (row_number() over (partition by block, owner_id order by rank desc, id) - 1) / ${number(A_TURN)} as turn
      from (
        select id, owner_id, rank, (row_number() over (order by rank desc, id) - 1) / ${number(BLOCK)} as block
        from (${best}) as best
      ) as numbered
    ) as turns
    order by block, turn, rank desc, id
    limit ${number(most)}`;
}

/**
 * By price in dollars. Floating offers by their margin and fixed ones by their price come each from an index, the first
 * of both are merged by how far they are above the market: that order is the same at every rate.
 */
function byPrice(listing: Listing, where: Fragment, { most, order }: { most: number; order: Fragment }): Fragment {
  const fixed = listing.fiat
    ? sql`
      select id, (fixed_price / (select rate from rates where crypto = ${listing.crypto} and fiat = ${listing.fiat.code}) - 1) * 10000 as over_bp
      from offers
      where ${where} and fixed_price is not null
      order by offers.fixed_price ${order}, id ${order}
      limit ${number(most)}`
    : sql`
      select first.id, (first.fixed_price / rates.rate - 1) * 10000 as over_bp
      from rates
      cross join lateral (
        select id, fixed_price
        from offers
        where ${where} and fixed_price is not null and offers.fiat = rates.fiat
        order by offers.fixed_price ${order}, id ${order}
        limit ${number(most)}
      ) as first
      where rates.crypto = ${listing.crypto}`;
  return sql`
    select id
    from (
      (select id, margin_bp::numeric as over_bp
       from offers
       where ${where} and margin_bp is not null
       order by margin_bp ${order}, id ${order}
       limit ${number(most)})
      union all
      (${fixed})
    ) as both_families
    order by over_bp ${order}, id ${order}
    limit ${number(most)}`;
}

/** A whole number as text of the statement, so that the planner knows how few rows are wanted. */
function number(value: number): Fragment {
  const text = String(Math.max(0, Math.trunc(value)));
  return sql(Object.assign([text], { raw: [text] }));
}

const COUNTED_TO = 1000;
/** Whether an owner's level has room takes several lookups. */
const ELIGIBLE_COUNTED_TO = 500;

/** How many offers are counted; of more the number is not exact. */
export const countedTo = ({ acceptableTo }: Pick<Listing, "acceptableTo">): number =>
  acceptableTo ? ELIGIBLE_COUNTED_TO : COUNTED_TO;

/** How many offers there are, counted one further than `countedTo`. */
export async function countListing(tx: ReadTx, listing: Listing, bounds: Bounds): Promise<number> {
  const where = joinFragments([marketFilter(listing), ...residualFilters(listing, bounds)], " and ");
  const [row] = await tx.rows<{ count: number }>`
    select count(*)::int as count
    from (select 1 from offers where ${where} limit ${number(countedTo(listing) + 1)}) as counted`;
  return row?.count ?? 0;
}

/** The counters by themselves, for an empty page. */
export async function countersOf(tx: ReadTx, counted: Counted): Promise<{ buy: number; sell: number }> {
  const [row] = await tx.rows<{ buy: number; sell: number }>`
    select (${counter("buy", counted)}) as buy, (${counter("sell", counted)}) as sell`;
  return { buy: row?.buy ?? 0, sell: row?.sell ?? 0 };
}

/** A user as the owner on a card. */
export async function ownerRow(tx: ReadTx, userId: bigint): Promise<OwnerRow | undefined> {
  const [row] = await tx.rows<OwnerRow>`
    select
      users.country_iso as owner_country, users.level >= ${ID_LEVEL} as owner_verified,
      users.username, users.avatar, users.is_demo, users.email_confirmed_at is not null as email_confirmed,
      has_confirmed_phone(users.id) as has_phone, users.last_seen_at, users.created_at as registered_at,
      rep.badge, rep.counted_positive, rep.counted_negative, rep.trades_total, rep.partners_total,
      rep.month_trades, rep.month_successful
    from users
    left join user_reputation rep on rep.user_id = users.id
    where users.id = ${userId}`;
  return row;
}

/** The one offer with all its words; undefined when it is deleted, never was, or has no rate. */
export async function offerPageRow(
  tx: ReadTx,
  { hash, viewerId }: { hash: string; viewerId: bigint | undefined },
): Promise<FullCardRow | undefined> {
  const [row] = await fullCardRows(tx, {
    page: sql`select id, 1 as place from offers where hash = ${hash} and deleted_at is null`,
    viewerId,
  });
  return row;
}

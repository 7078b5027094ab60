/** The filters of a listing as SQL. */
import { OFFER_RULE_NAMES, OFFER_RULES, type OfferRule } from "#contract/market/offers/offer-fields.ts";
import { type Fragment, joinFragments, json, sql } from "../../../platform/postgres/db.ts";
import { anyRule, opensTo } from "../../offers/index.ts";
import { barriers, eligible } from "../../trades/index.ts";
import type { Bound, Bounds, Listing } from "./listing-query.ts";

/** No filter but market, method and group: then the counters know the number. They count the market only. */
export function isPlain(listing: Listing, bounds: Bounds): boolean {
  return !listing.isPool && residualFilters(listing, bounds).length === 0;
}

/** Which market: columns that the indexes begin with. */
export function marketFilter(listing: Listing): Fragment {
  const kind = listing.isPool ? IN_POOL : sql`offers.active`;
  const parts = [sql`${kind} and offers.side = ${listing.side} and offers.crypto = ${listing.crypto}`];
  if (listing.fiat) parts.push(sql`offers.fiat = ${listing.fiat.code}`);
  const [only] = listing.methodIds;
  if (listing.methodIds.length === 1) parts.push(sql`offers.method_id = ${only}`);
  if (listing.methodIds.length > 1) parts.push(sql`offers.method_id = any (${listing.methodIds})`);
  if (listing.group) parts.push(sql`offers.method_group = ${listing.group}`);
  return joinFragments(parts, " and ");
}

/** What is held for a graver reason than being unlisted is not in the pool either. */
export const IN_POOL = sql`offers.in_silent_pool and offers.is_on and offers.deleted_at is null and offers.hold = 'silent'`;

/** Everything else that was asked for. */
export function residualFilters(listing: Listing, bounds: Bounds): Fragment[] {
  const when = (isAsked: boolean, make: () => Fragment) => (isAsked ? [make()] : []);
  return [
    ...amountFilters(bounds),
    ...when(listing.tags.length > 0, () => sql`offers.tags @> ${listing.tags}`),
    ...when(listing.badges.length > 0, () => sql`offers.owner_badge = any (${listing.badges})`),
    ...when(listing.ownerCountry !== undefined, () => sql`offers.owner_country = ${listing.ownerCountry}`),
    ...when(listing.location === null, () => sql`offers.payment_country is null`),
    ...when(typeof listing.location === "string", () => sql`offers.payment_country = ${listing.location}`),
    ...when(listing.visitorCountry !== undefined, () => opensTo(listing.visitorCountry ?? "")),
    ...when(listing.onlineOnly, () => sql`offers.owner_online`),
    ...when(listing.verifiedOwnersOnly, () => sql`offers.owner_verified`),
    ...listing.rules.map((name) => anyRule([name])),
    ...when(listing.newbieOnly, () => NEWBIE),
    ...(listing.acceptableTo ? [eligible(listing.acceptableTo, sumsOf(bounds))] : []),
    ...when(listing.bin !== undefined, () => sql`offers.bin_codes && ${prefixesOf(listing.bin ?? "")}::text[]`),
    ...when(listing.cardRegion !== undefined, () => sql`${listing.cardRegion} = any (offers.card_regions)`),
    ...when(listing.ownerId !== undefined, () => sql`offers.owner_id = ${listing.ownerId}`),
    ...when(listing.hiddenOwners.length > 0, () => sql`offers.owner_id <> all (${listing.hiddenOwners})`),
  ];
}

/** Why the filter for eligible offers leaves some out; empty where it is off. */
export function barriersOf(listing: Listing, bounds: Bounds): ReturnType<typeof barriers> {
  return listing.acceptableTo ? barriers(listing.acceptableTo, sumsOf(bounds)) : [];
}

const CLOSED_TO_NEWCOMERS = OFFER_RULE_NAMES.filter((name) => (OFFER_RULES[name] as OfferRule).closedToNewcomers);

/** Offers that a user who has just registered may take. */
const NEWBIE = sql`
  offers.min_past_trades = 0 and not (${anyRule(CLOSED_TO_NEWCOMERS)})
  and not offers.tags && array['no-new-users', 'verified-users-only']`;

/** A card's number begins with one of the codes of the offer. */
export function prefixesOf(bin: string): string[] {
  return Array.from({ length: bin.length - 3 }, (_, index) => bin.slice(0, 4 + index));
}

/** Offers whose range meets what the visitor wants to trade. */
function amountFilters({ min, max }: Bounds): Fragment[] {
  return [
    ...(min ? [sql`offers.max_units >= ${unitsFragment(min)}`] : []),
    ...(max ? [sql`offers.min_units <= ${unitsFragment(max)}`] : []),
  ];
}

const sumsOf = ({ min, max }: Bounds) => ({ min: min && unitsFragment(min), max: max && unitsFragment(max) });

function unitsFragment(bound: Bound): Fragment {
  if ("units" in bound) return sql`${bound.units}::bigint`;
  return sql`(${json(bound.unitsByFiat)}::jsonb ->> offers.fiat)::numeric`;
}

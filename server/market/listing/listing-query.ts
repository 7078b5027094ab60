/** From the address of a listing to what is asked of the database: filters, order, page. */
import type { OfferSort } from "#contract/listing-fields.ts";
import {
  OFFER_RULE_NAMES,
  OFFER_RULES,
  type OfferRule,
  type OfferRuleName,
  type OfferType,
  RULE_FILTERS,
} from "#contract/offer-fields.ts";
import { type Decimal, decimal, rounded, times } from "#contract/decimal.ts";
import { amountFault, type CryptoCode, cryptoOfId, isCryptoCode, unitsFromDisplay } from "#contract/money.ts";
import type { ListingQuery } from "#contract/offers.ts";
import { fieldRefusal } from "#contract/refusals.ts";
import { type Fragment, joinFragments, json, sql } from "../../platform/db.ts";
import { ANY_METHOD, type Fiat, fiatByCode, findPaymentMethod, getFiat } from "../../reference/catalog/index.ts";
import { anyRule, rulesClosedTo } from "../offers/index.ts";

export type Listing = {
  /** The owner's side. */
  readonly side: OfferType;
  readonly crypto: CryptoCode;
  readonly fiat: Fiat | undefined;
  /** Empty means every method. */
  readonly methodIds: readonly number[];
  readonly group: string | undefined;
  /** Sums as they were written, in the listing's currency or in dollars. */
  readonly amountMin: string | undefined;
  readonly amountMax: string | undefined;
  readonly isAmountInUsd: boolean;
  readonly tags: readonly string[];
  readonly badges: readonly string[];
  readonly ownerCountry: string | undefined;
  /** Offers that this country may trade on. */
  readonly visitorCountry: string | undefined;
  readonly onlineOnly: boolean;
  readonly verifiedOwnersOnly: boolean;
  /** Only offers with all of these rules. */
  readonly rules: readonly OfferRuleName[];
  readonly newbieOnly: boolean;
  readonly acceptableTo: { readonly pastTrades: number; readonly isIdVerified: boolean } | undefined;
  readonly bin: string | undefined;
  readonly cardRegion: string | undefined;
  readonly ownerId: bigint | undefined;
  /** Nobody sees offers of somebody who blocked him, or whom he blocked. */
  readonly hiddenOwners: readonly bigint[];
  /** Cards say whether the viewer keeps the offer. */
  readonly withFavorites: boolean;
  readonly sort: OfferSort;
  readonly page: number;
  readonly perPage: number;
};

export const PER_PAGE = 10;

const isOn = (flag: string | undefined) => flag === "1" || flag === "true";
const listOf = (text: string | undefined) =>
  (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/** Refuses ERROR_INPUT_VALIDATION for a coin or method that does not exist; unknown tags simply find nothing. */
export function listingFrom(
  query: ListingQuery,
  viewer:
    | { pastTrades: number; isIdVerified: boolean; countryIso: string; hiddenOwners: readonly bigint[] }
    | undefined,
): Listing {
  const crypto = cryptoOfId(Number(query.crypto_currency_id ?? 8));
  if (!crypto || !isCryptoCode(crypto.code)) throw fieldRefusal("ERROR_INPUT_VALIDATION", "crypto_currency_id");
  const fiat = query.currency === undefined ? undefined : fiatByCode(query.currency);
  if (query.currency !== undefined && !fiat) throw fieldRefusal("offer.currency_unknown", "currency");
  const taker = viewer ?? { pastTrades: 0, isIdVerified: false };
  return {
    side: query.type ?? "sell",
    crypto: crypto.code,
    fiat,
    methodIds: methodIdsOf(listOf(query["payment-method"])),
    group: query.group === "all-payment-methods" ? undefined : query.group,
    amountMin: query["fiat-min"] ?? query.amount_range_min,
    amountMax: query["fiat-min"] ?? query.amount_range_max,
    isAmountInUsd: isOn(query.convertFromUSD) || fiat === undefined,
    tags: listOf(query.tags),
    badges: listOf(query.user_badges),
    ownerCountry: query.users_country_iso,
    visitorCountry: query.visitor_country_iso ?? (isOn(query.acceptable_only) ? viewer?.countryIso : undefined),
    onlineOnly: isOn(query.online_users),
    verifiedOwnersOnly: isOn(query.verified_users),
    rules: RULE_FILTERS.filter((filter) => isOn(query[filter.query])).map(({ name }) => name),
    newbieOnly: isOn(query.newbieOffers),
    acceptableTo: isOn(query.acceptable_only) ? taker : undefined,
    bin: query.binCode,
    cardRegion: query.cardRegion,
    ownerId: undefined,
    hiddenOwners: viewer?.hiddenOwners ?? [],
    withFavorites: isOn(query.withFavorites),
    sort: query.sort ?? "default",
    page: Number(query.page ?? 1),
    perPage: Number(query.limit ?? PER_PAGE),
  };
}

function methodIdsOf(slugs: readonly string[]): number[] {
  const named = slugs.filter((slug) => slug !== ANY_METHOD);
  return named.map((slug) => {
    const method = findPaymentMethod(slug);
    if (!method) throw fieldRefusal("catalog.unknown_payment_method", "payment-method");
    return method.id;
  });
}

/** No filter but market, method and group: then the counters know the number. */
export function isPlain(listing: Listing, bounds: Bounds): boolean {
  return residualFilters(listing, bounds).length === 0;
}

/** Which market: columns that the indexes begin with. */
export function marketFilter(listing: Listing): Fragment {
  const parts = [sql`offers.active and offers.side = ${listing.side} and offers.crypto = ${listing.crypto}`];
  if (listing.fiat) parts.push(sql`offers.fiat = ${listing.fiat.code}`);
  const [only] = listing.methodIds;
  if (listing.methodIds.length === 1) parts.push(sql`offers.method_id = ${only}`);
  if (listing.methodIds.length > 1) parts.push(sql`offers.method_id = any (${listing.methodIds})`);
  if (listing.group) parts.push(sql`offers.method_group = ${listing.group}`);
  return joinFragments(parts, " and ");
}

/** Everything else that was asked for. */
export function residualFilters(listing: Listing, bounds: Bounds): Fragment[] {
  const when = (isAsked: boolean, make: () => Fragment) => (isAsked ? [make()] : []);
  return [
    ...amountFilters(bounds),
    ...when(listing.tags.length > 0, () => sql`offers.tags @> ${listing.tags}`),
    ...when(listing.badges.length > 0, () => sql`offers.owner_badge = any (${listing.badges})`),
    ...when(listing.ownerCountry !== undefined, () => sql`offers.owner_country = ${listing.ownerCountry}`),
    ...when(listing.visitorCountry !== undefined, () => openTo(listing.visitorCountry ?? "")),
    ...when(listing.onlineOnly, () => sql`offers.owner_online`),
    ...when(listing.verifiedOwnersOnly, () => sql`offers.owner_verified`),
    ...listing.rules.map((name) => anyRule([name])),
    ...when(listing.newbieOnly, () => NEWBIE),
    ...(listing.acceptableTo ? [acceptable(listing.acceptableTo)] : []),
    ...when(listing.bin !== undefined, () => sql`offers.bin_codes && ${prefixesOf(listing.bin ?? "")}::text[]`),
    ...when(listing.cardRegion !== undefined, () => sql`${listing.cardRegion} = any (offers.card_regions)`),
    ...when(listing.ownerId !== undefined, () => sql`offers.owner_id = ${listing.ownerId}`),
    ...when(listing.hiddenOwners.length > 0, () => sql`offers.owner_id <> all (${listing.hiddenOwners})`),
  ];
}

const CLOSED_TO_NEWCOMERS = OFFER_RULE_NAMES.filter((name) => (OFFER_RULES[name] as OfferRule).closedToNewcomers);

/** Offers that somebody who has just registered may take. */
const NEWBIE = sql`
  offers.min_past_trades = 0 and not (${anyRule(CLOSED_TO_NEWCOMERS)})
  and not offers.tags && array['no-new-users', 'verified-users-only']`;

function openTo(iso: string): Fragment {
  return sql`(offers.country_rule = 'none'
    or (offers.country_rule = 'allowed') = (${iso} = any (offers.countries)))`;
}

function acceptable({ pastTrades, isIdVerified }: NonNullable<Listing["acceptableTo"]>): Fragment {
  return sql`(offers.min_past_trades <= ${pastTrades} and not (${anyRule(rulesClosedTo({ isIdVerified }))}))`;
}

/** A card's number begins with one of the codes of the offer. */
function prefixesOf(bin: string): string[] {
  return Array.from({ length: bin.length - 3 }, (_, index) => bin.slice(0, 4 + index));
}

/** A sum as the database compares it: in the smallest units of the offer's own currency. */
export type Bound = { readonly units: bigint } | { readonly unitsByFiat: Readonly<Record<string, string>> };
export type Bounds = { readonly min?: Bound | undefined; readonly max?: Bound | undefined };

/** The sums of the address in units. Dollars become each currency's own by what a dollar buys there. */
export function boundsOf(listing: Listing, perUsd: ReadonlyMap<string, Decimal>): Bounds {
  const { fiat, isAmountInUsd } = listing;
  const bound = (text: string | undefined): Bound | undefined => {
    if (text === undefined) return undefined;
    if (fiat && !isAmountInUsd) return { units: unitsIn(text, fiat) };
    const byFiat = [...perUsd].map(([code, rate]) => {
      const { digits } = getFiat(code);
      return [code, rounded(times(decimal(text), rate), digits, "nearest").units.toString()] as const;
    });
    return { unitsByFiat: Object.fromEntries(byFiat) };
  };
  return { min: bound(listing.amountMin), max: bound(listing.amountMax) };
}

function unitsIn(text: string, fiat: Fiat): bigint {
  if (amountFault(text, fiat.digits)) throw fieldRefusal("money.too_many_digits", "fiat-min");
  const units = unitsFromDisplay(text, fiat.digits);
  if (units > 10n ** 18n) throw fieldRefusal("money.malformed", "fiat-min");
  return units;
}

/** Offers whose range meets what the visitor wants to trade. */
function amountFilters({ min, max }: Bounds): Fragment[] {
  return [
    ...(min ? [sql`offers.max_units >= ${unitsFragment(min)}`] : []),
    ...(max ? [sql`offers.min_units <= ${unitsFragment(max)}`] : []),
  ];
}

function unitsFragment(bound: Bound): Fragment {
  if ("units" in bound) return sql`${bound.units}::bigint`;
  return sql`(${json(bound.unitsByFiat)}::jsonb ->> offers.fiat)::numeric`;
}

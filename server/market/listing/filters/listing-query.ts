/** From the address of a listing to what is asked of the database: filters, order, page. */
import type { OfferSort } from "#contract/market/offers/listing/fields.ts";
import { type OfferRuleName, type OfferType, RULE_FILTERS } from "#contract/market/offers/offer-fields.ts";
import { type Decimal, decimal, rounded, times } from "#contract/platform/decimal.ts";
import { amountFault, type CryptoCode, cryptoOfId, isCryptoCode, unitsFromDisplay } from "#contract/money/money.ts";
import type { ListingQuery } from "#contract/market/offers/offers.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import {
  ANY_METHOD,
  countryById,
  type Fiat,
  fiatByCode,
  FIATS,
  findPaymentMethod,
  getFiat,
  paymentMethodsOfCountry,
  WORLDWIDE_ID,
} from "../../../reference/catalog/index.ts";
import type { Eligibility } from "../../trades/index.ts";

export type Listing = {
  /** Of the silent pool instead of the market. */
  readonly isPool: boolean;
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
  /** In which is paid; null for anywhere. */
  readonly location: string | null | undefined;
  /** Offers that this country may trade on. */
  readonly visitorCountry: string | undefined;
  readonly onlineOnly: boolean;
  readonly verifiedOwnersOnly: boolean;
  /** Only offers with all of these rules. */
  readonly rules: readonly OfferRuleName[];
  readonly newbieOnly: boolean;
  /** Only offers that a trade may start on. */
  readonly acceptableTo: Eligibility | undefined;
  readonly bin: string | undefined;
  readonly cardRegion: string | undefined;
  readonly ownerId: bigint | undefined;
  /** Offers of users who blocked the viewer are hidden; those of users whom the viewer blocked, only on request. */
  readonly hiddenOwners: readonly bigint[];
  /** Those whom the viewer has blocked are there, and their cards say so. */
  readonly showsBlocked: boolean;
  /** Cards say whether the viewer keeps the offer. */
  readonly withFavorites: boolean;
  readonly sort: OfferSort;
  readonly page: number;
  readonly perPage: number;
};

export const PER_PAGE = 10;

/** Whether only offers are asked for that the reader may take. */
export const asksEligible = (query: ListingQuery): boolean => isOn(query.acceptable_only);

/** Whether the query has its sum in dollars, whatever its currency. */
export const isInDollars = (query: ListingQuery): boolean => isOn(query.convertFromUSD);

const isOn = (flag: string | undefined) => flag === "1" || flag === "true";
const listOf = (text: string | undefined) =>
  (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/** Refuses ERROR_INPUT_VALIDATION for a coin or method that does not exist; unknown tags simply find nothing. */
export function listingFrom(
  query: ListingQuery,
  viewer: { countryIso: string; blockedBy: readonly bigint[]; blocked: readonly bigint[] } | undefined,
  eligibility?: Eligibility,
): Listing {
  const crypto = cryptoOfId(Number(query.crypto_currency_id ?? 8));
  if (!crypto || !isCryptoCode(crypto.code)) throw fieldRefusal("ERROR_INPUT_VALIDATION", "crypto_currency_id");
  const fiat = query.currency === undefined ? undefined : fiatByCode(query.currency);
  if (query.currency !== undefined && !fiat) throw fieldRefusal("offer.currency_unknown", "currency");
  return {
    isPool: false,
    side: query.type ?? "sell",
    crypto: crypto.code,
    fiat,
    methodIds: localOnly(methodIdsOf(listOf(query["payment-method"])), query, viewer),
    group: query.group === "all-payment-methods" ? undefined : query.group,
    amountMin: query["fiat-min"] ?? query.amount_range_min,
    amountMax: query["fiat-min"] ?? query.amount_range_max,
    isAmountInUsd: isOn(query.convertFromUSD) || fiat === undefined,
    tags: listOf(query.tags),
    badges: listOf(query.user_badges),
    ownerCountry: query.users_country_iso,
    location: locationOf(query.location_id),
    visitorCountry: query.visitor_country_iso,
    onlineOnly: isOn(query.online_users),
    verifiedOwnersOnly: isOn(query.verified_users),
    rules: RULE_FILTERS.filter((filter) => isOn(query[filter.query])).map(({ name }) => name),
    newbieOnly: isOn(query.newbieOffers),
    acceptableTo: eligibility,
    bin: query.binCode,
    cardRegion: query.cardRegion,
    ownerId: undefined,
    hiddenOwners: [...(viewer?.blockedBy ?? []), ...(isOn(query.block) ? [] : (viewer?.blocked ?? []))],
    showsBlocked: isOn(query.block),
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

/** No offer has it: what nothing fits is not everything. */
const NO_METHOD = 0;

/** Of these methods, or of all, those of the visitor's country. Refuses ERROR_INPUT_VALIDATION where none is known. */
function localOnly(
  ids: readonly number[],
  query: ListingQuery,
  viewer: { readonly countryIso: string } | undefined,
): readonly number[] {
  if (!isOn(query.is_payment_method_localized)) return ids;
  const iso = query.visitor_country_iso ?? viewer?.countryIso;
  if (iso === undefined) throw fieldRefusal("ERROR_INPUT_VALIDATION", "visitor_country_iso");
  const local = paymentMethodsOfCountry(iso).map(({ id }) => id);
  const both = ids.length > 0 ? local.filter((id) => ids.includes(id)) : local;
  return both.length > 0 ? both : [NO_METHOD];
}

function locationOf(id: string | undefined): string | null | undefined {
  if (id === undefined) return undefined;
  if (Number(id) === WORLDWIDE_ID) return null;
  const country = countryById(Number(id));
  if (!country) throw fieldRefusal("ERROR_INPUT_VALIDATION", "location_id");
  return country.iso;
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

/** The same sums in every currency; one that has too many digits for it finds nothing there. */
export function boundsInEach({ amountMin, amountMax }: Pick<Listing, "amountMin" | "amountMax">): Bounds {
  const bound = (text: string | undefined): Bound | undefined => {
    if (text === undefined) return undefined;
    const fitting = FIATS.filter(({ digits }) => !amountFault(text, digits));
    return {
      unitsByFiat: Object.fromEntries(
        fitting.map(({ code, digits }) => [code, unitsFromDisplay(text, digits).toString()]),
      ),
    };
  };
  return { min: bound(amountMin), max: bound(amountMax) };
}

function unitsIn(text: string, fiat: Fiat): bigint {
  if (amountFault(text, fiat.digits)) throw fieldRefusal("money.too_many_digits", "fiat-min");
  const units = unitsFromDisplay(text, fiat.digits);
  if (units > 10n ** 18n) throw fieldRefusal("money.malformed", "fiat-min");
  return units;
}

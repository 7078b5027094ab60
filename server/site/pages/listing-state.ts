/** Reads a listing's address; older spellings lead to the one that counts. */
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import {
  type AcceptableFilter,
  GIFT_CARDS,
  type ListingState,
  readListingState,
} from "#contract/market/offers/listing/address.ts";
import { ANY_METHOD } from "#contract/market/offers/listing/paths.ts";
import { filtersOfPage } from "../../market/listing/index.ts";
import { countryById, findPaymentMethod, WORLDWIDE_ID } from "../../reference/catalog/index.ts";

const LONG_NAMES: Readonly<Record<string, CryptoCode>> = { bitcoin: "BTC", tether: "USDT", ethereum: "ETH" };

type Reader = {
  readonly currencyCode: string;
  readonly acceptable: AcceptableFilter;
  readonly sortsStablecoinsByPrice?: boolean;
  /** At the address of gift cards, which has no other methods. */
  readonly isOfGiftCards?: boolean;
  /** A signed-in user's country is known without the address. */
  readonly isSignedIn: boolean;
};

/** `market` is buy-btc; `reader` says the currency to start in; undefined for an address that means nothing, `canonical` when it should be spelled otherwise. */
export function findListingState(
  { market = "", method = "" }: Readonly<Record<string, string>>,
  query: URLSearchParams,
  reader: Reader,
): { state: ListingState } | { canonical: ListingState } | undefined {
  const match = /^(buy|sell)-([a-z]+)$/.exec(market);
  const side = match?.[1] === "sell" ? "sell" : "buy";
  const name = match?.[2] ?? "";
  const byCode = CRYPTO_CODES.find((code) => code.toLowerCase() === name);
  const crypto = byCode ?? LONG_NAMES[name];
  const asked = method === ANY_METHOD || method === "" ? undefined : findPaymentMethod(method);
  const known = method === ANY_METHOD || method === "" ? ANY_METHOD : asked?.slug;
  if (!match || !crypto || known === undefined) return undefined;
  const { isOfGiftCards = false } = reader;
  if (isOfGiftCards && asked && asked.group !== GIFT_CARDS) return undefined;
  const read = readListingState({ side, crypto, method: known, isOfGiftCards }, query, reader);
  const page = filtersOfPage(query.get("pageId") ?? "");
  // What the call would refuse is passed over, as everything is that an address says in another form.
  const isPlace = Number(read.locationId) === WORLDWIDE_ID || countryById(Number(read.locationId)) !== undefined;
  const state = {
    ...read,
    // Of the page that the address names; the filters are shown like those that a visitor chose.
    ...(page?.currency && !query.has("currencyCode") ? { currencyCode: page.currency } : {}),
    ...(page?.group && !query.has("group") && !isOfGiftCards && known === ANY_METHOD ? { group: page.group } : {}),
    ...(page?.online_users && !query.has("onlineUsers") ? { onlineUsers: true } : {}),
    locationId: isPlace ? read.locationId : null,
    localMethods: read.localMethods && (reader.isSignedIn || read.countryIso !== null),
  };
  return byCode && known === method && !query.has("pageId") ? { state } : { canonical: state };
}

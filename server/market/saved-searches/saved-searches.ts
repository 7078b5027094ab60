/** A user saves a listing with its filters, renames it, and turns its alert on or off. */
import { listingHref, listingQueryOf, readListingState } from "#contract/market/offers/listing/address.ts";
import { ANY_METHOD, placeOfListing } from "#contract/market/offers/listing/paths.ts";
import { MOST_SAVED_SEARCHES } from "#contract/market/offers/saved-search-names.ts";
import type {
  changeSavedSearch,
  SavedSearch,
  saveSearch as saveSearchCall,
} from "#contract/market/offers/saved-searches.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { DEFAULT_LOCALE } from "#contract/platform/locales.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { ids } from "../../platform/ids.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { lockUser } from "../../people/accounts/index.ts";
import { findPaymentMethod } from "../../reference/catalog/index.ts";
import { type Listing, listingFrom } from "../listing/index.ts";
import { countSearches, deleteSearch, putSearch, type SearchRow, searchesOf, updateSearch } from "./rows.ts";

/** The newest first. */
export async function viewSearches(tx: ReadTx, userId: bigint): Promise<SavedSearch[]> {
  return (await searchesOf(tx, userId)).map(viewOf);
}

/** Refuses saved_search.address, saved_search.many, and what a listing refuses of its filters. Locks the user. */
export async function saveSearch(
  tx: Tx,
  { userId, countryIso }: Pick<Viewer, "userId" | "countryIso">,
  { name, address: asked, hasAlert = true }: BodyOf<typeof saveSearchCall>,
): Promise<SavedSearch> {
  const { address, listing } = readAddress(asked, countryIso);
  await lockUser(tx, userId);
  if ((await countSearches(tx, { userId, except: address })) >= MOST_SAVED_SEARCHES)
    throw new Refusal("saved_search.many", { most: MOST_SAVED_SEARCHES });
  return viewOf(await putSearch(tx, { userId, hash: ids.hash(), name, address, hasAlert, listing }));
}

type One = { readonly userId: bigint; readonly hash: string };

/** Refuses saved_search.not_found. */
export async function changeSearch(
  tx: Tx,
  one: One,
  { name, hasAlert }: BodyOf<typeof changeSavedSearch>,
): Promise<SavedSearch> {
  const row = await updateSearch(tx, one, { name: name ?? null, hasAlert: hasAlert ?? null });
  if (!row) throw new Refusal("saved_search.not_found");
  return viewOf(row);
}

/** Refuses saved_search.not_found. */
export async function dropSearch(tx: Tx, one: One): Promise<Record<string, never>> {
  if (!(await deleteSearch(tx, one))) throw new Refusal("saved_search.not_found");
  return {};
}

/** The one spelling of the address, without its page, and the filters in it. */
function readAddress(text: string, countryIso: string): { address: string; listing: Listing } {
  const [path = "", query = ""] = text.split("?", 2);
  const place = placeOfListing(path);
  if (!place || (place.method !== ANY_METHOD && !findPaymentMethod(place.method)))
    throw fieldRefusal("saved_search.address", "address");
  const state = { ...readListingState(place, new URLSearchParams(query)), page: 1 };
  // An alert is only of offers that the user may take, whatever the filter says.
  const { acceptable_only: _, ...filters } = listingQueryOf(state);
  const listing = listingFrom(filters, { countryIso, blockedBy: [], blocked: [] });
  return { address: listingHref(DEFAULT_LOCALE, state), listing };
}

function viewOf(row: SearchRow): SavedSearch {
  return {
    id: row.hash,
    name: row.name,
    address: row.address,
    type: row.side,
    cryptoCurrencyCode: row.crypto,
    fiatCurrencyCode: row.fiat,
    hasAlert: row.has_alert,
    alertedAt: row.alerted_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

/** Searches that users saved, with their alerts. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { CRYPTO_CODES } from "../../money/money.ts";
import { empty, fiatCode, hash, instant, lineText, text } from "../../platform/wire.ts";
import { offerType } from "./offers.ts";
import { SEARCH_ADDRESS_MAX, SEARCH_NAME_MAX } from "./saved-search-names.ts";

const savedSearch = z.strictObject({
  id: hash,
  name: z.string(),
  /** The address of the listing with its filters. */
  address: z.string(),
  /** Of the offers: sell for a user who wants to buy. */
  type: offerType,
  cryptoCurrencyCode: z.enum(CRYPTO_CODES),
  /** Null for any. */
  fiatCurrencyCode: z.nullable(fiatCode),
  hasAlert: z.boolean(),
  /** The last alert; the next comes an hour later at the earliest. */
  alertedAt: z.nullable(instant),
  createdAt: instant,
});
export type SavedSearch = z.infer<typeof savedSearch>;

const path = "/rest/v1/saved-searches";
const name = lineText({ min: 1, max: SEARCH_NAME_MAX });

export const listSavedSearches = endpoint({
  name: "listSavedSearches",
  method: "GET",
  path,
  summary: "The caller's saved searches, the newest first",
  reply: z.array(savedSearch),
});

export const saveSearch = endpoint({
  name: "saveSearch",
  method: "POST",
  path,
  summary: "Saves a listing with its filters. The same address again changes the name and the alert of the saved one",
  body: z.strictObject({
    name,
    /** Of the listing, such as /trading/buy-btc/paypal?currencyCode=EUR; without a currency it is any. */
    address: text({ min: 1, max: SEARCH_ADDRESS_MAX }),
    hasAlert: z.optional(z.boolean()),
  }),
  reply: savedSearch,
  refusals: ["saved_search.address", "saved_search.many"],
});

export const changeSavedSearch = endpoint({
  name: "changeSavedSearch",
  method: "PUT",
  path: `${path}/:id`,
  summary: "Renames a saved search, or turns its alert on or off",
  params: z.strictObject({ id: hash }),
  body: z.strictObject({ name: z.optional(name), hasAlert: z.optional(z.boolean()) }),
  reply: savedSearch,
  refusals: ["saved_search.not_found"],
});

export const deleteSavedSearch = endpoint({
  name: "deleteSavedSearch",
  method: "DELETE",
  path: `${path}/:id`,
  summary: "Deletes a saved search",
  params: z.strictObject({ id: hash }),
  reply: empty,
  refusals: ["saved_search.not_found"],
});

/** The filters of pages that present a part of the market, by the page's id: country pages by their name in addresses, and landings. Pure. */
import type { ListingQuery } from "#contract/market/offers/offers.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import { countryBySlug, fiatByCode } from "../../../reference/catalog/index.ts";

type Filters = Pick<ListingQuery, "currency" | "group" | "online_users">;

const LANDINGS: Readonly<Record<string, Filters>> = {
  "gift-cards": { group: "gift-cards" },
  "buy-crypto-instantly": { online_users: "1" },
};

/** Undefined for an id that no page has. */
export function filtersOfPage(id: string): Filters | undefined {
  if (Object.hasOwn(LANDINGS, id)) return LANDINGS[id];
  const fiat = fiatByCode(countryBySlug(id)?.currency ?? "");
  return fiat && { currency: fiat.code };
}

/** The query with the filters of the page that it names, where it has none of its own. Refuses ERROR_INPUT_VALIDATION for an unknown page. */
export function withPageFilters<Query extends { readonly page_id?: string | undefined }>({
  page_id: id,
  ...query
}: Query): Omit<Query, "page_id"> {
  if (id === undefined) return query;
  const filters = filtersOfPage(id);
  if (!filters) throw fieldRefusal("ERROR_INPUT_VALIDATION", "page_id");
  return { ...filters, ...query };
}

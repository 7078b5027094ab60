/** The SQL of saved searches. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { OfferType } from "#contract/market/offers/offer-fields.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { type Listing, prefixesOf } from "../listing/index.ts";

export type SearchRow = {
  readonly id: bigint;
  readonly hash: string;
  readonly name: string;
  readonly address: string;
  readonly side: OfferType;
  readonly crypto: CryptoCode;
  readonly fiat: string | null;
  readonly has_alert: boolean;
  readonly alerted_at: Date | null;
  readonly created_at: Date;
};

const COLUMNS = sql`id, hash, name, address, side, crypto, fiat, has_alert, alerted_at, created_at`;

/** The newest first. */
export function searchesOf(tx: ReadTx, userId: bigint): Promise<SearchRow[]> {
  return tx.rows<SearchRow>`
    select ${COLUMNS}
    from saved_searches
    where user_id = ${userId}
    order by id desc`;
}

/** How many a user has besides that address. */
export async function countSearches(tx: ReadTx, of: { userId: bigint; except: string }): Promise<number> {
  const [row] = await tx.rows<{ count: number }>`
    select count(*)::int as count
    from saved_searches
    where user_id = ${of.userId} and address <> ${of.except}`;
  return row?.count ?? 0;
}

type NewSearch = Pick<SearchRow, "hash" | "name" | "address"> & {
  readonly userId: bigint;
  readonly hasAlert: boolean;
  readonly listing: Listing;
};

/** The saved one of that address gets the name and the alert. */
export async function putSearch(tx: Tx, search: NewSearch): Promise<SearchRow> {
  const { listing } = search;
  const methodIds = listing.methodIds.length > 0 ? listing.methodIds : null;
  const method = listing.methodIds.length === 1 ? listing.methodIds[0] : undefined;
  const key = marketKey({ ...listing, fiat: listing.fiat?.code, method });
  return onlyRow(
    await tx.rows<SearchRow>`
      insert into saved_searches (
        hash, user_id, name, address, side, crypto, fiat, method_ids, market_key, method_group, amount, is_amount_in_usd, tags,
        owner_country, payment_country, visitor_country, online_only, verified_owners_only, verified_offers_only, bin_prefixes,
        card_region, has_alert, created_at)
      values (
        ${search.hash}, ${search.userId}, ${search.name}, ${search.address}, ${listing.side}, ${listing.crypto},
        ${listing.fiat?.code ?? null}, ${methodIds}, ${key}, ${listing.group ?? null}, ${listing.amountMin ?? null},
        ${listing.isAmountInUsd}, ${listing.tags}, ${listing.ownerCountry ?? null},
        ${listing.location === null ? "" : (listing.location ?? null)}, ${listing.visitorCountry ?? null}, ${listing.onlineOnly},
        ${listing.verifiedOwnersOnly}, ${listing.rules.includes("requiresVerifiedId")},
        ${listing.bin === undefined ? null : prefixesOf(listing.bin)}, ${listing.cardRegion ?? null}, ${search.hasAlert},
        ${tx.now})
      on conflict (user_id, address) do update set name = excluded.name, has_alert = excluded.has_alert
      returning ${COLUMNS}`,
  );
}

/** As in the column; `method` is the only one, or undefined. */
const marketKey = (of: { side: string; crypto: string; fiat: string | undefined; method: number | undefined }) =>
  [of.side, of.crypto, of.fiat ?? "*", of.method ?? "*"].join(":");

type One = { readonly userId: bigint; readonly hash: string };

/** Null leaves a value. A search whose alert is off waits for nothing. */
export async function updateSearch(
  tx: Tx,
  { userId, hash }: One,
  { name, hasAlert }: { name: string | null; hasAlert: boolean | null },
): Promise<SearchRow | undefined> {
  const [row] = await tx.rows<SearchRow>`
    update saved_searches
    set name = coalesce(${name}, name), has_alert = coalesce(${hasAlert}, has_alert),
      is_waiting = is_waiting and coalesce(${hasAlert}, has_alert)
    where user_id = ${userId} and hash = ${hash}
    returning ${COLUMNS}`;
  return row;
}

export async function deleteSearch(tx: Tx, { userId, hash }: One): Promise<boolean> {
  const rows = await tx.rows`
    delete from saved_searches
    where user_id = ${userId} and hash = ${hash}
    returning id`;
  return rows.length === 1;
}

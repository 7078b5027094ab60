/** The SQL of the tabs of a profile. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { OfferType } from "#contract/market/offers/offer-fields.ts";
import type { OfferSort } from "#contract/market/offers/listing/fields.ts";
import { type Fragment, type ReadTx, sql } from "../../platform/postgres/db.ts";
import { type CardRow, cardRows } from "./listing-rows.ts";

/** The active offers of one user. */
export async function countOffersBySide(
  tx: ReadTx,
  { ownerId, cryptos }: { ownerId: bigint; cryptos: readonly CryptoCode[] },
): Promise<{ side: OfferType; count: number }[]> {
  return tx.rows<{ side: OfferType; count: number }>`
    select side, count(*)::int as count
    from offers
    where owner_id = ${ownerId} and active and deleted_at is null and crypto = any (${cryptos})
    group by side`;
}

/** In dollars, so that coins and currencies compare. */
export const PRICE = sql`dollar.rate * coalesce(1 + offers.margin_bp / 10000.0, offers.fixed_price / rates.rate)`;

export const ORDER: Record<OfferSort, Fragment> = {
  default: sql`offers.rank desc, offers.id`,
  crypto_usd_price_asc: sql`${PRICE}, offers.id`,
  crypto_usd_price_desc: sql`${PRICE} desc, offers.id`,
  release_time_asc: sql`offers.release_sec, offers.id`,
  release_time_desc: sql`offers.release_sec desc nulls last, offers.id`,
};

/** The cards of one page of a user's active offers. */
export function userOfferRows(
  tx: ReadTx,
  { ownerId, cryptos, side, sort, limit, offset, viewerId }: Tab,
): Promise<CardRow[]> {
  return cardRows(tx, {
    page: sql`
      select offers.id, row_number() over (order by ${ORDER[sort]}) as place
      from offers
      join rates on rates.crypto = offers.crypto and rates.fiat = offers.fiat
      join rates dollar on dollar.crypto = offers.crypto and dollar.fiat = 'USD'
      where owner_id = ${ownerId} and active and deleted_at is null and side = ${side}
        and offers.crypto = any (${cryptos})
      order by place
      limit ${limit} offset ${offset}`,
    viewerId,
  });
}

type Tab = {
  readonly ownerId: bigint;
  readonly cryptos: readonly CryptoCode[];
  readonly side: OfferType;
  readonly sort: OfferSort;
  readonly limit: number;
  readonly offset: number;
  readonly viewerId: bigint | undefined;
};

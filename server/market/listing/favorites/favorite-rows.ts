/** The SQL of favorite offers. */
import type { OfferType } from "#contract/market/offers/offer-fields.ts";
import type { OfferSort } from "#contract/market/offers/listing/fields.ts";
import { PRICE } from "../user-offer-rows.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../../platform/postgres/db.ts";
import { type CardRow, cardRows } from "../listing-rows.ts";

/** How many favorites a user has besides this one. */
export async function countFavorites(
  tx: ReadTx,
  { userId, except }: { userId: bigint; except: bigint },
): Promise<number> {
  const [row] = await tx.rows<{ count: number }>`
    select count(*)::int as count
    from offer_favorites
    where user_id = ${userId} and offer_id <> ${except}`;
  return row?.count ?? 0;
}

/** Twice is once. */
export async function insertFavorite(tx: Tx, { userId, offerId }: Favorite): Promise<void> {
  await tx.rows`
    insert into offer_favorites (user_id, offer_id, added_at)
    values (${userId}, ${offerId}, ${tx.now})
    on conflict do nothing`;
}

export async function deleteFavorite(tx: Tx, { userId, offerId }: Favorite): Promise<void> {
  await tx.rows`
    delete from offer_favorites
    where user_id = ${userId} and offer_id = ${offerId}`;
}

type Favorite = { readonly userId: bigint; readonly offerId: bigint };

/** Without deleted offers. */
export async function countFavoritesBySide(tx: ReadTx, userId: bigint): Promise<{ side: OfferType; count: number }[]> {
  return tx.rows<{ side: OfferType; count: number }>`
    select offers.side, count(*)::int as count
    from offer_favorites kept
    join offers on offers.id = kept.offer_id and offers.deleted_at is null
    where kept.user_id = ${userId}
    group by offers.side`;
}

export const ORDER: Record<OfferSort, Fragment> = {
  default: sql`kept.added_at desc, offers.id`,
  crypto_usd_price_asc: sql`${PRICE}, offers.id`,
  crypto_usd_price_desc: sql`${PRICE} desc, offers.id`,
  release_time_asc: sql`offers.release_sec, offers.id`,
  release_time_desc: sql`offers.release_sec desc nulls last, offers.id`,
};

/** The cards of one page of a user's favorites. */
export function favoriteRows(
  tx: ReadTx,
  {
    userId,
    side,
    sort,
    limit,
    offset,
  }: { userId: bigint; side: OfferType; sort: OfferSort; limit: number; offset: number },
): Promise<CardRow[]> {
  return cardRows(tx, {
    page: sql`
      select offers.id, row_number() over (order by ${ORDER[sort]}) as place
      from offer_favorites kept
      join offers on offers.id = kept.offer_id and offers.deleted_at is null
      join rates on rates.crypto = offers.crypto and rates.fiat = offers.fiat
      join rates dollar on dollar.crypto = offers.crypto and dollar.fiat = 'USD'
      where kept.user_id = ${userId} and offers.side = ${side}
      order by place
      limit ${limit} offset ${offset}`,
    viewerId: userId,
  });
}

/** Offers that a user keeps. */
import type { OfferSort } from "#contract/listing-fields.ts";
import type { OfferType } from "#contract/offer-fields.ts";
import type { OfferCard } from "#contract/offers.ts";
import { Refusal } from "#contract/refusals.ts";
import { paginationOf } from "#contract/wire.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../platform/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { viewCard } from "./card.ts";
import { cardRows } from "./listing-rows.ts";
import { PER_PAGE } from "./listing-query.ts";
import { findOffer } from "../offers/index.ts";

/** Twice is once. Refuses offer.not_found, offer.too_many_favorites. */
export async function keepOffer(tx: Tx, { userId, hash }: { userId: bigint; hash: string }): Promise<void> {
  const offer = await findOffer(tx, hash);
  if (!offer || offer.isDeleted) throw new Refusal("offer.not_found");
  const most = (await readSettings(tx, ["offers.max_favorites"]))["offers.max_favorites"];
  const [kept] = await tx.rows<{ count: number }>`
    select count(*)::int as count
    from offer_favorites
    where user_id = ${userId} and offer_id <> ${offer.id}`;
  if ((kept?.count ?? 0) >= most) throw new Refusal("offer.too_many_favorites", { most });

  await tx.rows`
    insert into offer_favorites (user_id, offer_id, added_at)
    values (${userId}, ${offer.id}, ${tx.now})
    on conflict do nothing`;
}

/** A deleted offer can be let go as well. Refuses offer.not_found. */
export async function dropOffer(tx: Tx, { userId, hash }: { userId: bigint; hash: string }): Promise<void> {
  const offer = await findOffer(tx, hash);
  if (!offer) throw new Refusal("offer.not_found");

  await tx.rows`
    delete from offer_favorites
    where user_id = ${userId} and offer_id = ${offer.id}`;
}

/** Newest first, or by price. Offers that left the market stay in the list and say so. */
export async function listFavorites(
  tx: ReadTx,
  { userId, side, sort, page }: { userId: bigint; side: OfferType; sort: OfferSort; page: number },
): Promise<{
  data: (OfferCard & { isActive: boolean })[];
  meta: ReturnType<typeof paginationOf> & {
    buyCount: number;
    sellCount: number;
    currentType: OfferType;
    currentSorting: OfferSort;
  };
}> {
  const counted = await tx.rows<{ side: OfferType; count: number }>`
    select offers.side, count(*)::int as count
    from offer_favorites kept
    join offers on offers.id = kept.offer_id and offers.deleted_at is null
    where kept.user_id = ${userId}
    group by offers.side`;
  const rows = await cardRows(tx, {
    page: sql`
      select offers.id, row_number() over (order by ${ORDER[sort]}) as place
      from offer_favorites kept
      join offers on offers.id = kept.offer_id and offers.deleted_at is null
      join rates on rates.crypto = offers.crypto and rates.fiat = offers.fiat
      join rates dollar on dollar.crypto = offers.crypto and dollar.fiat = 'USD'
      where kept.user_id = ${userId} and offers.side = ${side}
      order by place
      limit ${PER_PAGE} offset ${(page - 1) * PER_PAGE}`,
    viewerId: userId,
  });
  const countOf = (of: OfferType) => counted.find((row) => row.side === of)?.count ?? 0;
  return {
    data: rows.map((row) => ({ ...viewCard(row, { now: tx.now, viewer: { userId } }), isActive: row.active })),
    meta: {
      ...paginationOf({ total: countOf(side), page, perPage: PER_PAGE }),
      buyCount: countOf("buy"),
      sellCount: countOf("sell"),
      currentType: side,
      currentSorting: sort,
    },
  };
}

// In dollars, so that coins and currencies compare.
const PRICE = sql`dollar.rate * coalesce(1 + offers.margin_bp / 10000.0, offers.fixed_price / rates.rate)`;
const ORDER: Record<OfferSort, Fragment> = {
  default: sql`kept.added_at desc, offers.id`,
  crypto_usd_price_asc: sql`${PRICE}, offers.id`,
  crypto_usd_price_desc: sql`${PRICE} desc, offers.id`,
  release_time_asc: sql`offers.release_sec, offers.id`,
  release_time_desc: sql`offers.release_sec desc nulls last, offers.id`,
};

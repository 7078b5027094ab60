/** Offers that a user keeps. */
import type { Locale } from "#contract/platform/locales.ts";
import type { OfferSort } from "#contract/market/offers/listing/fields.ts";
import type { OfferType } from "#contract/market/offers/offer-fields.ts";
import type { OfferCard } from "#contract/market/offers/offers.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { paginationOf } from "#contract/platform/wire.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { viewCard } from "../card.ts";
import { PER_PAGE } from "../filters/listing-query.ts";
import { findOffer, maySee } from "../../offers/index.ts";
import { countFavorites, countFavoritesBySide, deleteFavorite, favoriteRows, insertFavorite } from "./favorite-rows.ts";

/** Twice is once. Refuses offer.not_found, offer.too_many_favorites. */
export async function keepOffer(tx: Tx, { userId, hash }: { userId: bigint; hash: string }): Promise<void> {
  const offer = await findOffer(tx, hash);
  if (!offer || offer.isDeleted || !maySee(offer, userId)) throw new Refusal("offer.not_found");
  const most = (await readSettings(tx, ["offers.max_favorites"]))["offers.max_favorites"];
  const kept = await countFavorites(tx, { userId, except: offer.id });
  if (kept >= most) throw new Refusal("offer.too_many_favorites", { most });

  await insertFavorite(tx, { userId, offerId: offer.id });
}

/** A deleted offer can be let go as well. Refuses offer.not_found. */
export async function dropOffer(tx: Tx, { userId, hash }: { userId: bigint; hash: string }): Promise<void> {
  const offer = await findOffer(tx, hash);
  if (!offer || !maySee(offer, userId)) throw new Refusal("offer.not_found");

  await deleteFavorite(tx, { userId, offerId: offer.id });
}

type FavoritesAsked = {
  readonly userId: bigint;
  readonly side: OfferType;
  readonly sort: OfferSort;
  readonly page: number;
  readonly locale?: Locale;
};

/** Newest first, or by price. Offers that left the market stay in the list and say so. */
export async function listFavorites(
  tx: ReadTx,
  { userId, side, sort, page, locale }: FavoritesAsked,
): Promise<{
  data: (OfferCard & { isActive: boolean })[];
  meta: ReturnType<typeof paginationOf> & {
    buyCount: number;
    sellCount: number;
    currentType: OfferType;
    currentSorting: OfferSort;
  };
}> {
  const counted = await countFavoritesBySide(tx, userId);
  const rows = await favoriteRows(tx, { userId, side, sort, limit: PER_PAGE, offset: (page - 1) * PER_PAGE });
  const countOf = (of: OfferType) => counted.find((row) => row.side === of)?.count ?? 0;
  return {
    data: rows.map((row) => ({ ...viewCard(row, { now: tx.now, viewer: { userId }, locale }), isActive: row.active })),
    meta: {
      ...paginationOf({ total: countOf(side), page, perPage: PER_PAGE }),
      buyCount: countOf("buy"),
      sellCount: countOf("sell"),
      currentType: side,
      currentSorting: sort,
    },
  };
}

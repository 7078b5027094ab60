/** Offers that a user keeps. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { offerCard, offerSort, offerType } from "./offers.ts";
import { count, empty, hash, pageQuery } from "../../platform/wire.ts";

export const listFavoriteOffers = endpoint({
  name: "listFavoriteOffers",
  method: "GET",
  path: "/rest/v1/favorites/offers",
  summary: "The offers that the caller keeps.",
  query: z.strictObject({ page: pageQuery, type: z.optional(offerType), sort: z.optional(offerSort) }),
  reply: z.array(z.strictObject({ ...offerCard.shape, isActive: z.boolean() })),
  meta: z.strictObject({
    total: count,
    currentPage: count,
    perPage: count,
    lastPage: count,
    buyCount: count,
    sellCount: count,
    currentType: offerType,
    currentSorting: offerSort,
  }),
});

const favored = z.strictObject({ hash, isFavorite: z.boolean() });

export const addFavoriteOffer = endpoint({
  name: "addFavoriteOffer",
  method: "POST",
  path: "/rest/v1/favorites/offers/:id",
  summary: "Keeps an offer. Twice is once.",
  params: z.strictObject({ id: hash }),
  body: z.optional(empty),
  reply: favored,
  refusals: ["offer.not_found", "offer.too_many_favorites"],
});

export const removeFavoriteOffer = endpoint({
  name: "removeFavoriteOffer",
  method: "DELETE",
  path: "/rest/v1/favorites/offers/:id",
  summary: "Keeps an offer no longer.",
  params: z.strictObject({ id: hash }),
  reply: favored,
  refusals: ["offer.not_found"],
});

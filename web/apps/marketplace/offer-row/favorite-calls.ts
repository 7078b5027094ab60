/** Favourites, loaded with the first press: most visitors never keep an offer. */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { empty, hash } from "#contract/wire.ts";

export const addFavorite = endpoint({
  name: "addFavorite",
  method: "POST",
  path: "/rest/v1/favorites/offers/:id",
  summary: "",
  params: z.strictObject({ id: hash }),
  reply: empty,
});
export const removeFavorite = endpoint({
  name: "removeFavorite",
  method: "DELETE",
  path: "/rest/v1/favorites/offers/:id",
  summary: "",
  params: z.strictObject({ id: hash }),
  reply: empty,
});

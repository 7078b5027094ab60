/** Offers that expert traders promote: the call, and how many they may. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { myOffer } from "./my/offer.ts";
import { count, hash } from "../../platform/wire.ts";

export const promoteOffer = endpoint({
  name: "promoteOffer",
  method: "POST",
  path: "/rest/v1/offers/:id/promote",
  summary: "Promote an offer to sell for some days, for expert traders: it is listed before the others of its market.",
  params: z.strictObject({ id: hash }),
  body: z.strictObject({ days: z.int().check(z.minimum(1), z.maximum(90)) }),
  reply: myOffer,
  meta: z.strictObject({ promoteTotal: count, promoteAvailable: count }),
  refusals: [
    "offer.not_found",
    "offer.special_locked",
    "offer.promotion_days",
    "offer.promotion_of_buyers",
    "offer.not_active",
    "offer.promotion_not_yours",
    "offer.promotions_used",
    "offer.promoted",
  ],
});

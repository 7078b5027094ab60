/** A person's gift cards: put into the vault, kept for an offer, taken out. Their codes never come back to their owner. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { GIFT_CARD_KINDS, GIFT_CARD_STATUSES } from "./gift-card-names.ts";
import { amount, fiatCode, hash, instant, pageQuery, pagination, secretText, slug } from "../../platform/wire.ts";

export const giftCardKind = z.enum(GIFT_CARD_KINDS);
export const giftCardStatus = z.enum(GIFT_CARD_STATUSES);

export const giftCard = z.strictObject({
  id: hash,
  kind: giftCardKind,
  paymentMethod: z.strictObject({ slug, name: z.string() }),
  fiatAmount: amount,
  fiatCurrencyCode: fiatCode,
  status: giftCardStatus,
  /** The only offer whose trades may use it. */
  offer: z.nullable(hash),
  /** That it is or was used in. */
  trade: z.nullable(hash),
  /** Bought in this market's store, and its code has not been seen since. */
  isBoughtHere: z.boolean(),
  addedAt: instant,
  /** When a seller saw its code. */
  revealedAt: z.nullable(instant),
});
export type GiftCard = z.infer<typeof giftCard>;

export const listGiftCards = endpoint({
  name: "listGiftCards",
  method: "GET",
  path: "/rest/v1/gift-cards",
  summary: "The caller's gift cards, newest first, without their codes",
  query: z.strictObject({
    page: pageQuery,
    status: z.optional(giftCardStatus),
    payment_method: z.optional(slug),
    fiat_currency_code: z.optional(fiatCode),
    fiat_amount: z.optional(amount),
    /** Only what can pay in a trade of this offer now. */
    offer: z.optional(hash),
  }),
  reply: z.array(giftCard),
  meta: pagination,
  refusals: ["money.malformed", "money.too_many_digits"],
});

export const addGiftCard = endpoint({
  name: "addGiftCard",
  method: "POST",
  path: "/rest/v1/gift-cards",
  summary: "Put a gift card into the vault; a code is on the platform once",
  body: z.strictObject({
    payment_method: slug,
    kind: giftCardKind,
    fiat_currency_code: fiatCode,
    fiat_amount: amount,
    code: secretText({ min: 1, max: 80 }),
  }),
  reply: giftCard,
  refusals: [
    "gift_card.method",
    "gift_card.code",
    "gift_card.duplicate",
    "offer.currency_unknown",
    "money.malformed",
    "money.too_many_digits",
  ],
});

export const deleteGiftCard = endpoint({
  name: "deleteGiftCard",
  method: "DELETE",
  path: "/rest/v1/gift-cards/:id",
  summary: "Take a card out of the vault that no trade has had",
  params: z.strictObject({ id: hash }),
  reply: z.strictObject({ id: hash }),
  refusals: ["gift_card.not_found", "gift_card.in_use"],
});

export const placeGiftCard = endpoint({
  name: "placeGiftCard",
  method: "PUT",
  path: "/rest/v1/gift-cards/:id/offer",
  summary: "Keep a card for the trades of one offer of the caller's, or with null for any",
  params: z.strictObject({ id: hash }),
  body: z.strictObject({ offer: z.nullable(hash) }),
  reply: giftCard,
  refusals: ["gift_card.not_found", "gift_card.in_use", "gift_card.unfit"],
});

/** Findings about a card before its code is seen, each with its time, oldest first. */
const giftCardEvent = z.enum(["added", "brought_again", "form_fits", "form_differs"]);

export const giftCardCheck = z.strictObject({
  /** A word that has to be beside the card on a photo; null outside a trade. */
  challenge: z.nullable(z.string()),
  challengeEndsAt: z.nullable(instant),
  /** The issuer's own page: only the issuer knows what is on the card. */
  url: z.nullable(z.string()),
  events: z.array(z.strictObject({ name: giftCardEvent, at: instant })),
  knowledgeLink: z.string(),
});
export type GiftCardCheck = z.infer<typeof giftCardCheck>;

export const checkGiftCard = endpoint({
  name: "checkGiftCard",
  method: "POST",
  path: "/rest/v1/gift-cards/check",
  summary: "Check a card before its code is shown: for its owner, and for the seller of its trade",
  body: z.strictObject({ gift_card: hash }),
  reply: giftCardCheck,
  refusals: ["gift_card.not_found", "gift_card.check_unavailable"],
});

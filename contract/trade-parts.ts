/** Parts of the view of a trade. */
import * as z from "zod/mini";
import { userSummary } from "./accounts.ts";
import { giftCardKind } from "./gift-cards.ts";
import { amount, count, fiatCode, hash, instant } from "./wire.ts";

export const tradeParty = z.strictObject({ ...userSummary.shape });

export const tradeTransition = z.strictObject({
  verb: z.string(),
  actor: z.string(),
  status: z.string(),
  at: instant,
  note: z.nullable(z.string()),
});

/** What each got of an escrow that a moderator divided, and what it is worth at the price of the trade. */
export const division = z.strictObject({
  buyer: amount,
  /** With the part of the fee that was not due. */
  seller: amount,
  fee: amount,
  buyerFiat: amount,
  sellerFiat: amount,
});

/** What the trade is paid in. */
export const tradeCurrency = z.strictObject({
  id: count,
  code: fiatCode,
  name: z.string(),
  digits: count,
  /** What a dollar costs in it now; null where nothing is known. */
  rate: z.strictObject({ usd: z.nullable(z.string()) }),
  /** Its place in a chooser. */
  order: count,
  /** A round sum near a hundred dollars. */
  defaultAmount: amount,
});

/** A gift card that pays. */
export const tradeCard = z.strictObject({
  id: hash,
  kind: giftCardKind,
  fiatAmount: amount,
  fiatCurrencyCode: fiatCode,
  revealedAt: z.nullable(instant),
});

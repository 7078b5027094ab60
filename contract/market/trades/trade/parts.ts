/** Parts of the view of a trade. */
import * as z from "zod/mini";
import { userSummary } from "../../../people/accounts.ts";
import { giftCardKind } from "../gift-cards.ts";
import { TRADE_STATUSES } from "./statuses.ts";
import { TRADE_VERBS } from "./verbs.ts";
import { amount, count, fiatCode, hash, instant } from "../../../platform/wire.ts";

export const tradeStatus = z.enum(TRADE_STATUSES);

export const tradeVerb = z.enum(TRADE_VERBS);

/** One thing the viewer may do now, or from `availableAt` on. */
export const tradeAction = z.strictObject({
  name: tradeVerb,
  availableAt: z.nullable(instant),
  /** Shown before it is done: releasing unpaid, cancelling after paying. */
  warning: z.nullable(z.enum(["release_before_paid", "cancel_after_paid", "release_in_dispute", "cancel_in_dispute"])),
});

export const tradeParty = z.strictObject({ ...userSummary.shape });

export const tradeTransition = z.strictObject({
  verb: z.string(),
  actor: z.string(),
  status: z.string(),
  at: instant,
  note: z.nullable(z.string()),
});

/** The shares of an escrow that a moderator divided, and their values at the price of the trade. */
export const division = z.strictObject({
  buyer: amount,
  /** With the part of the fee that was not due. */
  seller: amount,
  fee: amount,
  buyerFiat: amount,
  sellerFiat: amount,
});

/** The currency or metal of the payment. */
export const tradeCurrency = z.strictObject({
  id: count,
  code: fiatCode,
  name: z.string(),
  digits: count,
  /** The current price of a dollar in it; null if unknown. */
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
  /** Bought in this market's store, and its code was not seen before this trade. */
  isBoughtHere: z.boolean(),
  fiatAmount: amount,
  fiatCurrencyCode: fiatCode,
  revealedAt: z.nullable(instant),
});

/** The steps of a trade that a gift card pays. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { act, params, tradeView } from "./trade/trades.ts";
import { hash } from "../../platform/wire.ts";

export const shareGiftCard = endpoint({
  name: "shareGiftCard",
  method: "POST",
  path: "/rest/v1/trade/:id/gift-card",
  summary: "Share a card of the buyer with the trade: the seller sees the card but not its code",
  params,
  body: z.strictObject({ gift_card: hash }),
  reply: tradeView,
  refusals: [
    "trade.not_found",
    "trade.wrong_status",
    "trade.not_yours",
    "trade.unfunded",
    "gift_card.not_found",
    "gift_card.unfit",
  ],
});

export const acceptGiftCard = act("acceptGiftCard", "gift-card/accept", "The seller takes the card that was shared", [
  "trade.card_first",
]);
export const shareGiftCardCode = act(
  "shareGiftCardCode",
  "gift-card/share-code",
  "The buyer gives the code of the card: that counts as paid",
  ["trade.card_first", "trade.card_unaccepted", "trade.receipt_missing"],
);

export const revealGiftCardCode = endpoint({
  name: "revealGiftCardCode",
  method: "POST",
  path: "/rest/v1/trade/:id/gift-card/reveal",
  summary:
    "The seller sees the code; the first time is recorded. Repeated calls answer the code again for two minutes, and never after that",
  params,
  reply: z.strictObject({ code: z.string(), trade: tradeView }),
  refusals: [
    "trade.not_found",
    "trade.wrong_status",
    "trade.not_yours",
    "trade.unfunded",
    "trade.card_first",
    "trade.card_unaccepted",
    "trade.code_first",
    "gift_card.shown_before",
    "gift_card.not_found",
  ],
});

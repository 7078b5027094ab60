/** Refusals about gift cards and flows of trades. */
export const CARD_REFUSALS = {
  "gift_card.not_found": 404,
  "gift_card.method": 422,
  "gift_card.code": 422,
  "gift_card.duplicate": 409,
  "gift_card.in_use": 409,
  "gift_card.unfit": 422,
  "gift_card.check_unavailable": 422,
  "gift_card.shown_before": 409,
  "trade.card_first": 409,
  "trade.card_unaccepted": 409,
  "trade.code_first": 409,
  "offer.flow_unsupported": 422,
} as const;

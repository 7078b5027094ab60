/** Refusals about gift cards and flows of trades. */
export const CARD_REFUSALS = {
  "gift_card.not_found": { status: 404, text: "Gift card not found." },
  "gift_card.method": { status: 422, text: "Choose one of the gift-card payment methods." },
  "gift_card.code": { status: 422, text: "A code has 8 to 40 letters and digits." },
  "gift_card.duplicate": { status: 409, text: "This code is on the platform already. A card can be used once." },
  "gift_card.in_use": { status: 409, text: "A trade is using this card." },
  "gift_card.unfit": {
    status: 422,
    text: "This card does not match: payment method, currency and exact amount must be the same, and it must not be reserved for another offer.",
  },
  "gift_card.check_unavailable": {
    status: 422,
    text: "Codes of this gift card cannot be checked: the issuer's format is unknown.",
  },
  "gift_card.shown_before": {
    status: 409,
    text: "The code was shown more than two minutes ago. It cannot be shown again.",
  },
  "trade.card_first": { status: 409, text: "Not possible yet: the buyer has not shared a gift card." },
  "trade.card_unaccepted": { status: 409, text: "Not possible yet: the seller has not accepted the gift card." },
  "trade.code_first": { status: 409, text: "Not possible yet: the buyer has not shared the code." },
  "offer.flow_unsupported": {
    status: 422,
    text: "Offers with this payment method cannot use this kind of trade.",
  },
} as const;

/** Refusals of virtual cards. */
export const CARD_REFUSALS = {
  "card.unknown": 404,
  "card.over": 409,
  "card.too_many": 409,
  "card.insufficient": 422,
  "card.user_limit": 422,
  "card.unavailable": 503,
  "card.price_moved": 409,
  "card.nothing_left": 422,
  "card.terminal_details": 422,
} as const;

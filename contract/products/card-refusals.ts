/** Refusals of virtual cards. */
export const VIRTUAL_CARD_REFUSALS = {
  "virtual_card.unknown": 404,
  "virtual_card.over": 409,
  "virtual_card.too_many": 409,
  "virtual_card.insufficient": 422,
  "virtual_card.user_limit": 422,
  "virtual_card.unavailable": 503,
  "virtual_card.price_moved": 409,
  "virtual_card.terminal_details": 422,
  "virtual_card.program_over": 409,
  "virtual_card.address": 422,
  "virtual_card.identity": 403,
  "virtual_card.waits": 409,
  "virtual_card.issuer_away": 503,
  "virtual_card.dispute_known": 409,
  "virtual_card.dispute_late": 409,
  "virtual_card.dispute_sum": 422,
} as const;

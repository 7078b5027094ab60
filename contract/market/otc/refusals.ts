/** Refusals of the OTC desk. One line each. */
export const OTC_REFUSALS = {
  "otc.too_small": 422,
  "otc.limit": 422,
  "otc.many": 409,
  "otc.unknown": 404,
  "otc.ended": 409,
  "otc.late": 409,
  "otc.trader": 422,
  "otc.same": 422,
  "otc.method": 422,
  "otc.price": 422,
  "otc.trader_not_ready": 409,
  "otc.coins_missing": 422,
} as const;

/** Refusals of spot trading. */
export const SPOT_REFUSALS = {
  "spot.market_closed": 409,
  "spot.price_far": 422,
  "spot.price_step": 422,
  "spot.amount_step": 422,
  "spot.too_small": 422,
  "spot.too_many_orders": 409,
  "spot.same_client_id": 409,
  "spot.order_shape": 422,
  "spot.oco_prices": 422,
  "spot.order_unknown": 404,
  "spot.order_ended": 409,
  "spot.amend_lower": 422,
  "spot.no_session": 403,
  "spot.session_limit": 403,
  "spot.no_rate": 503,
} as const;

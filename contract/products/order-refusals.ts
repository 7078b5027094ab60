/** Refusals of products with a provider behind them. */
export const ORDER_REFUSALS = {
  "order.unknown": 404,
  "order.paused": 503,
  "order.unavailable": 503,
  "order.price_moved": 409,
  "order.user_limit": 422,
  "top_up.unknown": 404,
  "top_up.country": 422,
  "top_up.number_limit": 422,
  "top_up.other_operator": 409,
  "top_up.again": 409,
  "top_up.look_ups": 429,
} as const;

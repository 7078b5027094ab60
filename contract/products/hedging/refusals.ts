/** Refusals of rules that convert a balance. */
export const HEDGING_REFUSALS = {
  "hedging.feeds": 409,
  "hedging.too_many": 409,
  "hedging.unknown": 404,
  "hedging.rule_shape": 422,
} as const;

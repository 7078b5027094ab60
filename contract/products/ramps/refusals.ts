/** Refusals of purchases and sales of coins by bank transfer and mobile money. */
export const RAMP_REFUSALS = {
  "ramp.unknown": 404,
  "ramp.closed": 503,
  "ramp.least": 422,
  "ramp.most": 422,
  "ramp.whole": 422,
  "ramp.account": 422,
  "ramp.not_own": 422,
  "ramp.account_changed": 409,
  "ramp.new_account": 422,
  "ramp.many": 422,
  "ramp.over": 409,
} as const;

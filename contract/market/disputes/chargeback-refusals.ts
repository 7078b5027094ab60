/** Refusals about chargebacks. */
export const CHARGEBACK_REFUSALS = {
  "chargeback.not_verified": 422,
  "chargeback.not_yours": 403,
  "chargeback.method": 422,
  "chargeback.expired": 422,
  "chargeback.reported": 409,
  "chargeback.not_confirmed": 409,
  "chargeback.gone": 404,
  "chargeback.not_judge": 403,
  "chargeback.out_of_range": 422,
} as const;

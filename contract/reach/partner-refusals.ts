/** Refusals of the partner program. */
export const PARTNER_REFUSALS = {
  "partner.off": 404,
  "partner.other_subject": 403,
  "partner.code_unknown": 422,
  "partner.code_look_alike": 422,
  "partner.code_own": 422,
  "partner.code_younger": 422,
  "partner.code_late": 409,
  "partner.code_fixed": 409,
  "partner.nothing": 409,
  "partner.too_little": 422,
  "partner.no_case": 404,
  "partner.case_own": 403,
  "partner.case_closed": 409,
} as const;

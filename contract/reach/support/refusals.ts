/** Refusals of support. */
export const SUPPORT_REFUSALS = {
  "support.unknown": 404,
  "support.link_gone": 404,
  "support.closed": 409,
  "support.not_solved": 409,
  "support.rated": 409,
  "support.object": 422,
  "support.files": 422,
  "support.not_assigned": 409,
  "support.assigned": 409,
  "support.answered_meanwhile": 409,
  "support.no_receiver": 422,
  "support.merge": 409,
  "support.placeholder": 422,
  "support.no_reply": 404,
  "support.no_feature": 404,
} as const;

/** Refusals of a buyer's files, and of codes that come with a cancel. */
export const REQUIREMENT_REFUSALS = {
  "trade.receipt_missing": 422,
  "requirement.asked_before": 409,
  "attachment.not_found": 404,
  "attachment.judged_before": 409,
  "trade.code_malformed": 400,
  "trade.code_wrong": 400,
} as const;

export const CANCEL_REFUSALS = [
  "trade.cancel_refused",
  "trade.code_malformed",
  "trade.code_wrong",
  "auth.password_proof",
  "auth.throttled",
  "auth.busy",
] as const;

/** The given API shows what a cancel answers with 400, and nothing else of its refusals. */
export const CANCEL_STATUSES = {
  "auth.password_proof": 400,
  "auth.restricted": 400,
  "auth.throttled": 400,
  "auth.busy": 400,
  "request.blocked_in_location": 400,
} as const;

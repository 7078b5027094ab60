/** Refusals of a buyer's files, and of codes that come with a cancel. */
export const REQUIREMENT_REFUSALS = {
  "trade.proof_missing": { status: 422, text: "Upload what this offer requires before you mark the trade as paid." },
  "requirement.asked_before": { status: 409, text: "This was already requested in this trade." },
  "attachment.not_found": { status: 404, text: "There is no such file in this trade." },
  "attachment.judged_before": { status: 409, text: "The seller has already decided about this file." },
  "trade.code_malformed": { status: 400, text: "Enter one code of six digits." },
  "trade.code_wrong": { status: 400, text: "The code is incorrect or has expired. Request a new one." },
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

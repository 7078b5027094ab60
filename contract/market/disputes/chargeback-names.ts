/** Names and bounds of chargeback reports; apart from the calls, so that a form needs no schemas. */
export const CHARGEBACK_REASONS = ["payment_reversed", "account_frozen", "card_invalid", "stolen_account"] as const;
export type ChargebackReason = (typeof CHARGEBACK_REASONS)[number];

/** The decision of staff about a report. */
export const REPORT_STATUSES = ["Pending", "Dismissed", "Confirmed"] as const;

/** Statements that the reporter must agree to one by one; the report is sent only if all are true. */
export const CHARGEBACK_STATEMENTS = ["received_then_lost", "asked_provider", "all_true", "no_guarantee"] as const;

export const CHARGEBACK_TEXT = { min: 10, max: 1000 } as const;
export const CHARGEBACK_NAME = { min: 2, max: 140 } as const;
/** The reason for which staff take a case. */
export const CASE_REASON = { min: 3, max: 300 } as const;

/** The trade's side and the staff's: not_available where it is no seller's of a released trade, or its payments do not come back. */
export const CHARGEBACK_STATES = ["available", "not_available", "expired", "reported"] as const;

/** Names and bounds of chargeback reports; apart from the calls, so that a form needs no schemas. */
export const CHARGEBACK_REASONS = ["payment_reversed", "account_frozen", "card_invalid", "stolen_account"] as const;
export type ChargebackReason = (typeof CHARGEBACK_REASONS)[number];

/** What staff made of a report. */
export const REPORT_STATUSES = ["Pending", "Dismissed", "Confirmed"] as const;

/** What whoever reports has to agree to, each by itself; only when all of it is true the report is sent. */
export const CHARGEBACK_STATEMENTS = ["received_then_lost", "asked_provider", "all_true", "no_guarantee"] as const;

export const CHARGEBACK_TEXT = { min: 10, max: 1000 } as const;
export const CHARGEBACK_NAME = { min: 2, max: 140 } as const;
/** The reason for which staff take a case. */
export const CASE_REASON = { min: 3, max: 300 } as const;

/** The trade's side and the staff's: not_available where it is no seller's of a released trade, or its payments do not come back. */
export const CHARGEBACK_STATES = ["available", "not_available", "expired", "reported"] as const;

/** The names of cases of the partner program, as the staff's screens need them. */
export const CASE_RULES = ["household", "payout_account", "pair_limit"] as const;
export const CASE_DECISIONS = ["dismissed", "confirmed"] as const;
export const CASE_STATUSES = ["open", ...CASE_DECISIONS, "merged"] as const;
export const CASE_LISTS = ["open", "decided"] as const;

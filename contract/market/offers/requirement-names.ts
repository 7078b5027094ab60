/** The files that the buyer of a trade may have to submit, and the tags of an offer that require them. */

export const REQUIREMENTS = ["payment_proof", "receipt", "bank_statement"] as const;
export type RequirementName = (typeof REQUIREMENTS)[number];

/** A word of an offer that requires something before its buyer may say that they have paid. */
export const REQUIRED_BY_TAG: Readonly<Record<string, RequirementName>> = {
  "receipt-required": "receipt",
  "bank-statement-required": "bank_statement",
};

export const ATTACHMENT_STATUSES = ["pending", "uploaded", "approved", "rejected", "corrupted"] as const;

/** Rules that a side of a trade may say they have read. */
export const POLICY_PAGES = ["/dispute-rules", "/terms-of-service", "/privacy-policy"] as const;

export const ATTACHMENT_REASON = { min: 3, max: 500 } as const;
export const MOST_AT_ONCE = 5;

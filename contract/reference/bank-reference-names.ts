/** What an offer may ask of a bank transfer's reference, by name: a form needs them, and not what reads a request. */

/** no_message: it stays empty. no_preference: the payer writes what they like. */
export const BANK_REFERENCES = ["no_preference", "no_message", "exact_message"] as const;
export const BANK_REFERENCE_MAX = 140;

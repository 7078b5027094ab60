/** The rules of a bank transfer's reference, by name: forms need the names without the code that parses requests. */

/** no_message: it stays empty. no_preference: the payer writes what they like. */
export const BANK_REFERENCES = ["no_preference", "no_message", "exact_message"] as const;
export const BANK_REFERENCE_MAX = 140;

/** The words of Lightning, as screens need them. */
export const LN_INVOICE_STATUSES = ["asked", "open", "settled", "paid_inside", "expired"] as const;
export const LN_PAYMENT_STATUSES = ["reserved", "in_flight", "settled", "inside", "failed"] as const;
export const LN_FAILURES = ["no_route", "timeout", "rejected", "expired", "other", "other_invoice"] as const;
export const CHANNEL_STATES = ["active", "inactive", "closing"] as const;
/** What stops payments over Lightning, and deposits. */
export const LIGHTNING_HALTS = ["lightning_out", "lightning_in"] as const;
/** An invoice lives so long: ten minutes, an hour, a day. */
export const LN_LIFETIMES = [600, 3600, 86_400] as const;
export const LN_MEMO_MAX = 140;
/** Of BOLT 11: human-readable part, then data. */
export const BOLT11_FORM = /^(?:lightning:)?ln(?:bc|tb|bcrt|tbs)[0-9a-z]{50,3900}$/i;

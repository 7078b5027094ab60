/** Names of virtual cards that screens need without what reads a request. */

/** Kinds of merchants that a card can be closed to. */
export const CLOSABLE_GROUPS = ["gambling", "fuel", "travel", "cash", "digital"] as const;
export type ClosableGroup = (typeof CLOSABLE_GROUPS)[number];
export const MERCHANT_GROUPS = ["shop", "food", ...CLOSABLE_GROUPS] as const;
export type MerchantGroup = (typeof MERCHANT_GROUPS)[number];

export const CARD_STATUSES = ["active", "frozen", "terminated"] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

/** As its user sees it: requested until the issuer has made it, refused where it would not. */
export const CARD_STATES = [...CARD_STATUSES, "requested", "refused"] as const;

export const PAYMENT_STATES = ["approved", "declined", "reversed", "expired", "closed"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

export const DECLINES = [
  ...([
    "program_over",
    "frozen",
    "terminated",
    "expired",
    "halted",
    "restricted",
    "payment_limit",
    "day_limit",
    "month_limit",
  ] as const),
  ...(["merchant", "used", "insufficient", "rate"] as const),
  /** Of an online payment: its user was asked, said no, or did not answer in time. */
  ...(["approval", "not_approved", "not_answered"] as const),
] as const;
export type Decline = (typeof DECLINES)[number];

/** What an issuer books. */
export const ENTRY_KINDS = ["capture", "reversal", "refund", "force_post"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Why a user disputes a payment, and the state of the dispute; provisional: the issuer credited it for now. */
export const DISPUTE_REASONS = [
  ...(["fraud", "not_received", "not_as_described", "duplicate", "canceled", "wrong_sum"] as const),
] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];
export const DISPUTE_STATUSES = ["opened", "provisional", "won", "lost", "refunded"] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];
export const DISPUTE_ANSWERS = ["dispute_credit", "dispute_won", "dispute_lost"] as const;
export type DisputeAnswer = (typeof DISPUTE_ANSWERS)[number];
export const EVIDENCE = { min: 20, max: 2000 } as const;

export const LABEL_MAX = 40;

/** Names of virtual cards that only pages of the staff need. */

/** Whose programs there are. */
export const CARD_ISSUERS = ["house_issuer", "stripe_issuing"] as const;
export type CardIssuerName = (typeof CARD_ISSUERS)[number];

export const CARD_LISTS = ["disputes", "holds", "debts", "messages", "statements"] as const;
export type CardList = (typeof CARD_LISTS)[number];

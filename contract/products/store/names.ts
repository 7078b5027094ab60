/** The gift card store by name: screens need the names without the code that parses requests. */

export const STORE_CATEGORIES = ["shopping", "games", "entertainment", "food", "travel", "money", "other"] as const;
export type StoreCategory = (typeof STORE_CATEGORIES)[number];

/** The state of a report that the code of a bought card does not work. */
export const REPORT_STATUSES = ["open", "refunded", "refused"] as const;

/** Of a cart. */
export const MOST_LINES = 10;
export const MOST_OF_A_LINE = 10;
export const NOTE_MAX = 200;
export const REPORT_MAX = 500;

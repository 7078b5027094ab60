/** The history of a wallet, as forms and screens need it. */

/** What moved the balance. `fee` is every movement of which a part is a fee. */
export const MOVEMENT_KINDS = [
  "deposit",
  "send_out",
  "trade",
  "conversion",
  "spot",
  "bond",
  "correction",
  "other",
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];
export const MOVEMENT_FILTERS = [...MOVEMENT_KINDS, "fee"] as const;
export type MovementFilter = (typeof MOVEMENT_FILTERS)[number];

export const DIRECTIONS = ["in", "out"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** The longest that is searched for: an address or the id of a transaction. */
export const HISTORY_SEARCH_MAX = 100;

/** Of files; a statement is a PDF document. */
export const HISTORY_FORMATS = ["csv", "xlsx"] as const;
export const MOST_HISTORY_DAYS = 366;

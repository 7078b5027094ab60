import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  saved_searches: [],
  offer_arrivals: [],
  saved_search_alerts: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  saved_searches: {
    ownData: { section: "saved_searches" },
    retention: { kept: "kept with the account" },
    closing: "erased",
  },
  offer_arrivals: {
    ownData: { none: "offers that came to the market, without a user" },
    retention: { by: "drop-offer-arrivals", after: "three hours" },
    closing: { kept: "without a user" },
  },
  saved_search_alerts: {
    ownData: { section: "saved_searches" },
    retention: { by: "search_alerts", after: "a year" },
    closing: { erasedWith: "saved_searches" },
  },
};

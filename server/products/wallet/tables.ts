import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  send_out_quotes: [],
  send_out_links: [],
  conversion_quotes: [],
  conversions: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  send_out_quotes: {
    ownData: { none: "transfers are in it, and a quote that nobody took is a price" },
    retention: { by: "send_out_quotes", after: "30 days where nobody took it" },
    closing: { kept: "the books are kept whole; they name accounts by number" },
  },
  send_out_links: {
    ownData: { none: "a link in an email, kept as a digest" },
    retention: { kept: "the books are kept whole; they name accounts by number" },
    closing: { kept: "the books are kept whole; they name accounts by number" },
  },
  conversion_quotes: {
    ownData: { section: "conversions" },
    retention: { by: "conversion_quotes", after: "30 days where nobody took it" },
    closing: { kept: "the books are kept whole; they name accounts by number" },
  },
  conversions: {
    ownData: { section: "conversions" },
    retention: { kept: "the books are kept whole; they name accounts by number" },
    closing: { kept: "the books are kept whole; they name accounts by number" },
  },
};

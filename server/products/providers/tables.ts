import { type DataOf, untouched } from "../../platform/personal-data.ts";

const BOOKS = { kept: "the books are kept whole; they name accounts by number" };

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  product_quotes: [
    "cost_units",
    "created_at",
    "currency",
    "expires_at",
    "fee_units",
    "got_currency",
    "got_units",
    "hash",
    "id",
    "product",
    "provider",
    "units",
    "user_id",
  ],
  provider_orders: [
    "id",
    "hash",
    "quote_id",
    "user_id",
    "product",
    "status",
    "created_at",
    "ended_at",
    "end_reason",
    "delivered_units",
    "case_at",
    "provider",
    "country",
    "currency",
    "units",
    "external_ref",
    "booked_units",
  ],
  provider_attempts: [],
  provider_messages: [],
  provider_statements: [],
  provider_statement_lines: [],
  provider_health: ["provider", "product", "country", "paused_until"],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  product_quotes: {
    ownData: { section: "orders" },
    retention: { by: "product_quotes", after: "30 days where nobody took it" },
    closing: BOOKS,
  },
  provider_orders: { ownData: { section: "orders" }, retention: BOOKS, closing: { obstacle: "orders" } },
  provider_attempts: untouched("calls to providers, which say nothing of people"),
  provider_messages: {
    ownData: { none: "a message of a provider, sealed; the order has what came of it" },
    retention: { by: "provider_messages", after: "90 days" },
    closing: { kept: "it goes by its age" },
  },
  provider_statements: untouched("the books of providers"),
  provider_statement_lines: untouched("the books of providers"),
  provider_health: untouched("how calls to providers went"),
};

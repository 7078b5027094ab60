import { type DataOf, untouched } from "../../platform/personal-data.ts";

const BOOKS = "the books are kept whole; they name accounts by number";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  ln_invoices: [],
  ln_quotes: [],
  ln_payments: [],
  ln_withdrawals: [],
  ln_node: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  ln_invoices: {
    ownData: { section: "ln_invoices" },
    retention: { kept: BOOKS },
    closing: "erased",
  },
  ln_quotes: {
    ownData: { none: "what a payment cost is with the payment" },
    retention: { kept: "gone with the quote that it belongs to" },
    closing: { kept: "with the payment, or gone with the quote" },
  },
  ln_payments: {
    ownData: { section: "ln_payments" },
    retention: { kept: BOOKS },
    closing: { obstacle: "orders" },
  },
  ln_withdrawals: {
    ownData: { section: "ln_withdrawals" },
    retention: { kept: BOOKS },
    closing: { obstacle: "orders" },
  },
  ln_node: untouched("the operator's node as it was seen last"),
};

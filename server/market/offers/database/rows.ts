import type { DeclaredRows } from "../../../platform/postgres/schema/rows.ts";
import { PAYMENT_METHODS } from "../../../reference/catalog/index.ts";

/** The class by which the fee of a payment method is set. */
export const ROWS: readonly DeclaredRows[] = [
  {
    table: "method_fees",
    key: ["method_id"],
    rows: PAYMENT_METHODS.map(({ id, group, rules }) => ({
      method_id: id,
      class: rules.includes("fee-5") ? "high" : group,
    })),
  },
];

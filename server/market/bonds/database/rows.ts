import type { DeclaredRows } from "../../../platform/postgres/schema/rows.ts";
import { needsBond, PAYMENT_METHODS } from "../../../reference/catalog/index.ts";

/** The payment methods whose offers need a bond. */
export const ROWS: readonly DeclaredRows[] = [
  {
    table: "bond_methods",
    key: ["method_id"],
    rows: PAYMENT_METHODS.filter(needsBond).map(({ id }) => ({ method_id: id })),
  },
];

/** Declarations of this module for the campaigns. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  ids: {
    ln_invoice: { table: "ln_invoices", column: "hash" },
    ln_withdrawal: { table: "product_quotes", column: "hash" },
  },
};

/** Declarations of this module for the campaigns. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  ids: {
    dispute_appeal: { table: "dispute_appeals", column: "case_number", order: "made_at" },
    chargeback: { table: "chargeback_reports", column: "case_number", order: "reported_at" },
  },
};

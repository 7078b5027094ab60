/** Declarations of this module for the campaigns. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  ids: {
    top_up_lookup: { table: "top_up_lookups", column: "hash" },
    top_up_rule: { table: "top_up_rules", column: "hash" },
    top_up_ask: { table: "top_up_asks", column: "hash" },
    top_up_order: { table: "provider_orders", column: "hash", where: "product = 'top_up'" },
  },
};

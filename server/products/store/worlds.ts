/** Declarations of this module for the campaigns. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  ids: {
    store_order: { table: "store_orders", column: "hash" },
    store_card: { table: "store_codes", column: "hash" },
  },
};

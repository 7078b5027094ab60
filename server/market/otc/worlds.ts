/** Declarations of this module for the campaigns. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  ids: {
    otc_request: { table: "otc_requests", column: "hash" },
    otc_quote: { table: "otc_quotes", column: "hash" },
  },
};

/** Declarations of this module for the campaigns. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  ids: {
    send_out_quote: { table: "send_out_quotes", column: "hash" },
    conversion_quote: { table: "conversion_quotes", column: "hash" },
  },
};

/** What the campaigns have to know of this module. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  ids: { trade_export: { table: "trade_exports", column: "hash" } },
};

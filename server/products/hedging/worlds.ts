/** Declarations of this module for the campaigns. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  ids: { hedge_rule: { table: "hedge_rules", column: "hash" } },
};

/** Declarations of this module for the campaigns. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  ids: {
    ramp_order: { table: "provider_orders", column: "hash", where: "product in ('on_ramp', 'off_ramp')" },
  },
};

/** Declarations of this module for the campaigns. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  ids: { webhook_delivery: { table: "webhook_deliveries", column: "public_id" } },
};

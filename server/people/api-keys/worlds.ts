/** Declarations of this module for the campaigns. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  ids: { api_key: { table: "api_keys", column: "public_id" } },
};

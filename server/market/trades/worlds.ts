/** Declarations of this module for the campaigns. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  ids: { trade: { table: "trades", column: "hash" }, receipt: { table: "trades", column: "receipt_uuid" } },
};

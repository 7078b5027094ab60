/** Declarations of this module for the campaigns. */
import type { ModuleWorld } from "./module-world.ts";

export const WORLD: ModuleWorld = {
  writtenWhenRefused: ["idempotency_keys", "processes", "upload_tries"],
};

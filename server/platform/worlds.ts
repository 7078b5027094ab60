/** What the campaigns have to know of this module. */
import type { ModuleWorld } from "./module-world.ts";

export const WORLD: ModuleWorld = {
  writtenWhenRefused: ["idempotency_keys", "upload_tries"],
};

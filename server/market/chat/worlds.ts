/** What the campaigns have to know of this module. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  writtenWhenRefused: ["upload_tries"],
  ids: { upload: { table: "uploads", column: "hash" } },
};

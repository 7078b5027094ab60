/** What the campaigns have to know of this module. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  ids: { offer: { table: "offers", column: "hash" } },
};

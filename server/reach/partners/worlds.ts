/** What the campaigns have to know of this module. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  ids: {
    partner_case: { table: "partner_cases", column: "number" },
    ambassador_application: { table: "ambassador_applications", column: "number" },
  },
};

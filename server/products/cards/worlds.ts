/** Declarations of this module for the campaigns. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  ids: {
    card_approval: { table: "card_approvals", column: "hash" },
    card: { table: "cards", column: "hash" },
  },
};

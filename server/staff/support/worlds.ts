/** What the campaigns have to know of this module. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  // Wrong tries of a code.
  writtenWhenRefused: ["support_codes"],
  ids: {
    ticket: { table: "support_tickets", column: "number" },
    feature_request: { table: "feature_requests", column: "hash" },
    guest_file: { table: "support_files", column: "hash" },
  },
};

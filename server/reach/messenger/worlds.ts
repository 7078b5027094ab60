/** What the campaigns have to know of this module. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  ids: {
    conversation: { table: "direct_conversations", column: "hash" },
    message_report: { table: "direct_reports", column: "number" },
  },
};

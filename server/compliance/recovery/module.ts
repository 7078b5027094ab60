/** The declaration of this module; server/modules.ts lists all modules. */
import { type Module, on } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { endOldRecoveries } from "./jobs.ts";
import { openDue, tellRecovery } from "./letters.ts";
import { DATA } from "./tables.ts";
import { endRecoveries } from "./rows.ts";

export const module: Module = {
  name: "compliance/recovery",
  routes,
  subscriptions: [on(["recovery.changed"], tellRecovery)],
  jobs: [
    { name: "open-recoveries", everyMs: 60_000, run: openDue },
    { name: "end-old-recoveries", everyMs: 3_600_000, run: endOldRecoveries },
  ],
  ownData: [{ file: "recoveries", lines: "recoveries" }],
  closing: { erases: "erase_user_from_recovery" },
  data: DATA,
  sealAnew: (db, { sealing }) => endRecoveries(db, sealing.version),
};

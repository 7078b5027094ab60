/** What this module brings to the market: see server/modules.ts. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { dropOlder, dropExports, makeExports } from "./make-exports.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "reach/exports",
  routes,
  jobs: [
    { name: "make-record-exports", everyMs: 2_000, run: makeExports },
    { name: "drop-record-exports", everyMs: 60_000, run: dropExports },
  ],
  ownData: [{ file: "exports", lines: "record_exports" }],
  retention: [{ kind: "record_exports" }],
  closing: { erases: "erase_user_from_record_exports" },
  data: DATA,
  sealAnew: (db, { sealing }) => dropOlder(db, sealing.version),
};

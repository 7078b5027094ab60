/** Endpoints of one's own data. */
import * as calls from "#contract/compliance/own-data.ts";
import { route } from "../../platform/http/policy.ts";
import { askForData } from "./ask-for-data.ts";
import { viewExport } from "./view-export.ts";

export const routes = [
  route(calls.getDataExport, { auth: "session", rateLimit: "read" }, ({ tx, viewer }) => viewExport(tx, viewer)),
  route(
    calls.askForData,
    { auth: "session", rateLimit: "write", action: "own_account" },
    async ({ tx, viewer, caller }) => {
      await askForData(tx, { viewer, caller });
      return viewExport(tx, viewer);
    },
  ),
];

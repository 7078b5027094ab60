/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { lookAtParts } from "./look.ts";
import { sealSubscribersAnew } from "./mail/seal-anew.ts";
import { incidentMailJob } from "./mail/send.ts";
import { statusCopyJob } from "./static-copy.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "site/status",
  routes,
  jobs: [{ name: "look-at-parts", everyMs: 10_000, run: lookAtParts }, statusCopyJob, incidentMailJob],
  retention: [{ kind: "status_subscribers" }],
  data: DATA,
  sealAnew: sealSubscribersAnew,
};

/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { endExpired, eraseDocuments } from "./jobs.ts";
import { askProvider } from "./provider/provider.ts";
import { providerTokenJob } from "./provider/tokens.ts";
import { screenAgain } from "./screening/screen-again.ts";
import { openDetailsLine } from "./details.ts";
import { DATA } from "./tables.ts";
import { sealDocumentsAnew } from "./pictures/seal-anew.ts";

const HOUR_MS = 3_600_000;

export const module: Module = {
  name: "compliance/verification",
  routes,
  jobs: [
    { name: "end-expired-documents", everyMs: HOUR_MS, run: endExpired },
    { name: "erase-documents", everyMs: HOUR_MS, run: eraseDocuments },
    { name: "screen-again", everyMs: 60_000, run: screenAgain },
    { name: "ask-document-provider", everyMs: 10_000, run: askProvider },
    providerTokenJob,
  ],
  ownData: [{ file: "documents", lines: "documents", open: openDetailsLine }],
  data: DATA,
  sealAnew: sealDocumentsAnew,
};

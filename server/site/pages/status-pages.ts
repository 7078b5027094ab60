/** The status of the market, for everybody. */
import { PATHS } from "#contract/platform/paths.ts";
import type { PageContext, PageRoute, Shown } from "../../platform/http/pages/page-route.ts";
import { readLink, viewStatus } from "../status/index.ts";

/** A halt and what staff say drop it at once. */
const KEPT_MS = 5000;

async function loadStatus({ tx }: PageContext): Promise<Shown> {
  return { page: "status", props: await viewStatus(tx), keeping: { topics: [], forMs: KEPT_MS } };
}

async function loadIncidentMail({ tx, query }: PageContext): Promise<Shown> {
  return { page: "incident-mail", props: await readLink(tx, query) };
}

const OPEN = { auth: "public", rateLimit: "read", openEverywhere: true } as const;

export const statusPages: readonly PageRoute[] = [
  { path: PATHS.statusPage, policy: OPEN, load: loadStatus },
  { path: PATHS.incidentMail, policy: OPEN, load: loadIncidentMail },
];

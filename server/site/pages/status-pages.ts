/** The status of the market, for everybody. */
import { PATHS } from "#contract/platform/paths.ts";
import type { PageContext, PageRoute, Shown } from "../../platform/http/pages/page-route.ts";
import { viewStatus } from "../status/index.ts";

/** A halt and what staff say drop it at once. */
const KEPT_MS = 5000;

async function loadStatus({ tx }: PageContext): Promise<Shown> {
  return { page: "status", props: await viewStatus(tx), keeping: { topics: [], forMs: KEPT_MS } };
}

export const statusPages: readonly PageRoute[] = [
  { path: PATHS.statusPage, policy: { auth: "public", rateLimit: "read", openEverywhere: true }, load: loadStatus },
];

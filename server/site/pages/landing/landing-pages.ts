/** The embedded app `landing` on a page of its own, for each module. */
import { PATHS } from "#contract/platform/paths.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { LANDING_MODULES } from "#contract/site/landing-modules.ts";
import type { PageContext, PageRoute, Shown } from "../../../platform/http/pages/page-route.ts";
import { oneOf } from "../query.ts";
import { KEPT_MS, viewLanding } from "./view-landing.ts";

async function loadLanding({ tx, locale, params }: PageContext): Promise<Shown> {
  const module = oneOf(LANDING_MODULES, params.module);
  if (!module) throw new Refusal("request.not_found");
  return {
    page: "landing",
    props: { module, landing: await viewLanding(tx, { module, locale }) },
    keeping: { topics: [], forMs: KEPT_MS },
  };
}

export const landingPages: readonly PageRoute[] = [
  { path: PATHS.landing, policy: { auth: "public", rateLimit: "read" }, load: loadLanding },
];

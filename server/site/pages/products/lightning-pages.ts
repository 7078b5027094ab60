/** Lightning: the page of a reader, and what it is, for everybody. */
import { PATHS } from "#contract/platform/paths.ts";
import type { LightningProps } from "#contract/products/pages.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import { hasLightning, viewLightning, viewTerms } from "../../../products/lightning/index.ts";
import { isFlagOn } from "../../../reference/flags/index.ts";

async function loadLightning({ tx, viewer }: PageContext): Promise<Shown> {
  const { userId } = needViewer(viewer);
  if (!(await isFlagOn(tx, { name: "isLightningEnabled", userId }))) throw new Refusal("request.not_found");
  const props: LightningProps = { lightning: await viewLightning(tx, userId) };
  return { page: "lightning", props };
}

async function loadLanding({ tx, viewer }: PageContext): Promise<Shown> {
  const userId = viewer?.userId;
  const isOpen =
    hasLightning() && (userId === undefined || (await isFlagOn(tx, { name: "isLightningEnabled", userId })));
  return { page: "lightning-landing", props: { terms: isOpen ? await viewTerms(tx, userId) : null } };
}

export const lightningPages: readonly PageRoute[] = [
  { path: PATHS.lightningLanding, policy: { auth: "public", rateLimit: "read" }, load: loadLanding },
  {
    path: PATHS.lightning,
    policy: { auth: "session", rateLimit: "read", openWhen: "hasLightning" },
    load: loadLightning,
  },
];

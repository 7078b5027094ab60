/** Pages of accounts whose mailbox and factors are lost. */
import { PATHS } from "#contract/platform/paths.ts";
import { recoveryFilters } from "#contract/compliance/recovery/recovery.ts";
import { RECOVERY_QUEUES } from "#contract/compliance/recovery/names.ts";
import { queuePlace } from "#contract/platform/wire.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { runningOf, viewRecoveries } from "../../../compliance/recovery/index.ts";
import { consolePage } from "../console-pages.ts";
import { oneOf, saidAll } from "../query.ts";

const OPEN = { auth: "public", rateLimit: "read", openEverywhere: true } as const;

async function loadFinish({ tx }: PageContext): Promise<Shown> {
  const settings = await readSettings(tx, ["auth.lost_factor_hold_hours"]);
  return { page: "recovered-account", props: { holdHours: settings["auth.lost_factor_hold_hours"] } };
}

/** The link needs no sign-in: its token is in the URL fragment. */
async function loadStop({ tx, viewer }: PageContext): Promise<Shown> {
  const until = viewer && (await runningOf(tx, viewer.userId));
  return { page: "stop-recovery", props: { waitsUntil: until?.toISOString() ?? null } };
}

async function loadRecoveries({ tx, viewer, query }: PageContext): Promise<Shown> {
  const queue = oneOf(RECOVERY_QUEUES, query.queue) ?? "pending";
  const { asked, shown } = saidAll({ ...recoveryFilters.shape, after: queuePlace }, query);
  const found = await viewRecoveries(tx, { staffId: needViewer(viewer).userId, queue, ...asked });
  return { page: "staff-recoveries", props: { queue, found, filters: shown } };
}

export const recoveryPages: readonly PageRoute[] = [
  { path: PATHS.recoverAccount, policy: OPEN, load: async () => ({ page: "recover-account", props: {} }) },
  { path: PATHS.recoveredAccount, policy: OPEN, load: loadFinish },
  { path: PATHS.stopRecovery, policy: OPEN, load: loadStop },
  consolePage("staffRecoveries", loadRecoveries),
];

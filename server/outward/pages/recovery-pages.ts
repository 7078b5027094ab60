/** Pages of accounts whose mailbox and factors are lost. */
import { STAFF_RIGHTS } from "#contract/staff-rights.ts";
import { recoveryFilters } from "#contract/recovery.ts";
import { RECOVERY_QUEUES } from "#contract/recovery-names.ts";
import { hash } from "#contract/wire.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../platform/http/page-route.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { runningOf, viewRecoveries } from "../recovery/index.ts";
import { oneOf, said } from "./query.ts";

const OPEN = { auth: "public", rate: "read", openEverywhere: true } as const;

async function loadFinish({ tx }: PageContext): Promise<Shown> {
  const settings = await readSettings(tx, ["auth.lost_factor_hold_hours"]);
  return { page: "recovered-account", props: { holdHours: settings["auth.lost_factor_hold_hours"] } };
}

/** By the link nobody is asked to sign in: what it stops stands behind the address's sign. */
async function loadStop({ tx, viewer }: PageContext): Promise<Shown> {
  const until = viewer && (await runningOf(tx, viewer.userId));
  return { page: "stop-recovery", props: { waitsUntil: until?.toISOString() ?? null } };
}

async function loadRecoveries({ tx, viewer, query }: PageContext): Promise<Shown> {
  const queue = oneOf(RECOVERY_QUEUES, query.queue) ?? "pending";
  const { who, code } = recoveryFilters.shape;
  const filters = { who: said(who, query.who), code: said(code, query.code) };
  const after = said(hash, query.after);
  const found = await viewRecoveries(tx, { staffId: needViewer(viewer).userId, queue, after, ...filters });
  const shown = { who: filters.who ?? "", code: filters.code ?? "", after: after ?? "" };
  return { page: "staff-recoveries", props: { queue, found, filters: shown } };
}

export const recoveryPages: readonly PageRoute[] = [
  { path: "/recover-account", policy: OPEN, load: async () => ({ page: "recover-account", props: {} }) },
  { path: "/recovered-account", policy: OPEN, load: loadFinish },
  { path: "/stop-recovery", policy: OPEN, load: loadStop },
  {
    path: "/staff/recoveries",
    policy: { auth: "session", rate: "read", roles: STAFF_RIGHTS.recoveries, action: "staff" },
    load: loadRecoveries,
  },
];

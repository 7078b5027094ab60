/** Pages of the console: settings, feature flags and announcements. What is searched and opened stands in the address. */
import { STAFF_RIGHTS } from "#contract/staff-rights.ts";
import { auditFilters } from "#contract/audit.ts";
import { ERROR_SOURCES, ERROR_STATES } from "#contract/error-names.ts";
import { FLAG_NAMES } from "#contract/flag-names.ts";
import { heldFilters } from "#contract/held-send-outs.ts";
import { LEDGER_SHOWS } from "#contract/staff-ledger.ts";
import { username } from "#contract/wire.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../platform/http/page-route.ts";
import {
  viewAnnouncements,
  viewAudit,
  viewErrors,
  viewFlags,
  viewHeld,
  viewLedger,
  viewSettings,
} from "../staff/index.ts";
import { oneOf, said } from "./query.ts";

const ADMIN = { auth: "session", rate: "read", roles: STAFF_RIGHTS.console, action: "staff" } as const;
const STAFF = { ...ADMIN, roles: STAFF_RIGHTS.transfers } as const;
const MOST_LETTERS = 60;

async function loadSettings({ tx, query }: PageContext): Promise<Shown> {
  const settings = await viewSettings(tx);
  const show = oneOf(["all", "changed"], query.show) ?? "all";
  const name = settings.find((one) => one.name === query.name)?.name ?? "";
  return {
    page: "staff-settings",
    props: { settings, filters: { q: (query.q ?? "").slice(0, MOST_LETTERS), show, name } },
  };
}

async function loadLedger({ tx, query }: PageContext): Promise<Shown> {
  const show = oneOf(LEDGER_SHOWS, query.show) ?? "all";
  const before = /^[1-9][0-9]{0,17}$/.test(query.before ?? "") ? query.before : undefined;
  return {
    page: "staff-ledger",
    props: { ledger: await viewLedger(tx, { show, before }), filters: { show, before: before ?? "" } },
  };
}

async function loadErrors({ tx, query }: PageContext): Promise<Shown> {
  const state = oneOf(ERROR_STATES, query.state) ?? "open";
  const source = oneOf(ERROR_SOURCES, query.source);
  return {
    page: "staff-errors",
    props: {
      errors: await viewErrors(tx, { state, source: source ?? undefined }),
      filters: { state, source: source ?? "all" },
    },
  };
}

async function loadSendOuts({ tx, viewer, query }: PageContext): Promise<Shown> {
  const after = /^[1-9][0-9]{0,17}$/.test(query.after ?? "") ? query.after : undefined;
  const { why, coin, who } = heldFilters.shape;
  const filters = { why: said(why, query.why), coin: said(coin, query.coin), who: said(who, query.who) };
  const found = await viewHeld(tx, { staffId: needViewer(viewer).userId, ...filters, after });
  const shown = { why: filters.why ?? "", coin: filters.coin ?? "", who: filters.who ?? "", after: after ?? "" };
  return { page: "staff-send-outs", props: { found, filters: shown } };
}

/** What the address says wrongly is not looked for. */
async function loadAudit({ tx, query }: PageContext): Promise<Shown> {
  const before = /^[1-9][0-9]{0,17}$/.test(query.before ?? "") ? query.before : undefined;
  const { act, by, about, from, to } = auditFilters.shape;
  const filters = {
    act: said(act, query.act),
    by: said(by, query.by),
    about: said(about, query.about),
    from: said(from, query.from),
    to: said(to, query.to),
  };
  const log = await viewAudit(tx, { ...filters, before });
  const shown = {
    ...{ act: filters.act ?? "", by: filters.by ?? "", about: filters.about ?? "" },
    ...{ from: filters.from ?? "", to: filters.to ?? "", before: before ?? "" },
  };
  return { page: "staff-audit", props: { log, filters: shown } };
}

async function loadFlags({ tx, query }: PageContext): Promise<Shown> {
  const who = said(username, query.who);
  const [flags, name] = [await viewFlags(tx, { who }), oneOf(FLAG_NAMES, query.name)];
  return { page: "staff-flags", props: { flags, name, who: who ?? "" } };
}

export const consolePages: readonly PageRoute[] = [
  { path: "/staff/settings", policy: ADMIN, load: loadSettings },
  {
    path: "/staff/announcements",
    policy: ADMIN,
    load: async ({ tx }) => ({ page: "staff-announcements", props: { announcements: await viewAnnouncements(tx) } }),
  },
  { path: "/staff/ledger", policy: ADMIN, load: loadLedger },
  { path: "/staff/errors", policy: ADMIN, load: loadErrors },
  { path: "/staff/send-outs", policy: STAFF, load: loadSendOuts },
  { path: "/staff/audit", policy: ADMIN, load: loadAudit },
  { path: "/staff/flags", policy: ADMIN, load: loadFlags },
];

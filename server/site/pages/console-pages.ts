/** Pages of the console: settings, feature flags and announcements. Search and open items are in the address. */
import { PATHS } from "#contract/platform/paths.ts";
import { announcementFilters } from "#contract/staff/announcements.ts";
import { auditFilters } from "#contract/staff/audit.ts";
import { ERROR_STATES } from "#contract/platform/errors/error-names.ts";
import { errorFilters } from "#contract/platform/errors/error-reports.ts";
import { FLAG_NAMES } from "#contract/reference/flag-names.ts";
import { heldSendOutFilters } from "#contract/staff/held-send-outs.ts";
import { LEDGER_SHOWS } from "#contract/staff/ledger.ts";
import { CONSOLE_PLACES, type ConsolePlace } from "#contract/staff/console-places.ts";
import { queuePlace, rowNumber, username } from "#contract/platform/wire.ts";
import { staffMay } from "../../platform/http/policy.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../platform/http/pages/page-route.ts";
import {
  viewAnnouncements,
  viewCluster,
  viewErrors,
  viewFlags,
  viewLedger,
  viewSettings,
} from "../../staff/console/index.ts";
import { CARD_LISTS } from "#contract/products/cards/staff-card-names.ts";
import { ORDER_LISTS } from "#contract/products/providers/order-names.ts";
import { viewStaffCards } from "../../products/cards/index.ts";
import { hasLightning, viewStaffLightning } from "../../products/lightning/index.ts";
import { viewStaffOrders } from "../../products/ramps/index.ts";
import { viewStaffStore } from "../../products/store/index.ts";
import { viewAudit } from "../../staff/audit/index.ts";
import { viewAdvice, viewExposure } from "../../staff/exposure/index.ts";
import { viewHeldSendOuts } from "../../staff/desk/index.ts";
import { knownParts, viewIncidents } from "../status/index.ts";
import { viewReports } from "../../reach/messenger/index.ts";
import { viewWorst } from "../../reach/webhooks/index.ts";
import { viewAmbassadors, viewApplications, viewCases, viewRates } from "../../reach/partners/index.ts";
import { viewStaffRequests } from "../../market/otc/index.ts";
import { OTC_LISTS } from "#contract/market/otc/names.ts";
import { APPLICATION_LISTS } from "#contract/reach/ambassador-names.ts";
import { CASE_LISTS } from "#contract/reach/partner/case-names.ts";
import { viewPartnerRates } from "#contract/reach/partner/partner.ts";
import { oneOf, said, saidAll } from "./query.ts";

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
  const { asked, shown } = saidAll({ before: rowNumber }, query);
  return {
    page: "staff-ledger",
    props: { ledger: await viewLedger(tx, { show, ...asked }), filters: { show, ...shown } },
  };
}

async function loadExposure({ tx, query }: PageContext): Promise<Shown> {
  const { asked, shown } = saidAll({ after: rowNumber }, query);
  const [exposure, advice] = await Promise.all([viewExposure(tx), viewAdvice(tx, asked)]);
  return { page: "staff-exposure", props: { exposure, advice, after: shown.after } };
}

async function loadErrors({ tx, query }: PageContext): Promise<Shown> {
  const state = oneOf(ERROR_STATES, query.state) ?? "open";
  const { asked, shown } = saidAll({ ...errorFilters.shape, after: queuePlace }, query);
  return { page: "staff-errors", props: { state, found: await viewErrors(tx, { state, ...asked }), filters: shown } };
}

async function loadAnnouncements({ tx, query }: PageContext): Promise<Shown> {
  const { asked, shown } = saidAll({ ...announcementFilters.shape, after: rowNumber }, query);
  return {
    page: "staff-announcements",
    props: { found: await viewAnnouncements(tx, asked), filters: shown, parts: await knownParts(tx) },
  };
}

async function loadIncidents({ tx }: PageContext): Promise<Shown> {
  return { page: "staff-incidents", props: { incidents: await viewIncidents(tx), parts: await knownParts(tx) } };
}

async function loadWebhooks({ tx, query }: PageContext): Promise<Shown> {
  const { asked, shown } = saidAll({ after: queuePlace }, query);
  return { page: "staff-webhooks", props: { found: await viewWorst(tx, asked.after), after: shown.after } };
}

async function loadReports({ tx, viewer, query }: PageContext): Promise<Shown> {
  const queue = oneOf(["waiting", "closed"], query.queue) ?? "waiting";
  const { asked, shown } = saidAll({ after: queuePlace }, query);
  const found = await viewReports(tx, { staffId: needViewer(viewer).userId, queue, ...asked });
  return { page: "staff-message-reports", props: { queue, found, after: shown.after } };
}

async function loadPartners({ tx, query }: PageContext): Promise<Shown> {
  const show = oneOf(CASE_LISTS, query.show) ?? "open";
  const { asked, shown } = saidAll({ after: rowNumber }, query);
  const { asked: other, shown: thought } = saidAll(viewPartnerRates.query.shape, query);
  const { data, meta } = await viewCases(tx, { show, ...asked });
  return {
    page: "staff-partners",
    props: { show, cases: data, next: meta.next, after: shown.after, rates: await viewRates(tx, other), thought },
  };
}

async function loadAmbassadors({ tx, query }: PageContext): Promise<Shown> {
  const show = oneOf(APPLICATION_LISTS, query.show) ?? "open";
  const { asked, shown } = saidAll({ after: rowNumber }, query);
  const { data, meta } = await viewApplications(tx, { show, ...asked });
  const list = await viewAmbassadors(tx, { after: said(username, query.from) });
  return {
    page: "staff-ambassadors",
    props: {
      show,
      applications: data,
      next: meta.next,
      after: shown.after,
      ambassadors: list.data,
      more: list.meta.next,
    },
  };
}

async function loadOtc({ tx, query, locale }: PageContext): Promise<Shown> {
  const show = oneOf(OTC_LISTS, query.show) ?? "open";
  const { asked, shown } = saidAll({ after: rowNumber }, query);
  const { data, meta } = await viewStaffRequests(tx, { show, locale, ...asked });
  return { page: "staff-otc", props: { show, requests: data, next: meta.next, after: shown.after } };
}

async function loadOrders({ tx, query, hasStore }: PageContext): Promise<Shown> {
  const show = oneOf(ORDER_LISTS, query.show) ?? "cases";
  const { asked, shown } = saidAll({ before: rowNumber }, query);
  return {
    page: "staff-orders",
    props: {
      ...{ show, found: await viewStaffOrders(tx, { show, ...asked }), before: shown.before },
      store: hasStore ? await viewStaffStore(tx) : null,
    },
  };
}

async function loadStaffCards({ tx, query, isDemo }: PageContext): Promise<Shown> {
  const show = oneOf(CARD_LISTS, query.show) ?? "disputes";
  const { asked, shown } = saidAll({ before: rowNumber }, query);
  const found = isDemo ? await viewStaffCards(tx, { show, ...asked }) : null;
  return { page: "staff-cards", props: { show, found, before: shown.before } };
}

async function loadSendOuts({ tx, viewer, query }: PageContext): Promise<Shown> {
  const { asked, shown } = saidAll({ ...heldSendOutFilters.shape, after: rowNumber }, query);
  const found = await viewHeldSendOuts(tx, { staffId: needViewer(viewer).userId, ...asked });
  return { page: "staff-send-outs", props: { found, filters: shown } };
}

/** Invalid filters in the address are ignored. */
async function loadAudit({ tx, query }: PageContext): Promise<Shown> {
  const { asked, shown } = saidAll({ ...auditFilters.shape, before: rowNumber }, query);
  return { page: "staff-audit", props: { log: await viewAudit(tx, asked), filters: shown } };
}

async function loadFlags({ tx, query }: PageContext): Promise<Shown> {
  const who = said(username, query.who);
  const [flags, name] = [await viewFlags(tx, { who }), oneOf(FLAG_NAMES, query.name)];
  return { page: "staff-flags", props: { flags, name, who: who ?? "" } };
}

async function loadStaffLightning({ tx }: PageContext): Promise<Shown> {
  return { page: "staff-lightning", props: { found: hasLightning() ? await viewStaffLightning(tx) : null } };
}

/** A page for the staff with the right that its place in the navigation declares. */
export const consolePage = (place: ConsolePlace, load: PageRoute["load"]): PageRoute => ({
  path: PATHS[place],
  policy: staffMay(CONSOLE_PLACES[place].right, "read"),
  load,
});

export const consolePages: readonly PageRoute[] = [
  consolePage("staffSettings", loadSettings),
  consolePage("staffAnnouncements", loadAnnouncements),
  consolePage("staffIncidents", loadIncidents),
  consolePage("staffLedger", loadLedger),
  consolePage("staffExposure", loadExposure),
  consolePage("staffCluster", async ({ tx }) => ({ page: "staff-cluster", props: { found: await viewCluster(tx) } })),
  consolePage("staffErrors", loadErrors),
  consolePage("staffWebhooks", loadWebhooks),
  consolePage("staffMessageReports", loadReports),
  consolePage("staffPartners", loadPartners),
  consolePage("staffOtc", loadOtc),
  consolePage("staffAmbassadors", loadAmbassadors),
  consolePage("staffSendOuts", loadSendOuts),
  consolePage("staffOrders", loadOrders),
  consolePage("staffCards", loadStaffCards),
  consolePage("staffLightning", loadStaffLightning),
  consolePage("staffAudit", loadAudit),
  consolePage("staffFlags", loadFlags),
];

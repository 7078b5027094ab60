/** Endpoints of the status page. */
import * as calls from "#contract/site/status.ts";
import * as mail from "#contract/site/incident-mail.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { confirm, stop, subscribe } from "./mail/subscribe.ts";
import { endIncident, openIncident, updateIncident } from "./rows.ts";
import { viewIncidents, viewStatus } from "./view-status.ts";

const REFUSES = {
  ...({ unknown: "incident.unknown", state: "incident.state", not_admin: "auth.forbidden" } as const),
  ...({ halted: "incident.halted", over: "incident.over" } as const),
};

const VISITORS = { auth: "public", openEverywhere: true, unrestricted: true } as const;

export const routes = [
  route(mail.subscribeToIncidents, { ...VISITORS, rateLimit: "code" } as const, ({ tx, body, caller }) =>
    subscribe(tx, { body, caller }),
  ),
  route(mail.confirmIncidentMail, { ...VISITORS, rateLimit: "write" } as const, ({ tx, body }) =>
    confirm(tx, body.token),
  ),
  route(mail.stopIncidentMail, { ...VISITORS, rateLimit: "write" } as const, ({ tx, body }) => stop(tx, body.token)),
  route(calls.getStatus, { auth: "public", rateLimit: "read", openEverywhere: true }, ({ tx }) => viewStatus(tx)),
  route(calls.openIncident, staffMay("console", "write"), async ({ tx, viewer, body }) => {
    const parts = [...new Set(body.parts)];
    const outcome = await openIncident(tx, { staffId: viewer.userId, ...body, parts });
    if (outcome === "part") throw fieldRefusal("incident.part", "parts");
    if (outcome !== "done") throw wordRefusal(outcome, REFUSES);
    return { incidents: await viewIncidents(tx) };
  }),
  route(calls.endIncident, staffMay("console", "write"), async ({ tx, viewer, body }) => {
    const outcome = await endIncident(tx, { staffId: viewer.userId, ...body });
    if (outcome !== "done") throw wordRefusal(outcome, REFUSES);
    return { incidents: await viewIncidents(tx) };
  }),
  route(calls.updateIncident, staffMay("console", "write"), async ({ tx, viewer, body }) => {
    const outcome = await updateIncident(tx, { staffId: viewer.userId, ...body });
    if (outcome !== "done") throw wordRefusal(outcome, REFUSES);
    return { incidents: await viewIncidents(tx) };
  }),
];

/** Endpoints of the status page. */
import * as calls from "#contract/site/status.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { updateIncident } from "./rows.ts";
import { viewIncidents, viewStatus } from "./view-status.ts";

const REFUSES = { unknown: "incident.unknown", state: "incident.state", not_admin: "auth.forbidden" } as const;

export const routes = [
  route(calls.getStatus, { auth: "public", rateLimit: "read", openEverywhere: true }, ({ tx }) => viewStatus(tx)),
  route(calls.updateIncident, staffMay("console", "write"), async ({ tx, viewer, body }) => {
    const outcome = await updateIncident(tx, { staffId: viewer.userId, ...body });
    if (outcome !== "done") throw wordRefusal(outcome, REFUSES);
    return { incidents: await viewIncidents(tx) };
  }),
];

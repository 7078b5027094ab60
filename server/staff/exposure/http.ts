/** Endpoints about the operator's exposure. */
import * as calls from "#contract/staff/exposure.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import { endAdvice, viewAdvice } from "./advice.ts";
import { viewExposure } from "./view-exposure.ts";

const READ = staffMay("console", "read");
const ADMIN = staffMay("console", "write");

export const routes = [
  route(calls.getExposure, READ, ({ tx }) => viewExposure(tx)),
  route(calls.listHouseAdvice, READ, ({ tx, query }) => viewAdvice(tx, query)),
  route(calls.endHouseAdvice, ADMIN, async ({ tx, viewer, body }) => {
    await endAdvice(tx, { staffId: viewer.userId, ...body });
    return viewExposure(tx);
  }),
];

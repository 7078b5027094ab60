/** Endpoints of the audit log. */
import * as calls from "#contract/staff/audit.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import { readWords, viewAudit } from "./view-audit.ts";

export const routes = [
  route(calls.getAuditLog, staffMay("console", "read"), ({ tx, query }) => viewAudit(tx, query ?? {})),
  route(calls.readAuditWords, staffMay("console", "write"), ({ tx, viewer, body }) =>
    readWords(tx, { staffId: viewer.userId, ...body }),
  ),
];

/** Endpoints of the acceptance of terms. */
import * as calls from "#contract/people/policies.ts";
import { route } from "../../platform/http/policy.ts";
import { acceptPolicy, viewPolicies } from "./policies.ts";

export const routes = [
  route(calls.listPolicies, { auth: "session", rateLimit: "read" }, ({ tx, viewer }) =>
    viewPolicies(tx, viewer.userId),
  ),
  route(calls.acceptPolicy, { auth: "session", rateLimit: "write", unrestricted: true }, ({ tx, viewer, body }) =>
    acceptPolicy(tx, { userId: viewer.userId, ...body }),
  ),
];

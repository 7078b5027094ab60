/** Endpoints of sign-ins that another browser of the account approves. */
import * as calls from "#contract/people/sign-in/sign-in-approvals.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { route } from "../../../platform/http/policy.ts";
import { findUserById } from "../../accounts/index.ts";
import { approveSignIn, askApproval, denySignIn, viewRequests, watchApproval } from "./approvals.ts";

const DECIDE = { auth: "session", rateLimit: "auth", action: "own_account" } as const;

export const approvalRoutes = [
  route(calls.askApproval, { auth: "public", rateLimit: "auth", openEverywhere: true }, ({ tx, caller }) =>
    askApproval(tx, caller),
  ),
  route(calls.watchApproval, { auth: "public", rateLimit: "read", openEverywhere: true }, ({ tx, caller }) =>
    watchApproval(tx, caller),
  ),
  route(calls.listSignInRequests, { auth: "session", rateLimit: "read" }, ({ tx, viewer }) =>
    requestsOf(tx, viewer.userId),
  ),
  route(calls.approveSignIn, DECIDE, {
    prepare: ({ viewer, caller, body, ...preparing }) => approveSignIn(preparing, { viewer, caller }, body),
    run: ({ tx, viewer }) => requestsOf(tx, viewer.userId),
  }),
  route(calls.denySignIn, DECIDE, async ({ tx, viewer, caller, body }) => {
    await denySignIn(tx, { viewer, caller, publicId: body.id });
    return requestsOf(tx, viewer.userId);
  }),
];

async function requestsOf(tx: ReadTx, userId: bigint) {
  return viewRequests(tx, userId, (await findUserById(tx, userId))?.locale ?? "en");
}

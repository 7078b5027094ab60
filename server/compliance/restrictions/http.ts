/** Endpoints of restrictions: of whom they are about, and of staff. */
import * as calls from "#contract/compliance/restrictions.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import {
  allowLastSendOut,
  appealRestriction,
  keepRestriction,
  liftRestriction,
  restrictUser,
} from "./restrict-users.ts";
import { viewCase, viewOwnRestrictions, viewQueue } from "./view-restrictions.ts";

const STAFF = staffMay("people", "write");

export const routes = [
  route(calls.listOwnRestrictions, { auth: "session", rateLimit: "read" }, ({ tx, viewer }) =>
    viewOwnRestrictions(tx, viewer.userId),
  ),
  // Open in every state.
  route(
    calls.appealRestriction,
    { auth: "session", rateLimit: "write", unrestricted: true },
    async ({ tx, viewer, body }) => {
      await appealRestriction(tx, { userId: viewer.userId, body });
      return viewOwnRestrictions(tx, viewer.userId);
    },
  ),
  route(calls.listRestrictions, staffMay("people", "read"), ({ tx, viewer, query }) =>
    viewQueue(tx, { viewer, ...query }),
  ),
  route(calls.restrictUser, STAFF, async ({ tx, viewer, body }) => {
    const caseNumber = await restrictUser(tx, { staffId: viewer.userId, body });
    return viewCase(tx, { viewer, caseNumber });
  }),
  route(calls.liftRestriction, STAFF, async ({ tx, viewer, body }) => {
    await liftRestriction(tx, { staffId: viewer.userId, body });
    return viewCase(tx, { viewer, caseNumber: body.case_number });
  }),
  route(calls.keepRestriction, STAFF, async ({ tx, viewer, body }) => {
    await keepRestriction(tx, { staffId: viewer.userId, body });
    return viewCase(tx, { viewer, caseNumber: body.case_number });
  }),
  route(calls.allowLastSendOut, STAFF, async ({ tx, viewer, body }) => {
    await allowLastSendOut(tx, { staffId: viewer.userId, body });
    return viewCase(tx, { viewer, caseNumber: body.case_number });
  }),
];

/** Endpoints of administrators. */
import * as announcementCalls from "#contract/staff/announcements.ts";
import * as consoleCalls from "#contract/staff/console.ts";
import * as errorCalls from "#contract/platform/errors/error-reports.ts";
import { getStaffCluster } from "#contract/staff/cluster.ts";
import { listStaffQueues } from "#contract/staff/queues.ts";
import * as calls from "#contract/staff/staff.ts";
import * as ledgerCalls from "#contract/staff/ledger.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import { announce, endAnnouncement, viewAnnouncements } from "./views/announcements.ts";
import { changeByStaff, confirmChange } from "./changes/by-staff.ts";
import { noteFromBrowser, resolveError, viewErrors } from "./views/errors.ts";
import { viewFlagChanges, viewFlagPeople, viewFlags, viewSettingChanges, viewSettings } from "./views/console.ts";
import { viewCluster } from "./cluster/view-cluster.ts";
import { viewDesk } from "./views/desk.ts";
import { viewQueues } from "./views/queues.ts";
import { lookUpLedgerOf, viewLedger } from "./views/ledger.ts";

const ADMIN = staffMay("console", "write");
const READ = staffMay("console", "read");
/** Every role has this right; the answer depends on the caller's others. */
const ANY_STAFF = staffMay("support", "read");

export const routes = [
  route(calls.getStaffDesk, READ, ({ tx }) => viewDesk(tx)),
  route(listStaffQueues, { ...ANY_STAFF, byItself: true }, ({ tx, viewer }) => viewQueues(tx, viewer.roles)),
  route(getStaffCluster, { ...READ, byItself: true }, ({ tx }) => viewCluster(tx)),
  route(consoleCalls.listSettings, READ, ({ tx }) => viewSettings(tx)),
  route(consoleCalls.listSettingChanges, READ, ({ tx, query }) => viewSettingChanges(tx, query)),
  route(consoleCalls.listFlags, READ, ({ tx, query }) => viewFlags(tx, query)),
  route(consoleCalls.listFlagPeople, READ, ({ tx, query }) => viewFlagPeople(tx, query)),
  route(consoleCalls.listFlagChanges, READ, ({ tx, query }) => viewFlagChanges(tx, query)),
  route(calls.changeByStaff, ADMIN, async ({ tx, viewer, body }) => {
    const { isDone } = await changeByStaff(tx, { staffId: viewer.userId, ...body });
    return { isDone, desk: await viewDesk(tx) };
  }),
  route(calls.confirmStaffChange, ADMIN, async ({ tx, viewer, body }) => {
    await confirmChange(tx, { staffId: viewer.userId, id: body.id });
    return { desk: await viewDesk(tx) };
  }),
  route(ledgerCalls.getStaffLedger, READ, ({ tx, query }) => viewLedger(tx, query ?? {})),
  route(ledgerCalls.lookUpLedger, ADMIN, ({ tx, viewer, body }) =>
    lookUpLedgerOf(tx, { staffId: viewer.userId, ...body }),
  ),
  route(
    errorCalls.reportError,
    { auth: "public", rateLimit: "write", openEverywhere: true },
    async ({ tx, body, caller }) => {
      await noteFromBrowser(tx, { ip: caller.ip, body });
      return {};
    },
  ),
  route(errorCalls.listErrors, READ, ({ tx, query }) => viewErrors(tx, query ?? {})),
  route(errorCalls.resolveError, ADMIN, async ({ tx, viewer, body }) => {
    await resolveError(tx, { staffId: viewer.userId, id: body.id });
    return viewErrors(tx, {});
  }),
  route(announcementCalls.listAnnouncements, READ, ({ tx, query }) => viewAnnouncements(tx, query)),
  route(announcementCalls.announce, ADMIN, async ({ tx, viewer, body }) => {
    await announce(tx, { staffId: viewer.userId, wanted: body });
    return viewAnnouncements(tx);
  }),
  route(announcementCalls.endAnnouncement, ADMIN, async ({ tx, viewer, body }) => {
    await endAnnouncement(tx, { staffId: viewer.userId, ...body });
    return viewAnnouncements(tx);
  }),
];

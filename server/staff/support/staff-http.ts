/** Endpoints of support for the staff. */
import * as calls from "#contract/staff/support.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import { answer, merge, note, solve } from "./desk/answer.ts";
import { removeCanned, saveCanned, viewCanned } from "./desk/canned.ts";
import { lookAtPerson } from "./desk/look-at-person.ts";
import { handOver, openTicket, takeTicket } from "./desk/take.ts";
import { viewQueue } from "./desk/view-desk.ts";
import { decideFeature, viewStaffFeatures } from "./person/features.ts";

const READS = staffMay("support", "read");
/** What is opened is personal: it is kept under no request key. */
const OPENS = {
  ...staffMay("support", "write"),
  objects: { number: { kind: "ticket", relations: ["staff"] } },
  keepsNoAnswer: true,
} as const;
const TEXTS = staffMay("support_texts", "write");

export const staffRoutes = [
  route(calls.listStaffTickets, READS, ({ tx, viewer, query: { mine, ...query } = {} }) =>
    viewQueue(tx, { staffId: viewer.userId, isMine: mine === "1" || mine === "true", ...query }),
  ),
  route(calls.takeTicket, OPENS, ({ tx, viewer, params, body }) =>
    takeTicket(tx, { staffId: viewer.userId, ...params, ...body }),
  ),
  route(calls.openTicketAsStaff, OPENS, ({ tx, viewer, params }) =>
    openTicket(tx, { staffId: viewer.userId, ...params }),
  ),
  route(calls.answerTicket, OPENS, ({ tx, viewer, params, body }) =>
    answer(tx, { staffId: viewer.userId, ...params, ...body }),
  ),
  route(calls.noteOnTicket, OPENS, ({ tx, viewer, params, body }) =>
    note(tx, { staffId: viewer.userId, ...params, ...body }),
  ),
  route(calls.handTicketOver, OPENS, ({ tx, viewer, params, body }) =>
    handOver(tx, { staffId: viewer.userId, ...params, ...body }),
  ),
  route(calls.mergeTicket, OPENS, ({ tx, viewer, params, body }) =>
    merge(tx, { staffId: viewer.userId, ...params, ...body }),
  ),
  route(calls.solveTicketAsStaff, OPENS, ({ tx, viewer, params, body }) =>
    solve(tx, { staffId: viewer.userId, ...params, ...body }),
  ),
  route(calls.lookAtTicketPerson, OPENS, ({ tx, viewer, params, body }) =>
    lookAtPerson(tx, { viewer, ...params, ...body }),
  ),
  route(calls.listCannedReplies, READS, ({ tx }) => viewCanned(tx)),
  route(calls.saveCannedReply, TEXTS, ({ tx, viewer, body }) =>
    saveCanned(tx, { staffId: viewer.userId, reply: body }),
  ),
  route(calls.removeCannedReply, TEXTS, ({ tx, viewer, body }) =>
    removeCanned(tx, { staffId: viewer.userId, ...body }),
  ),
  route(calls.listStaffFeatures, READS, ({ tx, query }) => viewStaffFeatures(tx, query ?? {})),
  route(
    calls.decideFeature,
    { ...staffMay("support", "write"), objects: { id: { kind: "feature_request", relations: ["staff"] } } },
    ({ tx, viewer, params, body }) => decideFeature(tx, { staffId: viewer.userId, ...params, ...body }),
  ),
];

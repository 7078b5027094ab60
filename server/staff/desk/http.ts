/** Endpoints of the staff's desk: users whom they look up, and transfers that wait. */
import * as calls from "#contract/compliance/restrictions.ts";
import * as heldCalls from "#contract/staff/held-send-outs.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import { lookAtSendOut, stopSendOut, viewHeldSendOuts } from "./held-send-outs/held-send-outs.ts";
import { closeTrades } from "./people/close-trades.ts";
import { lookUpPerson } from "./people/view-person.ts";

const STAFF = staffMay("people", "write");

export const routes = [
  route(calls.lookUpPerson, STAFF, ({ tx, viewer, body }) => lookUpPerson(tx, { viewer, ...body })),
  route(calls.blockTradeView, STAFF, async ({ tx, viewer, body }) => {
    await closeTrades(tx, { staffId: viewer.userId, body });
    return { username: body.username, areTradesClosed: body.is_blocked };
  }),
  route(heldCalls.listHeldSendOuts, staffMay("held_send_outs", "read"), ({ tx, viewer, query }) =>
    viewHeldSendOuts(tx, { staffId: viewer.userId, ...query }),
  ),
  route(heldCalls.lookAtSendOut, staffMay("held_send_outs", "write"), ({ tx, viewer, body }) =>
    lookAtSendOut(tx, { staffId: viewer.userId, ...body }),
  ),
  route(heldCalls.stopSendOut, staffMay("stop_send_outs", "write"), async ({ tx, viewer, body }) => {
    await stopSendOut(tx, { staffId: viewer.userId, ...body });
    return {};
  }),
];

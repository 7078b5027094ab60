/** Endpoints of disputes, for the sides and for moderators. */
import * as calls from "#contract/disputes.ts";
import { route } from "../../platform/http/policy.ts";
import { findTrade, roleIn, viewTrade } from "../trades/index.ts";
import { decideDispute, takeDispute } from "./decide-dispute.ts";
import { listDisputes } from "./list-disputes.ts";
import { openDispute } from "./open-dispute.ts";
import { reasonsFor } from "./reasons.ts";

const PARTY = { id: { kind: "trade", relations: ["buyer", "seller"] } } as const;
const STAFF = {
  auth: "session",
  rate: "write",
  action: "staff",
  roles: ["moderator", "supermoderator", "admin"],
  objects: { id: { kind: "trade", relations: ["staff"] } },
} as const;

export const routes = [
  route(calls.listDisputeReasons, { auth: "public", rate: "read" }, async ({ tx, viewer, query }) => {
    const trade = query?.trade ? await findTrade(tx, query.trade) : undefined;
    return [...reasonsFor(trade && viewer ? roleIn(trade, viewer.userId) : undefined)];
  }),
  route(
    calls.openDispute,
    { auth: "session", rate: "write", action: "dispute", objects: PARTY },
    async ({ tx, viewer, params, body }) => {
      await openDispute(tx, {
        hash: params.id,
        userId: viewer.userId,
        reasonId: body.dispute_reason_id,
        text: body.dispute_reason_text,
      });
      return viewTrade(tx, { hash: params.id, viewerId: viewer.userId });
    },
  ),
  route(calls.listDisputes, { auth: "session", rate: "read", roles: STAFF.roles }, ({ tx, query }) =>
    listDisputes(tx, { state: query?.state ?? "open" }),
  ),
  route(calls.takeDispute, STAFF, async ({ tx, viewer, params }) => {
    await takeDispute(tx, { hash: params.id, moderatorId: viewer.userId });
    return viewTrade(tx, { hash: params.id, viewerId: viewer.userId, isStaff: true });
  }),
  route(calls.decideDispute, STAFF, async ({ tx, viewer, params, body }) => {
    const { isDecided } = await decideDispute(tx, {
      hash: params.id,
      moderatorId: viewer.userId,
      winner: body.winner,
      shareUnits: body.buyer_share_units === undefined ? null : BigInt(body.buyer_share_units),
      reasonCode: body.reason_code,
      note: body.note,
    });
    const trade = await viewTrade(tx, { hash: params.id, viewerId: viewer.userId, isStaff: true });
    return { isDecided, needsSecond: !isDecided, trade };
  }),
];

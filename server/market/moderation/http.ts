/** Endpoints of reports, of what staff decide about offers, and of what they feature. */
import * as calls from "#contract/market/offers/moderation.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import { approveOffer, rejectOffer } from "./decide-offer.ts";
import { featureOffer, unfeatureOffer } from "./feature-offer.ts";
import { reportOffer } from "./report-offer.ts";
import { viewJudgedOffer, viewJudgedOffers } from "./view-queue.ts";

const STAFF = staffMay("offers", "write");
const ANY_OFFER = { id: { kind: "offer", relations: ["anybody"] } } as const;

export const routes = [
  route(
    calls.reportOffer,
    { auth: "session", rateLimit: "write", action: "trade_chat", level: 1, objects: ANY_OFFER },
    async ({ tx, viewer, params, body }) => {
      await reportOffer(tx, { hash: params.id, reporterId: viewer.userId, body });
      return { isReported: true };
    },
  ),
  route(calls.listJudgedOffers, staffMay("offers", "read"), ({ tx, viewer, query }) =>
    viewJudgedOffers(tx, { viewer, ...query }),
  ),
  route(calls.approveOffer, { ...STAFF, objects: ANY_OFFER }, async ({ tx, viewer, params, body }) => {
    await approveOffer(tx, { hash: params.id, staffId: viewer.userId, why: body.reason });
    return viewJudgedOffer(tx, { viewer, hash: params.id });
  }),
  route(calls.rejectOffer, { ...STAFF, objects: ANY_OFFER }, async ({ tx, viewer, params, body }) => {
    await rejectOffer(tx, { hash: params.id, staffId: viewer.userId, why: body.reason });
    return viewJudgedOffer(tx, { viewer, hash: params.id });
  }),
  route(calls.featureOffer, { ...STAFF, objects: ANY_OFFER }, async ({ tx, viewer, params, body }) => {
    await featureOffer(tx, { hash: params.id, staffId: viewer.userId, days: body.days, why: body.reason });
    return viewJudgedOffer(tx, { viewer, hash: params.id });
  }),
  route(calls.unfeatureOffer, { ...STAFF, objects: ANY_OFFER }, async ({ tx, viewer, params, body }) => {
    await unfeatureOffer(tx, { hash: params.id, staffId: viewer.userId, why: body.reason });
    return viewJudgedOffer(tx, { viewer, hash: params.id });
  }),
];

/** Endpoints of disputes, for the sides and for moderators. */
import * as appealCalls from "#contract/market/disputes/appeals.ts";
import * as chargebackCalls from "#contract/market/disputes/chargebacks.ts";
import { actInPlace as actInPlaceCall } from "#contract/market/disputes/disputes-in-place.ts";
import * as calls from "#contract/market/disputes/disputes.ts";
import { actsAsStaff, route, staffMay } from "../../platform/http/policy.ts";
import { refuseClosedTrade } from "../../people/accounts/index.ts";
import { findTrade, roleIn, viewTrade } from "../trades/index.ts";
import { actInPlace } from "./act-in-place.ts";
import { appealDispute, decideAppeal, listAppeals, takeAppeal } from "./appeals/appeals.ts";
import { decideChargeback, repayChargeback, reportChargeback, takeChargeback } from "./chargebacks/chargebacks.ts";
import { decideDispute, takeDispute } from "./decide-dispute.ts";
import { askForEvidence, submitEvidence } from "./evidence.ts";
import { listDisputes } from "./list-disputes.ts";
import { openDispute } from "./open-dispute.ts";
import { reasonsFor } from "./reasons.ts";
import { listChargebacks, viewCase, viewChargeback } from "./chargebacks/view-chargebacks.ts";
import { viewDispute } from "./view-dispute.ts";

const PARTY = { id: { kind: "trade", relations: ["buyer", "seller"] } } as const;
const STAFF_READS = staffMay("disputes", "read");
const STAFF = {
  ...staffMay("disputes", "write"),
  objects: { id: { kind: "trade", relations: ["staff"] } },
} as const;

const OF_APPEALS = {
  ...STAFF,
  objects: { id: { kind: "dispute_appeal", relations: ["staff"] } },
} as const;

const OF_CHARGEBACKS = {
  ...STAFF,
  objects: { id: { kind: "chargeback", relations: ["staff"] } },
} as const;

const chargebackRoutes = [
  route(
    chargebackCalls.getChargeback,
    { auth: "session", rateLimit: "read", objects: { id: { kind: "trade", relations: ["buyer", "seller", "staff"] } } },
    ({ tx, viewer, params }) =>
      viewChargeback(tx, { hash: params.id, viewerId: viewer.userId, isStaff: actsAsStaff(viewer) }),
  ),
  route(
    chargebackCalls.reportChargeback,
    { auth: "session", rateLimit: "write", action: "dispute" },
    async ({ tx, viewer, body }) => {
      await reportChargeback(tx, { userId: viewer.userId, body, restrictions: viewer.restrictions });
      return viewChargeback(tx, { hash: body.id_hashed, viewerId: viewer.userId, isStaff: false });
    },
  ),
  route(
    chargebackCalls.repayChargeback,
    { auth: "session", rateLimit: "write", action: "dispute", objects: PARTY },
    async ({ tx, viewer, params }) => {
      await repayChargeback(tx, { hash: params.id, userId: viewer.userId });
      return viewChargeback(tx, { hash: params.id, viewerId: viewer.userId, isStaff: false });
    },
  ),
  route(chargebackCalls.listChargebacks, STAFF_READS, ({ tx, viewer, query }) =>
    listChargebacks(tx, { viewerId: viewer.userId, ...query }),
  ),
  route(chargebackCalls.takeChargeback, OF_CHARGEBACKS, async ({ tx, viewer, params, body }) => {
    const hash = await takeChargeback(tx, { caseNumber: params.id, staffId: viewer.userId, reason: body.reason });
    return viewCase(tx, { hash, viewerId: viewer.userId });
  }),
  route(chargebackCalls.decideChargeback, OF_CHARGEBACKS, async ({ tx, viewer, params, body }) => {
    const hash = await decideChargeback(tx, {
      caseNumber: params.id,
      staffId: viewer.userId,
      outcome: body.outcome,
      answer: body.answer,
      units: body.compensation_units === undefined ? null : BigInt(body.compensation_units),
    });
    return viewCase(tx, { hash, viewerId: viewer.userId });
  }),
];

export const routes = [
  ...chargebackRoutes,
  route(calls.listDisputeReasons, { auth: "public", rateLimit: "read" }, async ({ tx, viewer, query }) => {
    const trade = query?.trade ? await findTrade(tx, query.trade) : undefined;
    return [...reasonsFor(trade && viewer ? roleIn(trade, viewer.userId) : undefined)];
  }),
  route(
    calls.openDispute,
    { auth: "session", rateLimit: "write", action: "dispute", objects: PARTY },
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
  route(
    calls.getDispute,
    { auth: "session", rateLimit: "read", objects: { id: { kind: "trade", relations: ["buyer", "seller", "staff"] } } },
    async ({ tx, viewer, params }) => {
      const trade = await findTrade(tx, params.id);
      if (trade && roleIn(trade, viewer.userId))
        await refuseClosedTrade(tx, { userId: viewer.userId, status: trade.status });
      return viewDispute(tx, { hash: params.id, viewerId: viewer.userId, isStaff: actsAsStaff(viewer) });
    },
  ),
  route(
    calls.submitEvidence,
    // A user who may not open a dispute may answer one.
    { auth: "session", rateLimit: "write", action: "dispute_chat", objects: PARTY },
    async ({ tx, viewer, params, body }) => {
      await submitEvidence(tx, {
        hash: params.id,
        userId: viewer.userId,
        text: body.text,
        uploadHashes: body.upload_ids ?? [],
        isLast: body.is_last ?? false,
        restrictions: viewer.restrictions,
      });
      return viewDispute(tx, { hash: params.id, viewerId: viewer.userId, isStaff: false });
    },
  ),
  route(
    appealCalls.appealDispute,
    { auth: "session", rateLimit: "write", action: "dispute", objects: PARTY },
    async ({ tx, viewer, params, body }) => {
      await appealDispute(tx, {
        hash: params.id,
        userId: viewer.userId,
        text: body.text,
        uploadHashes: body.upload_ids,
        restrictions: viewer.restrictions,
      });
      return viewDispute(tx, { hash: params.id, viewerId: viewer.userId, isStaff: false });
    },
  ),
  route(appealCalls.listDisputeAppeals, STAFF_READS, ({ tx, viewer, query }) =>
    listAppeals(tx, { viewerId: viewer.userId, ...query }),
  ),
  route(appealCalls.takeDisputeAppeal, OF_APPEALS, async ({ tx, viewer, params, body }) => {
    const hash = await takeAppeal(tx, { caseNumber: params.id, moderatorId: viewer.userId, reason: body.reason });
    return viewDispute(tx, { hash, viewerId: viewer.userId, isStaff: true });
  }),
  route(appealCalls.decideDisputeAppeal, OF_APPEALS, async ({ tx, viewer, params, body }) => {
    const hash = await decideAppeal(tx, {
      caseNumber: params.id,
      moderatorId: viewer.userId,
      outcome: body.outcome,
      answer: body.answer,
      units: body.compensation_units === undefined ? null : BigInt(body.compensation_units),
    });
    return viewDispute(tx, { hash, viewerId: viewer.userId, isStaff: true });
  }),
  route(calls.askForEvidence, STAFF, async ({ tx, viewer, params, body }) => {
    await askForEvidence(tx, { hash: params.id, moderatorId: viewer.userId, of: body.of, text: body.text });
    return viewDispute(tx, { hash: params.id, viewerId: viewer.userId, isStaff: true });
  }),
  route(calls.listDisputes, STAFF_READS, ({ tx, viewer, query }) =>
    listDisputes(tx, { viewerId: viewer.userId, ...query }),
  ),
  route(calls.takeDispute, STAFF, async ({ tx, viewer, params, body }) => {
    await takeDispute(tx, { hash: params.id, moderatorId: viewer.userId, reason: body.reason });
    return viewTrade(tx, { hash: params.id, viewerId: viewer.userId, isStaff: true });
  }),
  route(actInPlaceCall, STAFF, async ({ tx, viewer, params, body }) => {
    await actInPlace(tx, { hash: params.id, staffId: viewer.userId, ...body });
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

/** Endpoints of conversations outside trades. */
import * as calls from "#contract/reach/messenger/messenger.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import * as change from "./change-conversation.ts";
import { readMessages, readOne, viewFolder } from "./messages.ts";
import * as reports from "./report-messages.ts";
import { acceptanceOf, saveAcceptance } from "./rows.ts";
import { postMessage, startConversation } from "./write-message.ts";

const MEMBER = { id: { kind: "conversation", relations: ["member"] } } as const;
const READS = { auth: "session", rateLimit: "read" } as const;
/** The staff write in support alone. */
const WRITES = { auth: "session", rateLimit: "write", closedToStaff: true } as const;
/** What only concerns the caller's own lists: open in every restriction. */
const OWN = { auth: "session", rateLimit: "write", unrestricted: true, objects: MEMBER } as const;
const REPORT = { number: { kind: "message_report", relations: ["anybody"] } } as const;

export const routes = [
  route(calls.getMessengerProfile, READS, async ({ tx, viewer }) => ({
    accept_chat_messages: await acceptanceOf(tx, viewer.userId),
  })),
  // Open in every restriction: it only ever decides who may write to oneself.
  route(
    calls.saveMessengerProfile,
    { auth: "session", rateLimit: "write", action: "account" },
    async ({ tx, viewer, body }) => {
      await saveAcceptance(tx, viewer.userId, body.accept_chat_messages);
      return body;
    },
  ),
  route(calls.listConversations, READS, ({ tx, viewer, query }) => viewFolder(tx, { userId: viewer.userId, ...query })),
  route(calls.startConversation, { ...WRITES, action: "messenger", level: 1 }, ({ tx, viewer, body }) =>
    startConversation(tx, { viewer, username: body.username, origin: body.created_from, text: body.text }),
  ),
  route(calls.getConversation, { ...READS, objects: MEMBER }, ({ tx, viewer, params }) =>
    readOne(tx, { hash: params.id, userId: viewer.userId }),
  ),
  route(calls.listDirectMessages, { ...READS, objects: MEMBER }, ({ tx, viewer, params, query }) =>
    readMessages(tx, {
      hash: params.id,
      userId: viewer.userId,
      before: numberOf(query?.before),
      after: numberOf(query?.after),
      limit: numberOf(query?.limit),
    }),
  ),
  route(calls.postDirectMessage, { ...WRITES, action: "messenger", objects: MEMBER }, ({ tx, viewer, params, body }) =>
    postMessage(tx, { viewer, hash: params.id, text: body.text ?? "", uploadHash: body.upload_id }),
  ),
  route(calls.acceptConversation, { ...WRITES, action: "messenger", objects: MEMBER }, ({ tx, viewer, params }) =>
    change.acceptConversation(tx, { hash: params.id, userId: viewer.userId }),
  ),
  route(calls.declineConversation, OWN, ({ tx, viewer, params }) =>
    change.declineConversation(tx, { hash: params.id, userId: viewer.userId }),
  ),
  route(calls.changeConversation, OWN, ({ tx, viewer, params, body }) =>
    change.changeConversation(tx, {
      hash: params.id,
      userId: viewer.userId,
      isMuted: body.is_muted,
      isArchived: body.is_archived,
    }),
  ),
  route(calls.readConversation, OWN, ({ tx, viewer, params, body }) =>
    change.readConversation(tx, { hash: params.id, userId: viewer.userId, seq: body.seq }),
  ),
  route(
    calls.reportConversation,
    { auth: "session", rateLimit: "write", action: "own_account", objects: MEMBER },
    ({ tx, viewer, params, body }) =>
      reports.reportConversation(tx, { hash: params.id, userId: viewer.userId, ...body, text: body.text }),
  ),
  route(calls.listMessageReports, staffMay("people", "read"), ({ tx, viewer, query }) =>
    reports.viewReports(tx, { staffId: viewer.userId, ...query }),
  ),
  route(
    calls.lookAtMessageReport,
    { ...staffMay("people", "write"), keepsNoAnswer: true, objects: REPORT },
    ({ tx, viewer, params, body }) =>
      reports.lookAtReport(tx, { number: params.number, staffId: viewer.userId, reason: body.reason }),
  ),
  route(calls.closeMessageReport, { ...staffMay("people", "write"), objects: REPORT }, ({ tx, viewer, params, body }) =>
    reports.closeReport(tx, {
      number: params.number,
      staffId: viewer.userId,
      outcome: body.outcome,
      why: body.reason,
    }),
  ),
];

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

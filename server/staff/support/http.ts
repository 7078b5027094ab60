/** Endpoints of support for people, signed in or not. Who may do nothing else may write here. */
import * as calls from "#contract/reach/support/support.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { route } from "../../platform/http/policy.ts";
import { mailsFrom, needWork } from "../../people/auth/index.ts";
import { rate, solve, write } from "./person/act-in-ticket.ts";
import { requestFeature, viewFeatures, vote } from "./person/features.ts";
import { keepAtPlace, keepFile, planFile, storeAtPlace, storeFile } from "./person/files.ts";
import { openByCode, sendCode } from "./person/guests.ts";
import { openTicket } from "./person/open-ticket.ts";
import { findOwn, lockOwn } from "./person/own-ticket.ts";
import { viewThread, viewTickets } from "./person/view-ticket.ts";
import { zendeskToken } from "./person/zendesk.ts";

const READS = { auth: "session", rateLimit: "read" } as const;
const WRITES = { auth: "session", rateLimit: "write", unrestricted: true } as const;
const MINE = { objects: { number: { kind: "ticket", relations: ["owner"] } } } as const;
const GUEST = { auth: "public", rateLimit: "auth", openEverywhere: true } as const;
/** Nobody guesses a link. */
const BY_LINK = { auth: "public", rateLimit: "write", openEverywhere: true } as const;

const own = [
  route(calls.openTicket, WRITES, ({ tx, viewer, caller, body }) => openTicket(tx, { viewer, caller, ...body })),
  route(calls.listTickets, READS, ({ tx, viewer, query }) =>
    viewTickets(tx, { userId: viewer.userId, after: query?.after }),
  ),
  route(calls.getTicket, { ...READS, ...MINE }, async ({ tx, viewer, params }) =>
    viewThread(tx, await findOwn(tx, { userId: viewer.userId, ...params })),
  ),
  route(calls.writeToTicket, { ...WRITES, ...MINE }, ({ tx, viewer, params, body }) =>
    write(tx, { userId: viewer.userId, ...params }, body),
  ),
  route(calls.solveTicket, { ...WRITES, ...MINE }, ({ tx, viewer, params }) =>
    solve(tx, { userId: viewer.userId, ...params }),
  ),
  route(calls.rateTicket, { ...WRITES, ...MINE }, ({ tx, viewer, params, body }) =>
    rate(tx, { userId: viewer.userId, ...params }, body),
  ),
  route(calls.uploadTicketFile, { ...WRITES, rateLimit: "upload" } as const, {
    async prepare({ db, viewer, file, files }) {
      if (!file) throw new Error("a multipart call without its file");
      return storeFile(db, { userId: viewer.userId, files, file });
    },
    run: ({ tx, viewer, prepared }) => keepFile(tx, viewer.userId, prepared),
  }),
];

const guests = [
  route(calls.sendGuestCode, { ...GUEST, keepsNoAnswer: true } as const, {
    prepare: ({ db, caller }) => {
      const tried = [{ subject: mailsFrom(caller.ip), minutes: 60 }];
      return db.tx((tx) => needWork(tx, { purpose: "support", caller, tried }));
    },
    run: ({ tx, body, caller }) => sendCode(tx, { body, caller }),
  }),
  // The answer has the token: it is kept under no key.
  route(calls.openGuestTicket, { ...GUEST, keepsNoAnswer: true } as const, ({ tx, body, caller }) =>
    openByCode(tx, { body, caller }),
  ),
  route(calls.getGuestTicket, { ...BY_LINK, rateLimit: "read" } as const, async ({ tx, body }) =>
    viewThread(tx, await findOwn(tx, body)),
  ),
  route(calls.writeAsGuest, BY_LINK, ({ tx, body: { token, ...written } }) => write(tx, { token }, written)),
  route(calls.solveAsGuest, BY_LINK, ({ tx, body }) => solve(tx, body)),
  route(calls.rateAsGuest, BY_LINK, ({ tx, body: { token, ...rating } }) => rate(tx, { token }, rating)),
  route(calls.planGuestFile, BY_LINK, async ({ tx, body }) => planFile(tx, await lockOwn(tx, body))),
  route(calls.uploadGuestFile, { ...GUEST, rateLimit: "upload" } as const, {
    async prepare({ db, params, file, files }) {
      if (!file) throw new Error("a multipart call without its file");
      return storeAtPlace(db, { ...params, files, file });
    },
    async run({ tx, prepared, files }) {
      try {
        return await keepAtPlace(tx, prepared);
      } catch (refused) {
        // No row names it.
        if (refused instanceof Refusal) await files.remove(prepared.fileKey);
        throw refused;
      }
    },
  }),
];

const features = [
  route(calls.requestFeature, WRITES, ({ tx, viewer, body }) =>
    requestFeature(tx, { userId: viewer.userId, text: body.text }),
  ),
  route(calls.listFeatures, { auth: "public", rateLimit: "read", mayLag: true }, ({ tx, viewer, query }) =>
    viewFeatures(tx, { viewerId: viewer?.userId ?? null, after: query?.after }),
  ),
  route(
    calls.voteForFeature,
    { ...WRITES, objects: { id: { kind: "feature_request", relations: ["anybody"] } } },
    ({ tx, viewer, params, body }) => vote(tx, { userId: viewer.userId, ...params, ...body }),
  ),
  // The answer has the token: it is kept under no key.
  route(calls.getZendeskToken, { ...READS, keepsNoAnswer: true } as const, ({ tx, viewer }) =>
    zendeskToken(tx, viewer.userId),
  ),
];

export const personRoutes = [...own, ...guests, ...features];

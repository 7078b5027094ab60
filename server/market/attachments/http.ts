/** Endpoints for submitted files. */
import * as calls from "#contract/market/trades/attachments.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { actsAsStaff, route } from "../../platform/http/policy.ts";
import { refuseClosedTrade } from "../../people/accounts/index.ts";
import { findMember } from "../chat/index.ts";
import { findTrade } from "../trades/index.ts";
import { act, askForMore, noteRead } from "./act.ts";
import { checkFiles, submitFiles } from "./submit-files.ts";
import { viewUploads } from "./view-uploads.ts";

const PARTY = { id: { kind: "trade", relations: ["buyer", "seller"] } } as const;

export const routes = [
  route(
    calls.getTradeUploads,
    { auth: "session", rateLimit: "read", objects: { id: { kind: "trade", relations: ["buyer", "seller", "staff"] } } },
    async ({ tx, viewer, params }) => {
      const trade = await findTrade(tx, params.id);
      // The staff reads what belongs to a dispute that they have taken.
      const isStaff = trade?.dispute_opened_at != null && actsAsStaff(viewer);
      const member = trade && (await findMember(tx, { ref: params.id, userId: viewer.userId, isStaff }));
      if (!member) throw new Refusal("trade.not_found");
      if (member.role !== "moderator") await refuseClosedTrade(tx, { userId: viewer.userId, status: trade.status });
      return viewUploads(tx, trade);
    },
  ),
  route(calls.submitRequirements, { auth: "session", rateLimit: "write", objects: PARTY, action: "pay" } as const, {
    prepare: ({ db, files, viewer, body }) => checkFiles({ db, files }, viewer.userId, body),
    run: async ({ tx, viewer, params, prepared }) => {
      const { userId, restrictions } = viewer;
      const trade = await submitFiles(tx, { hash: params.id, userId, checked: prepared, restrictions });
      const corrupted = prepared.filter(({ isCorrupted }) => isCorrupted).map(({ requirement }) => requirement);
      return viewUploads(tx, trade, [...new Set(corrupted)]);
    },
  }),
  route(
    calls.askRequirement,
    { auth: "session", rateLimit: "write", action: "pay", objects: PARTY },
    async ({ tx, viewer, params, body }) =>
      viewUploads(
        tx,
        await askForMore(tx, { hash: params.id, userId: viewer.userId, requirement: body.requirementId }),
      ),
  ),
  route(
    calls.actOnAttachment,
    { auth: "session", rateLimit: "write", action: "pay", objects: PARTY },
    async ({ tx, viewer, params, body }) =>
      viewUploads(tx, await act(tx, { hash: params.id, userId: viewer.userId, ...body })),
  ),
  route(
    calls.readPolicy,
    { auth: "session", rateLimit: "write", unrestricted: true, objects: PARTY },
    async ({ tx, viewer, params, body }) => {
      await noteRead(tx, { hash: params.id, userId: viewer.userId, url: body.url });
      return { url: body.url };
    },
  ),
];

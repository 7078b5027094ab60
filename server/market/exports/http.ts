/** Endpoints of files with one's own trades. */
import * as calls from "#contract/market/trades/exports.ts";
import { route } from "../../platform/http/policy.ts";
import { askForExport, stopExport, viewExport, viewExports } from "./ask-for-export.ts";

const MINE = { kind: "trade_export", relations: ["owner"] } as const;

export const routes = [
  // Open in every restriction: the past is the user's own.
  route(calls.askForTradeExport, { auth: "session", rateLimit: "write", unrestricted: true }, ({ tx, viewer, body }) =>
    askForExport(tx, viewer.userId, body),
  ),
  route(calls.listTradeExports, { auth: "session", rateLimit: "read", keyScope: "trades" }, ({ tx, viewer }) =>
    viewExports(tx, viewer.userId),
  ),
  route(
    calls.getTradeExport,
    { auth: "session", rateLimit: "read", keyScope: "trades", objects: { id: MINE } },
    ({ tx, viewer, params }) => viewExport(tx, { userId: viewer.userId, hash: params.id }),
  ),
  route(
    calls.cancelTradeExport,
    { auth: "session", rateLimit: "write", unrestricted: true, objects: { id: MINE } },
    ({ tx, viewer, params }) => stopExport(tx, { userId: viewer.userId, hash: params.id }),
  ),
];

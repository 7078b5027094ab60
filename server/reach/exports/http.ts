/** Endpoints of files with one's own trades, and with the history of one's wallet. */
import * as calls from "#contract/market/trades/exports.ts";
import * as wallet from "#contract/products/wallet/files.ts";
import { route } from "../../platform/http/policy.ts";
import {
  askForExport,
  askForHistory,
  askForMonth,
  stopExport,
  stopWalletFile,
  viewExport,
  viewExports,
  viewWalletFile,
  viewWalletFiles,
} from "./ask-for-export.ts";

const MINE = { kind: "record_export", relations: ["owner"] } as const;

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
  route(wallet.askForWalletFile, { auth: "session", rateLimit: "write", unrestricted: true }, ({ tx, viewer, body }) =>
    askForHistory(tx, viewer.userId, body),
  ),
  route(wallet.askForStatement, { auth: "session", rateLimit: "write", unrestricted: true }, ({ tx, viewer, body }) =>
    askForMonth(tx, viewer.userId, body),
  ),
  route(wallet.listWalletFiles, { auth: "session", rateLimit: "read", keyScope: "wallet" }, ({ tx, viewer }) =>
    viewWalletFiles(tx, viewer.userId),
  ),
  route(
    wallet.getWalletFile,
    { auth: "session", rateLimit: "read", keyScope: "wallet", objects: { id: MINE } },
    ({ tx, viewer, params }) => viewWalletFile(tx, { userId: viewer.userId, hash: params.id }),
  ),
  route(
    wallet.cancelWalletFile,
    { auth: "session", rateLimit: "write", unrestricted: true, objects: { id: MINE } },
    ({ tx, viewer, params }) => stopWalletFile(tx, { userId: viewer.userId, hash: params.id }),
  ),
];

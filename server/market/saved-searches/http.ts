/** Endpoints of saved searches. */
import * as calls from "#contract/market/offers/saved-searches.ts";
import { route } from "../../platform/http/policy.ts";
import { changeSearch, dropSearch, saveSearch, viewSearches } from "./saved-searches.ts";

const MINE = { id: { kind: "saved_search", relations: ["owner"] } } as const;
const WRITES = { auth: "session", rateLimit: "write", unrestricted: true } as const;

export const routes = [
  route(calls.listSavedSearches, { auth: "session", rateLimit: "read" }, ({ tx, viewer }) =>
    viewSearches(tx, viewer.userId),
  ),
  route(calls.saveSearch, WRITES, ({ tx, viewer, body }) => saveSearch(tx, viewer, body)),
  route(calls.changeSavedSearch, { ...WRITES, objects: MINE }, ({ tx, viewer, params, body }) =>
    changeSearch(tx, { userId: viewer.userId, hash: params.id }, body),
  ),
  route(calls.deleteSavedSearch, { ...WRITES, objects: MINE }, ({ tx, viewer, params }) =>
    dropSearch(tx, { userId: viewer.userId, hash: params.id }),
  ),
];

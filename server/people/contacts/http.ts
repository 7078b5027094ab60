/** Endpoints of contacts. */
import {
  changeRelation as changeRelationCall,
  listBlocked,
  listRecentPartners,
  listTrusted,
} from "#contract/people/accounts.ts";
import { route } from "../../platform/http/policy.ts";
import { type ContactList, listContacts } from "./lists.ts";
import { changeRelation } from "./relations.ts";

const MINE = { auth: "session", rateLimit: "read" } as const;

function contactRoute(endpoint: typeof listTrusted, list: ContactList) {
  return route(endpoint, MINE, ({ tx, viewer, query }) =>
    listContacts(tx, { userId: viewer.userId, list, page: Number(query?.page ?? 1) }),
  );
}

export const routes = [
  route(
    changeRelationCall,
    {
      auth: "session",
      rateLimit: "write",
      action: "own_account",
      objects: { username: { kind: "user", relations: ["anybody"] } },
    },
    ({ tx, viewer, params, body }) =>
      changeRelation(tx, { userId: viewer.userId, username: params.username, action: body.action }),
  ),
  contactRoute(listRecentPartners, "recent"),
  contactRoute(listTrusted, "trusted"),
  contactRoute(listBlocked, "blocked"),
];

/** Endpoints of the demo market. */
import * as calls from "#contract/inbox.ts";
import { route } from "../platform/http/policy.ts";
import { listInboxMails } from "./inbox.ts";

export const routes = [
  route(calls.listInboxMails, { auth: "public", rate: "read" }, ({ tx, query }) =>
    listInboxMails(tx, { to: query?.to }),
  ),
];

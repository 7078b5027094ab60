/** Endpoints of keys for programs; none of them can be called by a key. */
import * as calls from "#contract/people/api-keys.ts";
import { route } from "../../platform/http/policy.ts";
import { endKey, listKeys, makeKey } from "./manage.ts";
import { makeSpotKey } from "./spot-keys.ts";

const MINE = { auth: "session", rateLimit: "auth", action: "account" } as const;

export const routes = [
  route(calls.listApiKeys, { auth: "session", rateLimit: "read" }, ({ tx, viewer }) => listKeys(tx, viewer.userId)),
  // The answer has the secret: it is kept under no key.
  route(calls.createApiKey, { ...MINE, keepsNoAnswer: true }, ({ tx, viewer, caller, body }) =>
    makeKey(tx, { viewer, caller }, body),
  ),
  route(
    calls.createSpotKey,
    { ...MINE, action: "convert", level: 1, keepsNoAnswer: true },
    ({ tx, viewer, caller, body }) => makeSpotKey(tx, { viewer, caller }, body),
  ),
  // Whatever the account's state: a user who has lost a key can end it.
  route(
    calls.endApiKey,
    {
      auth: "session",
      rateLimit: "write",
      unrestricted: true,
      objects: { id: { kind: "api_key", relations: ["owner"] } },
    },
    ({ tx, viewer, caller, params }) => endKey(tx, { viewer, caller }, params.id),
  ),
];

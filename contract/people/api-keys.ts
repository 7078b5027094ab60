/** Keys with which a person's own programs read what is theirs. */
import * as z from "zod/mini";
import { KEY_DAYS, KEY_SCOPES, MOST_NETWORKS } from "./api-key-names.ts";
import { endpoint } from "../platform/endpoint.ts";
import { hash, instant, lineText } from "../platform/wire.ts";
import { form } from "../platform/shape-faults.ts";

const scopes = z.array(z.enum(KEY_SCOPES)).check(
  z.minLength(1),
  z.maxLength(KEY_SCOPES.length),
  z.refine((all) => new Set(all).size === all.length, { error: form("once") }),
);

const apiKey = z.strictObject({
  id: hash,
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** Addresses and ranges from which it works; none is from everywhere. */
  networks: z.array(z.string()),
  createdAt: instant,
  expiresAt: instant,
  /** To the minute. */
  lastUsedAt: z.nullable(instant),
});
export type ApiKey = z.infer<typeof apiKey>;

export const listApiKeys = endpoint({
  name: "listApiKeys",
  method: "GET",
  path: "/rest/v1/users/api-keys",
  summary: "The caller's active API keys, without their secrets",
  reply: z.array(apiKey),
});

export const createApiKey = endpoint({
  name: "createApiKey",
  method: "POST",
  path: "/rest/v1/users/api-keys",
  summary: "Make a key that reads, with a proof of kind create_api_key; its secret is in this answer and nowhere else",
  body: z.strictObject({
    name: lineText({ min: 1, max: 40 }),
    scopes,
    networks: z.array(z.string().check(z.maxLength(49))).check(z.maxLength(MOST_NETWORKS)),
    days: z.literal(KEY_DAYS),
  }),
  reply: z.strictObject({ secret: z.string(), key: apiKey }),
  refusals: ["api_key.network", "api_key.many", "auth.password_proof", "auth.shared_account"],
});

export const endApiKey = endpoint({
  name: "endApiKey",
  method: "DELETE",
  path: "/rest/v1/users/api-keys/:id",
  summary: "End a key at once; the next call with it is refused",
  params: z.strictObject({ id: hash }),
  reply: z.array(apiKey),
});

/** Keys with which a person's own programs read what is theirs. */
import * as z from "zod/mini";
import { KEY_DAYS, KEY_SCOPES, MOST_NETWORKS, TRADE_SCOPE } from "./api-key-names.ts";
import { SESSION_DAY_USD, SPOT_SYMBOLS } from "../products/spot/names.ts";
import { endpoint } from "../platform/endpoint.ts";
import { hash, instant, lineText } from "../platform/wire.ts";
import { form } from "../platform/errors/shape-faults.ts";

const scopes = z.array(z.enum(KEY_SCOPES)).check(
  z.minLength(1),
  z.maxLength(KEY_SCOPES.length),
  z.refine((all) => new Set(all).size === all.length, { error: form("once") }),
);

const apiKey = z.strictObject({
  id: hash,
  name: z.string(),
  scopes: z.array(z.enum([...KEY_SCOPES, TRADE_SCOPE])),
  /** Addresses and ranges from which it works; none is from everywhere. */
  networks: z.array(z.string()),
  createdAt: instant,
  expiresAt: instant,
  /** To the minute. */
  lastUsedAt: z.nullable(instant),
  /** Of a key that trades: its markets, and the value of orders that it may place in a day (UTC), and of those placed today. */
  spot: z.nullable(z.strictObject({ markets: z.array(z.string()), dayUsd: z.string(), usedUsd: z.string() })),
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

export const createSpotKey = endpoint({
  name: "createSpotKey",
  method: "POST",
  path: "/rest/v1/users/api-keys/spot",
  summary:
    "Make a key that places spot orders by signed calls of /api/v3, with a proof of kind spot_key whose id is `<days>d-<day_usd>usd`; the id of the key is its public part, its secret is in this answer and nowhere else",
  body: z.strictObject({
    name: lineText({ min: 1, max: 40 }),
    markets: z.array(z.enum(SPOT_SYMBOLS)).check(
      z.minLength(1),
      z.maxLength(SPOT_SYMBOLS.length),
      z.refine((all) => new Set(all).size === all.length, { error: form("once") }),
    ),
    day_usd: z.literal([...SESSION_DAY_USD]),
    networks: z.array(z.string().check(z.maxLength(49))).check(z.minLength(1), z.maxLength(MOST_NETWORKS)),
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

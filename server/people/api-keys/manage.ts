/** Keys as their owner makes, sees and ends them. */
import { createHash } from "node:crypto";
import { KEY_MARK, MOST_KEYS } from "#contract/people/api-key-names.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import type { ApiKey, createApiKey } from "#contract/people/api-keys.ts";
import type { BodyOf, ReplyOf } from "#contract/platform/endpoint.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import { noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { Db, ReadTx, Tx } from "../../platform/postgres/db.ts";
import type { Caller, Viewer } from "../../platform/http/policy.ts";
import { ids } from "../../platform/ids.ts";
import { isRange } from "../../platform/words/networks.ts";
import { proofRefusal, refuseSharedAccount } from "../auth/index.ts";
import { deleteEnded, insertKey, type KeyRow, keysOf, removeKey } from "./rows.ts";

export const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

export async function listKeys(tx: ReadTx, userId: bigint): Promise<ApiKey[]> {
  return (await keysOf(tx, userId)).map(shown);
}

/** Whether a program of theirs can read something. */
export async function hasKeys(tx: ReadTx, userId: bigint): Promise<boolean> {
  return (await keysOf(tx, userId)).length > 0;
}

function shown(key: KeyRow): ApiKey {
  return {
    id: key.public_id,
    name: key.name,
    scopes: key.scopes,
    networks: key.networks,
    createdAt: key.created_at.toISOString(),
    expiresAt: key.expires_at.toISOString(),
    lastUsedAt: key.last_used_at?.toISOString() ?? null,
    spot:
      key.day_usd_cents === null
        ? null
        : {
            markets: key.markets,
            dayUsd: displayFromUnits(key.day_usd_cents, 2),
            usedUsd: displayFromUnits(key.used_usd_cents, 2),
          },
  };
}

export type Making = { readonly viewer: Viewer; readonly caller: Caller };

/** Refuses auth.shared_account, api_key.network, api_key.many, and auth.password_proof without a proof of just this. Locks the user. */
export async function makeKey(
  tx: Tx,
  { viewer: { userId }, caller }: Making,
  wanted: BodyOf<typeof createApiKey>,
): Promise<ReplyOf<typeof createApiKey>> {
  await refuseSharedAccount(tx, userId);
  if (!wanted.networks.every(isRange)) throw fieldRefusal("api_key.network", "networks");
  await noteCaller(tx, caller);
  const secret = `${KEY_MARK}${ids.secret()}`;
  const publicId = ids.hash();
  const networks = [...new Set(wanted.networks)];
  const outcome = await insertKey(tx, { ...wanted, networks, userId, publicId, secretHash: hashOf(secret) });
  if (outcome === "unproved") throw proofRefusal({ kind: "create_api_key", id: "account" });
  if (outcome === "many") throw new Refusal("api_key.many", { most: MOST_KEYS });
  return { secret, key: await getKey(tx, userId, publicId) };
}

export async function getKey(tx: ReadTx, userId: bigint, publicId: string): Promise<ApiKey> {
  const key = (await listKeys(tx, userId)).find(({ id }) => id === publicId);
  if (!key) throw new Error(`the key ${publicId} is gone`);
  return key;
}

/** Refuses request.not_found for one that is not theirs, or has ended. Returns the active ones. */
export async function endKey(tx: Tx, { viewer: { userId }, caller }: Making, publicId: string): Promise<ApiKey[]> {
  await noteCaller(tx, caller);
  if (!(await removeKey(tx, { userId, publicId }))) throw new Refusal("request.not_found");
  return listKeys(tx, userId);
}

const A_ROUND = 1000;

/** Deletes ended keys with their names and networks, some at a time. */
export async function forgetEndedKeys(db: Db): Promise<void> {
  while ((await db.tx((tx) => deleteEnded(tx, A_ROUND))) === A_ROUND);
}

/**
 * Keys that place spot orders. They sign each call by a secret that is stored sealed, because who verifies a signature has to know
 * it; the database counts each order against their markets and their value of the day.
 */
import type { createSpotKey } from "#contract/people/api-keys.ts";
import { MOST_KEYS } from "#contract/people/api-key-names.ts";
import type { BodyOf, ReplyOf } from "#contract/platform/endpoint.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { ids } from "../../platform/ids.ts";
import { noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import { seal, unseal } from "../../platform/sealed.ts";
import { isRange } from "../../platform/words/networks.ts";
import { proofRefusal, refuseSharedAccount } from "../auth/index.ts";
import { isWithin, ownerOf } from "./identify.ts";
import { getKey, hashOf, type Making } from "./manage.ts";
import { noteUse } from "./rows.ts";
import { findSpotKey, insertSpotKey } from "./spot-key-rows.ts";

const placeOf = (publicId: string) => `api_keys.secret_sealed:${publicId}`;
export const sealSecret = (secret: string, publicId: string): Buffer => seal(secret, placeOf(publicId));
export const openSecret = (sealed: Uint8Array, publicId: string): string => unseal(sealed, placeOf(publicId));

/** Refuses auth.shared_account, api_key.network, api_key.many, and auth.password_proof without a proof of just this. Locks the user. */
export async function makeSpotKey(
  tx: Tx,
  { viewer: { userId }, caller }: Making,
  { name, markets, days, day_usd: dayUsd, networks }: BodyOf<typeof createSpotKey>,
): Promise<ReplyOf<typeof createSpotKey>> {
  await refuseSharedAccount(tx, userId);
  if (!networks.every(isRange)) throw fieldRefusal("api_key.network", "networks");
  await noteCaller(tx, caller);
  const secret = ids.secret();
  const publicId = ids.hash();
  const outcome = await insertSpotKey(tx, {
    ...{ userId, publicId, name, markets, dayUsd, days, networks: [...new Set(networks)] },
    secretHash: hashOf(secret),
    secretSealed: sealSecret(secret, publicId),
  });
  if (outcome === "unproved") throw proofRefusal({ kind: "spot_key", id: `${days}d-${dayUsd}usd` });
  if (outcome === "many") throw new Refusal("api_key.many", { most: MOST_KEYS });
  return { secret, key: await getKey(tx, userId, publicId) };
}

export type SpotKey = {
  readonly id: bigint;
  readonly publicId: string;
  readonly viewer: Viewer;
  /** By which its calls are signed. */
  readonly secret: string;
  /** The caller's address is one of those that it works from. */
  readonly isHere: boolean;
  noteUse(): Promise<void>;
};

/** Undefined for an unknown key, or one that has ended. */
export async function holdSpotKey(
  db: Db,
  { publicId, ip }: { publicId: string; ip: string },
): Promise<SpotKey | undefined> {
  const found = await db.read(async (tx) => {
    const key = await findSpotKey(tx, publicId);
    const viewer = key && (await ownerOf(tx, key.user_id));
    return viewer && { key, viewer };
  });
  if (!found) return undefined;
  const { key, viewer } = found;
  return {
    id: key.id,
    publicId,
    viewer,
    secret: openSecret(key.secret_sealed, publicId),
    isHere: isWithin(ip, key.networks),
    noteUse: async () => {
      if (key.is_stale) await db.tx((tx) => noteUse(tx, key.id));
    },
  };
}

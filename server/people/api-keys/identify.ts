/** The caller behind an API key: its owner without a role and without a session, limited to the key's scopes. */
import { BlockList, isIPv6 } from "node:net";
import { KEY_MARK } from "#contract/people/api-key-names.ts";
import type { Db, ReadTx } from "../../platform/postgres/db.ts";
import type { HeldBy, Keys, Viewer } from "../../platform/http/policy.ts";
import { findUserById, standingsOf } from "../accounts/index.ts";
import { hashOf } from "./manage.ts";
import { findKey, noteUse } from "./rows.ts";

/** As ids.secret() makes it, behind the mark. */
const FORM = new RegExp(`^${KEY_MARK}[A-Za-z0-9_-]{43}$`);

export function readKeys(db: Db): Keys {
  return { holderOf: (secret, ip) => holderOf(db, { secret, ip }) };
}

/** Its owner without a role and without a session; undefined where the account is gone. */
export async function ownerOf(tx: ReadTx, userId: bigint): Promise<Viewer | undefined> {
  const user = await findUserById(tx, userId);
  const standing = (await standingsOf(tx, [userId])).get(userId);
  if (!user || !standing) return undefined;
  return {
    userId: user.id,
    externalId: user.external_id,
    username: user.username,
    sessionId: 0n,
    tokenHash: "",
    ...standing,
    // What staff may see goes by a session that an app or a passkey began.
    roles: [],
    isStrong: false,
    isDemo: user.is_demo,
  };
}

/** Undefined for an unknown key, or one that has ended. */
async function holderOf(db: Db, { secret, ip }: { secret: string; ip: string }): Promise<HeldBy | undefined> {
  if (!FORM.test(secret)) return undefined;
  const found = await db.read(async (tx) => {
    const key = await findKey(tx, hashOf(secret));
    if (!key) return undefined;
    const viewer = await ownerOf(tx, key.user_id);
    return viewer && { key, viewer };
  });
  if (!found) return undefined;
  const { key, viewer } = found;
  const isHere = key.networks.length === 0 || isWithin(ip, key.networks);
  return {
    viewer,
    scopes: key.scopes,
    isHere,
    noteUse: async () => {
      if (key.is_stale) await db.tx((tx) => noteUse(tx, key.id));
    },
  };
}

export function isWithin(ip: string, networks: readonly string[]): boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list.check(ip, isIPv6(ip) ? "ipv6" : "ipv4");
}

/** The caller behind an API key: its owner without a role and without a session, limited to the key's scopes. */
import { BlockList, isIPv6 } from "node:net";
import { KEY_MARK } from "#contract/people/api-key-names.ts";
import type { Db } from "../../platform/postgres/db.ts";
import type { HeldBy, Keys } from "../../platform/http/policy.ts";
import { findUserById, standingsOf } from "../accounts/index.ts";
import { hashOf } from "./manage.ts";
import { findKey, noteUse } from "./rows.ts";

/** As ids.secret() makes it, behind the mark. */
const FORM = new RegExp(`^${KEY_MARK}[A-Za-z0-9_-]{43}$`);

export function readKeys(db: Db): Keys {
  return { holderOf: (secret, ip) => holderOf(db, { secret, ip }) };
}

/** Undefined for an unknown key, or one that has ended. */
async function holderOf(db: Db, { secret, ip }: { secret: string; ip: string }): Promise<HeldBy | undefined> {
  if (!FORM.test(secret)) return undefined;
  const found = await db.read(async (tx) => {
    const key = await findKey(tx, hashOf(secret));
    if (!key) return undefined;
    const user = await findUserById(tx, key.user_id);
    const standing = (await standingsOf(tx, [key.user_id])).get(key.user_id);
    return user && standing && { key, user, standing };
  });
  if (!found) return undefined;
  const { key, user, standing } = found;
  const isHere = key.networks.length === 0 || isWithin(ip, key.networks);
  const viewer = {
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
  return {
    viewer,
    scopes: key.scopes,
    isHere,
    noteUse: async () => {
      if (key.is_stale) await db.tx((tx) => noteUse(tx, key.id));
    },
  };
}

function isWithin(ip: string, networks: readonly string[]): boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list.check(ip, isIPv6(ip) ? "ipv6" : "ipv4");
}

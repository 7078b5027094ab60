/** Browsers in which a user has signed in before, known by a random token in a cookie; it opens nothing by itself. */
import { createHash } from "node:crypto";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import type { Caller } from "../../../platform/http/policy.ts";
import { ids } from "../../../platform/ids.ts";
import { findUsersByEmail, unconfirmedWithEmail } from "../../accounts/index.ts";
import { isKnownDevice, knownAmong, renameDevice, upsertDevice } from "./device-rows.ts";

function hashOf(token: string): Buffer {
  return createHash("sha256").update(`device:${token}`).digest();
}

/** A short name of the caller's browser when this user has signed in in it before. */
export async function knownDevice(
  tx: ReadTx,
  { userId, caller }: { userId: bigint; caller: Pick<Caller, "device"> },
): Promise<string | undefined> {
  if (!caller.device) return undefined;
  const deviceHash = hashOf(caller.device);
  return (await isKnownDevice(tx, { userId, deviceHash })) ? deviceHash.toString("base64url") : undefined;
}

/** More accounts of one address are looked at for no browser. */
const MOST_UNCONFIRMED = 50;

type ByEmail = Awaited<ReturnType<typeof findUsersByEmail>>;

/** As findUsersByEmail says; of several unconfirmed accounts the one that knows the browser, so that a later one does not hide it. */
export async function findSigningIn(
  tx: ReadTx,
  { email, caller }: { email: string; caller: Pick<Caller, "device"> },
): Promise<ByEmail> {
  const { confirmed, unconfirmed } = await findUsersByEmail(tx, email);
  if (unconfirmed === undefined || !caller.device) return { confirmed, unconfirmed };
  const userIds = await unconfirmedWithEmail(tx, email, MOST_UNCONFIRMED);
  const known = await knownAmong(tx, { userIds, deviceHash: hashOf(caller.device) });
  return { confirmed, unconfirmed: known ?? unconfirmed };
}

/** Returns the token for the cookie: a new one each time, so that a planted one is worth nothing. */
export async function rememberDevice(tx: Tx, { userId, caller }: { userId: bigint; caller: Caller }): Promise<string> {
  const token = ids.secret();
  if (caller.device) await renameDevice(tx, { from: hashOf(caller.device), to: hashOf(token) });
  await upsertDevice(tx, { userId, deviceHash: hashOf(token) });
  return token;
}

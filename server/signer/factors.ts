/**
 * What people prove with, and how they change it: whoever adds or takes away shows what they have, and the password only
 * where that is nothing, or where what they had is lost.
 */
import { MOST_PASSKEYS } from "#contract/two-factor.ts";
import type { FactorAct, Shown } from "#contract/proofs.ts";
import { type CalledFrom, noteCaller } from "../platform/caller-rows.ts";
import type { Db, Tx } from "../platform/db.ts";
import type { FactorChange, FactorOutcome, Factors } from "../platform/outside/signer.ts";
import { enrolledKey, isAsserted, type Site } from "./assertion.ts";
import { checkCode, confirmAuthenticator, startAuthenticator } from "./authenticators.ts";
import {
  deleteAuthenticator,
  deletePasskey,
  findAuthenticator,
  insertPasskey,
  lockFactors,
  passkeysById,
  passkeysOf,
  usersWithFactor,
} from "./factor-rows.ts";
import { holdEnds, holdSendOuts, usersAfterLoss } from "./holds.ts";
import { checkPassword } from "./passwords.ts";
import { spendingOf } from "./spending.ts";

export function listFactors(db: Db, { userId: id }: { userId: string }): Promise<Factors> {
  const userId = BigInt(id);
  return db.read(async (tx) => {
    await tx.readClock();
    const [authenticator, passkeys] = [await findAuthenticator(tx, userId), await passkeysOf(tx, userId)];
    const isAfterLoss = (await usersAfterLoss(tx, [userId])).has(userId);
    const hasFactor = passkeys.length > 0 || Boolean(authenticator?.confirmed_at);
    return {
      heldUntil: (await holdEnds(tx, [userId])).get(userId)?.toISOString() ?? null,
      limit: hasFactor && !isAfterLoss ? null : await spendingOf(tx, userId),
      authenticator: authenticator?.confirmed_at ? { addedAt: authenticator.confirmed_at.toISOString() } : null,
      passkeys: passkeys.map(({ id, name, made_at }) => ({ id, name, addedAt: made_at.toISOString() })),
    };
  });
}

/** Refuses signer.busy and signer.throttled. */
export async function changeFactors(db: Db, site: Site, change: FactorChange): Promise<FactorOutcome> {
  const userId = BigInt(change.userId);
  if (change.act === "confirm_authenticator") {
    const isRight = await confirmAuthenticator(db, { userId, code: change.code, from: change.from });
    if (isRight === undefined) return { outcome: "none" };
    return { outcome: isRight ? "done" : "wrong" };
  }
  const isRight = await isShown(db, site, {
    userId,
    shown: change.shown,
    wanted: wantedBy(change),
    from: change.from,
  });
  if (!isRight) return { outcome: "wrong" };
  return db.tx(async (tx) => {
    await noteCaller(tx, change.from);
    await lockFactors(tx, userId);
    const isByPassword = "password" in change.shown;
    // What is lost is removed with the password; nothing is added beside it.
    if (isByPassword && change.act !== "remove" && (await usersWithFactor(tx, [userId])).has(userId)) {
      return { outcome: "factor" };
    }
    return apply(tx, site, change);
  });
}

type ShownChange = Exclude<FactorChange, { readonly act: "confirm_authenticator" }>;

function wantedBy(change: ShownChange): FactorAct {
  if (change.act === "remove") return { kind: "remove_factor", id: change.factor };
  return { kind: "add_factor", id: change.act === "add_passkey" ? "passkey" : "authenticator" };
}

type Asked = {
  readonly userId: bigint;
  readonly shown: Shown;
  readonly wanted: FactorAct;
  readonly from: CalledFrom | undefined;
};

/** A password and a code are counted when they are wrong. */
export async function isShown(db: Db, site: Site, { userId, shown, wanted, from }: Asked): Promise<boolean> {
  if ("code" in shown) return checkCode(db, { userId, code: shown.code, from });
  if ("password" in shown)
    return checkPassword(db, { userId: userId.toString(), password: shown.password, purpose: "prove", from });
  return db.read(async (tx) => {
    const key = (await passkeysById(tx, [shown.passkey.credential_id])).get(shown.passkey.credential_id);
    if (key?.user_id !== userId) return false;
    const now = await tx.readClock();
    return isAsserted(site, { assertion: shown.passkey, publicKey: key.public_key, wanted, now });
  });
}

async function apply(tx: Tx, site: Site, change: ShownChange): Promise<FactorOutcome> {
  const userId = BigInt(change.userId);
  if (change.act === "start_authenticator") {
    const secret = await startAuthenticator(tx, userId);
    return secret === undefined ? { outcome: "exists" } : { outcome: "done", secret };
  }
  if (change.act === "remove") {
    const isGone =
      change.factor === "authenticator"
        ? await deleteAuthenticator(tx, userId)
        : await deletePasskey(tx, { id: change.factor, userId });
    if (isGone && "password" in change.shown) await holdSendOuts(tx, { userId, reason: "factor_lost" });
    return { outcome: isGone ? "done" : "none" };
  }
  const publicKey = enrolledKey(site, { passkey: change.passkey, now: tx.now });
  if (!publicKey) return { outcome: "unusable" };
  if ((await passkeysOf(tx, userId)).length >= MOST_PASSKEYS) return { outcome: "full" };
  const row = { id: change.passkey.credential_id, user_id: userId, public_key: publicKey, name: change.name };
  if (!(await insertPasskey(tx, row))) return { outcome: "exists" };
  await holdSendOuts(tx, { userId, reason: "new_factor" });
  return { outcome: "done" };
}

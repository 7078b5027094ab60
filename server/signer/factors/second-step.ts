/** The second step of signing in: whether one is asked for, and whether what is shown is it. */
import { noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import type { SecondStep, SecondStepAsked, SecondStepOutcome } from "../../platform/outside/signer/second-step.ts";
import { isApproved } from "./approval-rows.ts";
import type { Site } from "./assertion.ts";
import { findAuthenticator, lockFactors, passkeysOf, usersWithFactor } from "./factor-rows.ts";
import { isShown, isWeak } from "./factors.ts";
import { holdSendOuts, startHold } from "../proofs/holds.ts";
import { countCodes, usesOf } from "./recovery-code-rows.ts";
import { tryRecoveryCode } from "./recovery-codes.ts";
import { textsStopped } from "./sent-code-rows.ts";
import { channelsAtSignIn } from "./sent-codes.ts";

const ON = 1;

/** Null for a user who signs in with the password alone, without a factor or by choice. */
export function findSecondStep(db: Db, { userId: id }: { readonly userId: string }): Promise<SecondStep | null> {
  const userId = BigInt(id);
  return db.read(async (tx) => {
    await tx.readClock();
    if ((await usesOf(tx, userId)).login.state !== ON) return null;
    const [app, passkeys] = [await findAuthenticator(tx, userId), await passkeysOf(tx, userId)];
    const hasApp = Boolean(app?.confirmed_at);
    const isStrong = hasApp || passkeys.length > 0;
    return {
      hasApp,
      passkeyIds: passkeys.map((key) => key.id),
      // A code by email does not replace an app or a passkey.
      channels: isStrong ? [] : await channelsAtSignIn(tx, userId),
      takesTexts: (await textsStopped(tx, userId)) === null,
      hasRecoveryCodes: (await countCodes(tx, userId)).left > 0,
    };
  });
}

/**
 * What was shown counts once, right or wrong. What leaves is held before there is a session in a new browser: with one, a thief
 * would be quicker. Refuses signer.throttled.
 */
export async function checkSecondStep(db: Db, site: Site, asked: SecondStepAsked): Promise<SecondStepOutcome> {
  const { shown, from } = asked;
  const userId = BigInt(asked.userId);
  if ("approved" in shown) return withApproval(db, asked);
  // A password is the first step.
  if ("password" in shown) return { outcome: "wrong" };
  if (isWeak(shown) && (await db.read((tx) => usersWithFactor(tx, [userId]))).has(userId)) return { outcome: "factor" };
  const wanted = { kind: "sign_in", id: asked.signInId } as const;
  if ("recoveryCode" in shown) return withRecoveryCode(db, asked, shown.recoveryCode);
  const isRight = await isShown(db, site, { userId, shown, wanted, from });
  if (!isRight) return { outcome: "wrong" };
  if (asked.isNewDevice) await startHold(db, { userId: asked.userId, reason: "new_device", from });
  return { outcome: "done", isStrong: "passkey" in shown || "code" in shown };
}

/** Never as strong as an app or a passkey here: what staff may do takes one of these in their own session's beginning. */
function withApproval(db: Db, asked: SecondStepAsked): Promise<SecondStepOutcome> {
  return db.tx(async (tx) => {
    await noteCaller(tx, asked.from);
    await lockFactors(tx, BigInt(asked.userId));
    if (!(await isApproved(tx, { userId: BigInt(asked.userId), signInId: asked.signInId })))
      return { outcome: "wrong" };
    await holdNewDevice(tx, asked);
    return { outcome: "done", isStrong: false };
  });
}

/** The code counts together with the hold that comes with it, or not at all. */
function withRecoveryCode(db: Db, asked: SecondStepAsked, code: string): Promise<SecondStepOutcome> {
  const userId = BigInt(asked.userId);
  return db.tx(async (tx) => {
    await noteCaller(tx, asked.from);
    await lockFactors(tx, userId);
    const isRight = await tryRecoveryCode(tx, { userId, code });
    if (isRight) await holdNewDevice(tx, asked);
    return isRight ? { outcome: "done", isStrong: false } : { outcome: "wrong" };
  });
}

async function holdNewDevice(tx: Tx, { userId, isNewDevice }: SecondStepAsked): Promise<void> {
  if (isNewDevice) await holdSendOuts(tx, { userId: BigInt(userId), reason: "new_device" });
}

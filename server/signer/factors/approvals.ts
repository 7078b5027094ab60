/**
 * Whether a signed-in user may approve a sign-in in another browser: by the number that it shows, and by a factor.
 * The password was already the first step at the new browser and is no proof here; recovery codes are for users who
 * lost their factors.
 */
import { noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { Db } from "../../platform/postgres/db.ts";
import type { ApprovalAsked, ApprovalOutcome } from "../../platform/outside/signer/second-step.ts";
import { decide, findWaiting } from "./approval-rows.ts";
import type { Site } from "./assertion.ts";
import { usersWithFactor } from "./factor-rows.ts";
import { isShown, isWeak } from "./factors.ts";

/** Refuses signer.throttled. */
export async function approveSignIn(db: Db, site: Site, asked: ApprovalAsked): Promise<ApprovalOutcome> {
  const { requestId, shown, from } = asked;
  const userId = BigInt(asked.userId);
  const settle = (state: "approved" | "denied") =>
    db.tx(async (tx) => {
      await noteCaller(tx, from);
      return decide(tx, { userId, requestId }, state);
    });
  if ("password" in shown || "recoveryCode" in shown) return { outcome: "factor" };
  const waiting = await db.read((tx) => findWaiting(tx, { userId, requestId }));
  if (!waiting) return { outcome: "gone" };
  if (waiting.number !== asked.number) return { outcome: (await settle("denied")) ? "number" : "gone" };
  if (isWeak(shown) && (await db.read((tx) => usersWithFactor(tx, [userId]))).has(userId)) return { outcome: "factor" };
  const wanted = { kind: "approve_sign_in", id: requestId } as const;
  if (!(await isShown(db, site, { userId, shown, wanted, from }))) return { outcome: "wrong" };
  return { outcome: (await settle("approved")) ? "approved" : "gone" };
}

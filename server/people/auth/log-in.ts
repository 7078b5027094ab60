/** Somebody signs in, or shows the password again: the same check, the same cost whether the account exists or not. */
import { Refusal } from "#contract/refusals.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Caller } from "../../platform/http/policy.ts";
import { emailMark, findUserByEmail, findUserById } from "../accounts/index.ts";
import { refuseWhenThrottled } from "./attempts.ts";
import { countFailure, forgetFailures } from "./attempt-rows.ts";
import { inHashingQueue } from "./hashing.ts";
import { isPassword, pretendToCheck } from "./password.ts";
import { startSession } from "./sessions.ts";
import { markProved } from "./session-rows.ts";

export type CheckedCredentials = {
  /** Whom the failures are counted for. */
  readonly subjects: readonly string[];
  /** Undefined when email and password do not belong together. */
  readonly userId: bigint | undefined;
};

/** Slow, so on no connection of the database. Refuses auth.throttled, auth.busy. */
export function checkCredentials(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<CheckedCredentials> {
  const subjects = [`login:${emailMark(email).toString("base64url")}`];
  return inHashingQueue(async () => {
    const user = await db.tx(async (tx) => {
      await refuseWhenThrottled(tx, subjects);
      return findUserByEmail(tx, email);
    });
    const isRight = user
      ? await isPassword(password, user.password_hash)
      : await pretendToCheck(password).then(() => false);
    return { subjects, userId: user && isRight ? user.id : undefined };
  });
}

/** The token of a new session, or the refusal auth.wrong_credentials, already counted. */
export async function logIn(
  tx: Tx,
  { checked: { subjects, userId }, caller }: { checked: CheckedCredentials; caller: Caller },
): Promise<{ userId: bigint; token: string } | Refusal> {
  if (userId === undefined) {
    await countFailure(tx, subjects);
    return new Refusal("auth.wrong_credentials");
  }

  await forgetFailures(tx, subjects);
  const token = await startSession(tx, { userId, caller });
  tx.emit({ type: "account.signed_in", subject: String(userId), payload: {} });
  return { userId, token };
}

/** Slow, so on no connection of the database. Refuses auth.throttled, auth.busy. */
export function checkOwnPassword(
  db: Db,
  { userId, password }: { userId: bigint; password: string },
): Promise<CheckedCredentials> {
  const subjects = [`prove:${userId}`];
  return inHashingQueue(async () => {
    const user = await db.tx(async (tx) => {
      await refuseWhenThrottled(tx, subjects);
      return findUserById(tx, userId);
    });
    const isRight = user !== undefined && (await isPassword(password, user.password_hash));
    return { subjects, userId: isRight ? userId : undefined };
  });
}

/** The session's proof is fresh again, or the refusal auth.wrong_credentials, already counted. */
export async function provePassword(
  tx: Tx,
  { checked: { subjects, userId }, sessionId }: { checked: CheckedCredentials; sessionId: bigint },
): Promise<Refusal | undefined> {
  if (userId === undefined) {
    await countFailure(tx, subjects);
    return new Refusal(
      "auth.wrong_credentials",
      {},
      { password: [{ code: "auth.wrong_credentials", message: "The password is not right." }] },
    );
  }

  await markProved(tx, [sessionId]);
  return undefined;
}

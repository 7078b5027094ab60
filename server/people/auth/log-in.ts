/** Somebody signs in, or shows the password again: the same check, the same cost whether the account exists or not. */
import { Refusal } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import type { Caller } from "../../platform/http/policy.ts";
import { emailMark, findUserByEmail, findUserById } from "../accounts/index.ts";
import { refuseWhenThrottled } from "./attempts.ts";
import { countFailure, forgetFailures } from "./attempt-rows.ts";
import { isPassword, pretendToCheck } from "./password.ts";
import { startSession } from "./sessions.ts";
import { markProved } from "./session-rows.ts";

/** The token of a new session, or the refusal auth.wrong_credentials, already counted. Refuses auth.throttled. */
export async function logIn(
  tx: Tx,
  { email, password, caller }: { email: string; password: string; caller: Caller },
): Promise<{ userId: bigint; token: string } | Refusal> {
  const account = `login:${emailMark(email).toString("base64url")}`;
  const subjects = [account, `login-from:${caller.ip}:${account.slice(-8)}`];
  await refuseWhenThrottled(tx, [account]);
  const user = await findUserByEmail(tx, email);
  const isRight = user
    ? await isPassword(password, user.password_hash)
    : await pretendToCheck(password).then(() => false);
  if (!user || !isRight) {
    await countFailure(tx, subjects);
    return new Refusal("auth.wrong_credentials");
  }

  await forgetFailures(tx, account);
  const token = await startSession(tx, { userId: user.id, caller });
  tx.emit({ type: "account.signed_in", subject: String(user.id), payload: {} });
  return { userId: user.id, token };
}

/** The session's proof is fresh again, or the refusal auth.wrong_credentials, already counted. */
export async function provePassword(
  tx: Tx,
  { userId, sessionId, password }: { userId: bigint; sessionId: bigint; password: string },
): Promise<Refusal | undefined> {
  const subject = `prove:${userId}`;
  await refuseWhenThrottled(tx, [subject]);
  const user = await findUserById(tx, userId);
  if (!user || !(await isPassword(password, user.password_hash))) {
    await countFailure(tx, [subject]);
    return new Refusal(
      "auth.wrong_credentials",
      {},
      { password: [{ code: "auth.wrong_credentials", message: "The password is not right." }] },
    );
  }

  await markProved(tx, [sessionId]);
  return undefined;
}

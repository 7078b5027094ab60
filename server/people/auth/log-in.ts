/** Somebody signs in, or shows the password again: the same check, the same cost whether the account exists or not. */
import { Refusal } from "#contract/refusals.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Caller } from "../../platform/http/policy.ts";
import { networkOf } from "../../platform/networks.ts";
import { type Credentials as Account, emailMark, findUserById, findUsersByEmail } from "../accounts/index.ts";
import { type Attempt, countAttempt, forgiveAttempt } from "./attempts.ts";
import { knownDevice, rememberDevice } from "./devices.ts";
import { inHashingQueue } from "./hashing.ts";
import { isPassword, pretendToCheck } from "./password.ts";
import { startSession } from "./sessions.ts";
import { markProved } from "./session-rows.ts";

export type CheckedCredentials = {
  /** Counted already. */
  readonly attempt: Attempt;
  /** Undefined when email and password do not belong together. */
  readonly userId: bigint | undefined;
};

type Credentials = { readonly email: string; readonly password: string };

/** Slow, so on no connection of the database. Refuses auth.throttled, auth.busy. */
export function checkCredentials(
  db: Db,
  { email, password }: Credentials,
  caller: Caller,
): Promise<CheckedCredentials> {
  const secret = `login:${emailMark(email).toString("base64url")}`;
  return inHashingQueue(async () => {
    const { confirmed, unconfirmed, attempt } = await db.tx(async (tx) => {
      const { confirmed, unconfirmed } = await findUsersByEmail(tx, email);
      // Anybody may have typed an address in: what is not confirmed makes no browser known.
      const device = await knownDevice(tx, { userId: confirmed?.id ?? 0n, caller });
      const from = device ? `device:${device}` : `from:${networkOf(caller.ip)}`;
      return {
        confirmed,
        unconfirmed,
        attempt: await countAttempt(tx, { secret, from, isStrange: device === undefined }),
      };
    });
    const mine = await idIfRight(confirmed, password);
    const typedIn = await idIfRight(unconfirmed, password);
    return { attempt, userId: mine ?? typedIn };
  });
}

/** Costs the same whether there is such an account or not. */
async function idIfRight(user: Account | undefined, password: string): Promise<bigint | undefined> {
  if (!user) return pretendToCheck(password).then(() => undefined);
  return (await isPassword(password, user.password_hash)) ? user.id : undefined;
}

/** The tokens of a new session and of the browser, or the refusal auth.wrong_credentials. */
export async function logIn(
  tx: Tx,
  { checked: { attempt, userId }, caller }: { checked: CheckedCredentials; caller: Caller },
): Promise<{ userId: bigint; token: string; device: string } | Refusal> {
  if (userId === undefined) return new Refusal("auth.wrong_credentials");

  await forgiveAttempt(tx, attempt);
  const token = await startSession(tx, { userId, caller });
  const device = await rememberDevice(tx, { userId, caller });
  tx.emit({ type: "account.signed_in", subject: String(userId), payload: {} });
  return { userId, token, device };
}

type Shown = { readonly userId: bigint; readonly sessionId: bigint; readonly password: string };

/** Slow, so on no connection of the database. Refuses auth.throttled, auth.busy. */
export function checkOwnPassword(db: Db, { userId, sessionId, password }: Shown): Promise<CheckedCredentials> {
  return inHashingQueue(async () => {
    const { user, attempt } = await db.tx(async (tx) => ({
      user: await findUserById(tx, userId),
      // Of a session: who has taken one over does not close the others to the owner.
      attempt: await countAttempt(tx, { secret: `prove:${userId}`, from: String(sessionId), isStrange: true }),
    }));
    const isRight = user !== undefined && (await isPassword(password, user.password_hash));
    return { attempt, userId: isRight ? userId : undefined };
  });
}

/** The session's proof is fresh again, or the refusal auth.wrong_credentials. */
export async function provePassword(
  tx: Tx,
  { checked: { attempt, userId }, sessionId }: { checked: CheckedCredentials; sessionId: bigint },
): Promise<Refusal | undefined> {
  if (userId === undefined) {
    return new Refusal(
      "auth.wrong_credentials",
      {},
      { password: [{ code: "auth.wrong_credentials", message: "The password is not right." }] },
    );
  }

  await forgiveAttempt(tx, attempt);
  await markProved(tx, [sessionId]);
  return undefined;
}

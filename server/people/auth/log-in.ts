/** Somebody signs in: the same check, the same cost whether the account exists or not. */
import { Refusal } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import { calledFrom } from "../../platform/caller-rows.ts";
import type { Caller, Preparing } from "../../platform/http/policy.ts";
import { networkOf } from "../../platform/networks.ts";
import { emailMark, findUsersByEmail } from "../accounts/index.ts";
import { askVerifier, inPasswordQueue } from "./ask-verifier.ts";
import { type Attempt, comparing, countAttempt, forgiveAttempt } from "./attempts.ts";
import { hasDevice } from "./device-rows.ts";
import { knownDevice, rememberDevice } from "./devices.ts";
import { passwordStands } from "./password-rows.ts";
import { startSession } from "./sessions.ts";

export type CheckedCredentials = {
  /** Counted already. */
  readonly attempt: Attempt;
  /** Undefined when email and password do not belong together. */
  readonly userId: bigint | undefined;
  /** Before they were compared. */
  readonly at: Date;
};

type Credentials = { readonly email: string; readonly password: string };

/** Slow, so on no connection of the database. Refuses auth.throttled, auth.busy. */
export function checkCredentials(
  { db, verifier }: Preparing,
  { email, password }: Credentials,
  caller: Caller,
): Promise<CheckedCredentials> {
  return inPasswordQueue(async () => {
    const { confirmed, unconfirmed, isNewDevice, attempt, at } = await db.tx((tx) =>
      countSignIn(tx, { email, caller }),
    );
    // Both are asked for, and nobody at the same cost: the time does not tell whether there is such an account.
    const from = calledFrom(caller);
    const isRight = (userId: bigint | undefined) =>
      askVerifier(() =>
        verifier.checkPassword({ userId: userId?.toString() ?? null, password, purpose: "sign_in", from }),
      );
    return comparing(db, attempt, async () => {
      const isMine = await isRight(confirmed);
      // Before the session is there: with one, a thief would be quicker.
      if (isMine && isNewDevice) {
        await askVerifier(() => verifier.holdSendOuts({ userId: String(confirmed), reason: "new_device", from }));
      }
      const isTypedIn = await isRight(unconfirmed);
      return { attempt, at, userId: isMine ? confirmed : isTypedIn ? unconfirmed : undefined };
    });
  });
}

async function countSignIn(tx: Tx, { email, caller }: { email: string; caller: Caller }) {
  const { confirmed, unconfirmed } = await findUsersByEmail(tx, email);
  // Anybody may have typed an address in: what is not confirmed makes no browser known.
  const device = await knownDevice(tx, { userId: confirmed ?? 0n, caller });
  const from = device ? `device:${device}` : `from:${networkOf(caller.ip)}`;
  const secret = `login:${emailMark(email).toString("base64url")}`;
  const isStrange = device === undefined;
  const isNewDevice = isStrange && (await hasDevice(tx, confirmed ?? 0n));
  const at = await tx.readClock();
  return { confirmed, unconfirmed, isNewDevice, at, attempt: await countAttempt(tx, { secret, from, isStrange }) };
}

/** The tokens of a new session and of the browser, or the refusal auth.wrong_credentials. */
export async function logIn(
  tx: Tx,
  { checked: { attempt, userId, at }, caller }: { checked: CheckedCredentials; caller: Caller },
): Promise<{ userId: bigint; token: string; device: string } | Refusal> {
  // Another password may have been set since the old one was compared: its sessions have just ended.
  const stands = userId !== undefined && (await passwordStands(tx, { userId, since: at }));
  if (!stands) return new Refusal("auth.wrong_credentials");

  await forgiveAttempt(tx, attempt);
  const token = await startSession(tx, { userId, caller });
  const device = await rememberDevice(tx, { userId, caller });
  tx.emit({ type: "account.signed_in", subject: String(userId), payload: {} });
  return { userId, token, device };
}

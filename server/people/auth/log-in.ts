/** Somebody signs in: the same check, the same cost whether the account exists or not. */
import { Refusal } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import { calledFrom } from "../../platform/caller-rows.ts";
import type { Caller, Preparing } from "../../platform/http/policy.ts";
import { networkOf } from "../../platform/networks.ts";
import type { SecondStep } from "../../platform/outside/second-step.ts";
import { findUsersByEmail } from "../accounts/index.ts";
import { askVerifier, inPasswordQueue } from "./ask-verifier.ts";
import { type Attempt, comparing, countAttempt, forgiveAttempt, loginSecret, signInsFrom } from "./attempts.ts";
import { hasDevice } from "./device-rows.ts";
import { knownDevice, rememberDevice } from "./devices.ts";
import { needWork } from "./puzzles.ts";
import { passwordStands } from "./password-rows.ts";
import { askSecondStep, type SecondStepShown, spendSecondStep } from "./second-step.ts";
import { startSession } from "./sessions.ts";
import { isSharedAccount } from "./shared-account.ts";

export type CheckedCredentials = {
  /** Counted already; undefined where nothing was guessed. */
  readonly attempt?: Attempt;
  /** Undefined when email and password do not belong together. */
  readonly userId: bigint | undefined;
  /** Before they were compared. */
  readonly at: Date;
  /** What else is asked for; null where nothing is. */
  readonly step: SecondStep | null;
};

type Credentials = { readonly email: string; readonly password: string };

/** Slow, so on no connection of the database. Refuses auth.throttled, auth.busy. */
export function checkCredentials(
  { db, verifier }: Preparing,
  { email, password }: Credentials,
  caller: Caller,
): Promise<CheckedCredentials> {
  return inPasswordQueue(async () => {
    const { confirmed, unconfirmed, isNewDevice, isShared, attempt, at } = await db.tx((tx) =>
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
      const isTypedIn = await isRight(unconfirmed);
      const userId = isMine ? confirmed : isTypedIn ? unconfirmed : undefined;
      const whose = { isNewDevice: isMine && isNewDevice, isShared, caller };
      const step = userId === undefined ? null : await stepAfter(verifier, { ...whose, userId });
      return { attempt, at, userId, step };
    });
  });
}

type Known = {
  readonly userId: bigint;
  readonly isNewDevice: boolean;
  readonly isShared: boolean;
  readonly caller: Caller;
};

/** What else is asked of who has shown a right password, or what stands in its place; nothing leaves where the browser is new. */
async function stepAfter(
  verifier: Preparing["verifier"],
  { userId, isNewDevice, isShared, caller }: Known,
): Promise<SecondStep | null> {
  const step = isShared ? null : await askVerifier(() => verifier.secondStep(String(userId)));
  // Before the session is there: with one, a thief would be quicker. Where more is asked for, after that.
  if (isNewDevice && step === null) {
    const from = calledFrom(caller);
    await askVerifier(() => verifier.holdSendOuts({ userId: String(userId), reason: "new_device", from }));
  }
  return step;
}

/**
 * Somebody whom a provider of accounts has named goes on as after a right password. On no connection of the database.
 * Refuses auth.busy.
 */
export function goOnWithout(
  { db, verifier }: Preparing,
  { userId, at, caller }: { readonly userId: bigint; readonly at: Date; readonly caller: Caller },
): Promise<CheckedCredentials> {
  return inPasswordQueue(async () => {
    const { isNewDevice, isShared } = await db.read(async (tx) => {
      const isStrange = (await knownDevice(tx, { userId, caller })) === undefined;
      return { isNewDevice: isStrange && (await hasDevice(tx, userId)), isShared: await isSharedAccount(tx, userId) };
    });
    return { userId, at, step: await stepAfter(verifier, { userId, isNewDevice, isShared, caller }) };
  });
}

async function countSignIn(tx: Tx, { email, caller }: { email: string; caller: Caller }) {
  const secret = loginSecret(email);
  // Before a digest is compared: that is what costs us.
  await needWork(tx, {
    purpose: "login",
    caller,
    tried: [
      { subject: signInsFrom(caller.ip), minutes: 60 },
      { subject: secret, minutes: 24 * 60 },
    ],
  });
  const { confirmed, unconfirmed } = await findUsersByEmail(tx, email);
  // Anybody may have typed an address in: what is not confirmed makes no browser known.
  const device = await knownDevice(tx, { userId: confirmed ?? 0n, caller });
  const from = device ? `device:${device}` : `from:${networkOf(caller.ip)}`;
  const isStrange = device === undefined;
  const isNewDevice = isStrange && (await hasDevice(tx, confirmed ?? 0n));
  const at = await tx.readClock();
  // What one visitor of a demo market has set up, the next does not have.
  const isShared = confirmed !== undefined && (await isSharedAccount(tx, confirmed));
  return {
    confirmed,
    unconfirmed,
    isNewDevice,
    isShared,
    at,
    attempt: await countAttempt(tx, { secret, from, isStrange }, [signInsFrom(caller.ip)]),
  };
}

export type Begun = { readonly userId: bigint; readonly token: string; readonly device: string };
type Asked = Awaited<ReturnType<typeof askSecondStep>>;

/** A new session, or what is asked for before it; or the refusal auth.wrong_credentials. */
export async function logIn(
  tx: Tx,
  { checked: { attempt, userId, at, step }, caller }: { checked: CheckedCredentials; caller: Caller },
): Promise<Begun | Asked | Refusal> {
  // Another password may have been set since the old one was compared: its sessions have just ended.
  const stands = userId !== undefined && (await passwordStands(tx, { userId, since: at }));
  if (!stands) return new Refusal("auth.wrong_credentials");

  if (attempt) await forgiveAttempt(tx, attempt);
  return step ? askSecondStep(tx, { userId, passwordAt: at, step, caller }) : beginSession(tx, { userId, caller });
}

/** The tokens of a new session and of the browser, or the refusal auth.sign_in_gone. */
export async function finishLogIn(tx: Tx, shown: SecondStepShown, caller: Caller): Promise<Begun | Refusal> {
  const userId = await spendSecondStep(tx, shown);
  return userId instanceof Refusal ? userId : beginSession(tx, { userId, caller, isStrong: shown.isStrong });
}

type Beginning = { readonly userId: bigint; readonly caller: Caller; readonly isStrong?: boolean };

async function beginSession(tx: Tx, { userId, caller, isStrong = false }: Beginning): Promise<Begun> {
  const token = await startSession(tx, { userId, caller, isStrong });
  const device = await rememberDevice(tx, { userId, caller });
  tx.emit({ type: "account.signed_in", subject: String(userId), payload: {} });
  return { userId, token, device };
}

/** Signs a user in: the same check, the same cost whether the account exists or not. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import { calledFrom } from "../../platform/postgres/caller-rows.ts";
import type { Caller, Preparing } from "../../platform/http/policy.ts";
import { networkOf } from "../../platform/words/networks.ts";
import type { SecondStep } from "../../platform/outside/signer/second-step.ts";
import { askVerifier, inPasswordQueue } from "./ask-verifier.ts";
import {
  type Attempt,
  comparing,
  countAttempt,
  forgiveAttempt,
  loginSecret,
  type Place,
  signInsFrom,
  withdrawAttempts,
} from "./attempts/attempts.ts";
import { hasDevice } from "./sessions/device-rows.ts";
import { findSigningIn, knownDevice, rememberDevice } from "./sessions/devices.ts";
import { needWork } from "./attempts/puzzles.ts";
import { passwordUnchanged } from "./passwords/rows.ts";
import { askSecondStep, type SecondStepShown, spendSecondStep } from "./second-step/second-step.ts";
import { startSession } from "./sessions/sessions.ts";
import { isSharedAccount } from "./sessions/shared-account.ts";

export type CheckedCredentials = {
  /** Counted already; undefined where nothing was guessed. */
  readonly attempt?: Attempt;
  /** Undefined when email and password do not belong together. */
  readonly userId: bigint | undefined;
  /** Before they were compared. */
  readonly at: Date;
  /** The required second factors; null if there are none. */
  readonly step: SecondStep | null;
};

type Credentials = { readonly email: string; readonly password: string };

/**
 * Slow, so on no connection of the database. Each account that has the email is compared and counted by itself, so that nothing
 * an unconfirmed account does counts against the confirmed one. Refuses auth.throttled, auth.busy.
 */
export function checkCredentials(
  { db, verifier }: Preparing,
  { email, password }: Credentials,
  caller: Caller,
): Promise<CheckedCredentials> {
  return inPasswordQueue(async () => {
    const { candidates, at } = await db.tx((tx) => findCandidates(tx, { email, caller }));
    const from = calledFrom(caller);
    const compare = (userId: bigint | undefined) =>
      askVerifier(() =>
        verifier.checkPassword({ userId: userId?.toString() ?? null, password, purpose: "sign_in", from }),
      );
    const { right, attempt } = await compareInTurn(db, { candidates, caller, compare });
    const whose = right?.userId === undefined ? undefined : { ...right, userId: right.userId, caller };
    return { attempt, at, userId: whose?.userId, step: whose ? await stepAfter(verifier, whose) : null };
  });
}

type Comparing = {
  readonly candidates: readonly Candidate[];
  readonly caller: Caller;
  readonly compare: (userId: bigint | undefined) => Promise<boolean>;
};

/** Always as many comparisons as there can be accounts: the time does not say whether there is one. */
async function compareInTurn(
  db: Db,
  { candidates, caller, compare }: Comparing,
): Promise<{ right?: Candidate; attempt?: Attempt }> {
  const wrong: Attempt[] = [];
  let right: { candidate: Candidate; attempt: Attempt } | undefined;
  let throttled: Refusal | undefined;
  for (const candidate of candidates) {
    if (right) break;
    try {
      const attempt = await db.tx((tx) => countAttempt(tx, candidate, [signInsFrom(caller.ip)]));
      if (await comparing(db, attempt, () => compare(candidate.userId))) right = { candidate, attempt };
      else wrong.push(attempt);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "auth.throttled")) throw error;
      throttled = error;
    }
  }
  if (throttled && !right) throw throttled;
  for (let compared = wrong.length + (right ? 1 : 0); compared < MOST_CANDIDATES; compared++) await compare(undefined);
  if (!right) return {};
  // The owner of the confirmed account guessed at nobody else's.
  if (right.candidate.isConfirmed) await db.tx((tx) => withdrawAttempts(tx, wrong));
  return { right: right.candidate, attempt: right.attempt };
}

type Known = {
  readonly userId: bigint;
  readonly isNewDevice: boolean;
  readonly isShared: boolean;
  readonly caller: Caller;
};

/** The step after a right password or its replacement; a new browser holds send-outs. */
async function stepAfter(
  verifier: Preparing["verifier"],
  { userId, isNewDevice, isShared, caller }: Known,
): Promise<SecondStep | null> {
  const step = isShared ? null : await askVerifier(() => verifier.secondStep(String(userId)));
  // Before the session is there: with one, a thief would be quicker. Where more is asked for, after that. Every visitor of a
  // demo market has another browser for the accounts that all of them share.
  if (isNewDevice && step === null && !isShared) {
    const from = calledFrom(caller);
    await askVerifier(() => verifier.holdSendOuts({ userId: String(userId), reason: "new_device", from }));
  }
  return step;
}

/**
 * A user whom a provider has named continues as after a right password. On no connection of the database.
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

const MOST_CANDIDATES = 2;

/** An account whose password this may be, and where the guess at it comes from. */
type Candidate = Place & {
  readonly userId: bigint | undefined;
  readonly isConfirmed: boolean;
  readonly isNewDevice: boolean;
  readonly isShared: boolean;
};

/**
 * The confirmed account comes first in a browser that it knows; elsewhere the unconfirmed one does, and its right password is
 * no guess at the other (decisions/accounts/sign-in-limits.md). Work is asked for before a digest is compared; a known browser has its
 * own bound.
 */
async function findCandidates(tx: Tx, { email, caller }: { email: string; caller: Caller }) {
  const { confirmed, unconfirmed } = await findSigningIn(tx, { email, caller });
  const candidates: Candidate[] = [];
  if (confirmed !== undefined)
    candidates.push(await candidateOf(tx, { email, caller, userId: confirmed, isConfirmed: true }));
  if (unconfirmed !== undefined || candidates.length === 0)
    candidates.push(await candidateOf(tx, { email, caller, userId: unconfirmed, isConfirmed: false }));
  const [first] = candidates;
  if (first?.isStrange)
    await needWork(tx, {
      purpose: "login",
      caller,
      tried: [
        { subject: signInsFrom(caller.ip), minutes: 60 },
        { subject: first.secret, minutes: 24 * 60 },
      ],
    });
  if (first?.isStrange) candidates.reverse();
  return { candidates, at: await tx.readClock() };
}

type Named = {
  readonly email: string;
  readonly caller: Caller;
  readonly userId: bigint | undefined;
  readonly isConfirmed: boolean;
};

async function candidateOf(tx: Tx, { email, caller, userId, isConfirmed }: Named): Promise<Candidate> {
  const device = userId === undefined ? undefined : await knownDevice(tx, { userId, caller });
  const isStrange = device === undefined;
  return {
    userId,
    isConfirmed,
    secret: loginSecret({ userId, email }),
    from: device ? `device:${device}` : `from:${networkOf(caller.ip)}`,
    isStrange,
    isNewDevice: isConfirmed && isStrange && userId !== undefined && (await hasDevice(tx, userId)),
    // What one visitor of a demo market has set up, the next does not have.
    isShared: isConfirmed && userId !== undefined && (await isSharedAccount(tx, userId)),
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
  const isUnchanged = userId !== undefined && (await passwordUnchanged(tx, { userId, since: at }));
  if (!isUnchanged) return new Refusal("auth.wrong_credentials");

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

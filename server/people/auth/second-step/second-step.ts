/**
 * After a right password: a user with a second factor gets no session, but a sign-in that waits, known by a token in the
 * browser's cookie. It ends after ten minutes, five tries, or the second step, which the signer compares.
 */
import { createHash } from "node:crypto";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { BodyOf, ReplyOf } from "#contract/platform/endpoint.ts";
import { shownOf } from "#contract/people/sign-in/proofs.ts";
import type { finishLogin, getSignInCode, SecondFactor, sendSignInCode } from "#contract/people/sign-in/sign-in.ts";
import { calledFrom } from "../../../platform/postgres/caller-rows.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import type { Caller, Preparing } from "../../../platform/http/policy.ts";
import { ids } from "../../../platform/ids.ts";
import { networkOf } from "../../../platform/words/networks.ts";
import type { Approved, SecondStep } from "../../../platform/outside/signer/second-step.ts";
import { askVerifier, inPasswordQueue } from "../ask-verifier.ts";
import {
  type Attempt,
  comparing,
  countRecovery,
  countSecondStep,
  countSignInCode,
  forgiveAttempt,
  type Place,
  signInsFrom,
} from "../attempts/attempts.ts";
import { hasDevice } from "../sessions/device-rows.ts";
import { knownDevice } from "../sessions/devices.ts";
import {
  countPendingTry,
  findPending,
  type Held,
  insertPending,
  type PendingRow,
  spendPending,
} from "./pending-rows.ts";
import { passwordUnchanged } from "../passwords/rows.ts";
import { needWork } from "../attempts/puzzles.ts";
import { sendCode } from "../codes/send-code.ts";
import { viewSentCode } from "../codes/sent-code.ts";
import { wrongRefusal } from "./two-factor.ts";

const MINUTES = 10;
const TRIES = 5;

const digest = (what: string, text: string) => createHash("sha256").update(`${what}:${text}`).digest();

/** Refuses auth.sign_in_gone. */
export function heldBy({ signIn, userAgent }: Caller): Held {
  if (signIn === undefined) throw new Refusal("auth.sign_in_gone");
  return { tokenHash: digest("sign-in", signIn), browserHash: digest("browser", userAgent) };
}

type Asking = {
  readonly userId: bigint;
  readonly passwordAt: Date;
  readonly step: SecondStep;
  readonly caller: Caller;
};

/** The token for the cookie, and what may be shown. */
export async function askSecondStep(
  tx: Tx,
  { userId, passwordAt, step, caller }: Asking,
): Promise<{ token: string; secondFactor: SecondFactor }> {
  const [token, publicId] = [ids.secret(), ids.hash()];
  const held = heldBy({ ...caller, signIn: token });
  const validUntil = await insertPending(tx, {
    ...held,
    ...calledFrom(caller),
    publicId,
    userId,
    passwordAt,
    minutes: MINUTES,
    tries: TRIES,
  });
  return {
    token,
    secondFactor: {
      id: publicId,
      hasApp: step.hasApp,
      passkeyIds: [...step.passkeyIds],
      channels: [...step.channels],
      takesTexts: step.takesTexts,
      hasRecoveryCodes: step.hasRecoveryCodes,
      validUntil: validUntil.toISOString(),
    },
  };
}

async function placeOf(tx: Tx, { userId, caller }: { userId: bigint; caller: Caller }) {
  const device = await knownDevice(tx, { userId, caller });
  const from = device ? `device:${device}` : `from:${networkOf(caller.ip)}`;
  return { from, isStrange: device === undefined };
}

export type SecondStepShown = { readonly pending: PendingRow; readonly isStrong: boolean };
type Shown = BodyOf<typeof finishLogin>;

/**
 * Compares what is shown, and holds what leaves where the browser is new. On no connection of the database. Refuses
 * auth.sign_in_gone, what was wrong, auth.factor_needed, auth.throttled and auth.busy.
 */
export function showSecondStep(
  { db, verifier }: Preparing,
  { next: _, ...fields }: Shown,
  caller: Caller,
): Promise<SecondStepShown> {
  const held = heldBy(caller);
  const { approved, ...rest } = fields;
  const shown = approved ? { approved } : shownOf(rest);
  return inPasswordQueue(async () => {
    const { pending, attempt, isNewDevice } = await db.tx(async (tx) => {
      const found = await countPendingTry(tx, held);
      if (!found) throw new Refusal("auth.sign_in_gone");
      const place = await placeOf(tx, { userId: found.user_id, caller });
      return {
        pending: found,
        attempt: await countShown(tx, { userId: found.user_id, shown, ...place }),
        isNewDevice: place.isStrange && (await hasDevice(tx, found.user_id)),
      };
    });
    const from = calledFrom(caller);
    const asked = { userId: String(pending.user_id), signInId: pending.public_id, shown, isNewDevice, from };
    const ask = () => askVerifier(() => verifier.checkSecondStep(asked));
    const outcome = attempt ? await comparing(db, attempt, ask) : await ask();
    if (outcome.outcome === "factor") throw new Refusal("auth.factor_needed");
    if (outcome.outcome !== "done") throw "approved" in shown ? new Refusal("auth.not_approved") : wrongRefusal(shown);
    if (attempt) await db.tx((tx) => forgiveAttempt(tx, attempt));
    return { pending, isStrong: outcome.isStrong };
  });
}

type Shows = Omit<Place, "secret"> & { readonly userId: bigint; readonly shown: ReturnType<typeof shownOf> | Approved };

/** A passkey's word and another browser's are no guesses, and recovery codes are counted apart: neither is closed by guesses at codes. */
function countShown(tx: Tx, { shown, ...place }: Shows): Promise<Attempt | undefined> {
  if ("passkey" in shown || "approved" in shown) return Promise.resolve(undefined);
  return "recoveryCode" in shown ? countRecovery(tx, place) : countSecondStep(tx, place);
}

/**
 * The user whose sign-in this finishes; the refusal where another call has finished it, or the password was changed meanwhile.
 */
export async function spendSecondStep(tx: Tx, { pending }: SecondStepShown): Promise<bigint | Refusal> {
  const { id, user_id: userId, password_at: since } = pending;
  const isMine = (await passwordUnchanged(tx, { userId, since })) && (await spendPending(tx, id));
  return isMine ? userId : new Refusal("auth.sign_in_gone");
}

/** Refuses auth.sign_in_gone, two_factor.none, auth.factor_needed, auth.throttled and auth.busy. */
export async function sendSecondStep(
  { db, verifier }: Preparing,
  { by }: BodyOf<typeof sendSignInCode>,
  caller: Caller,
): Promise<ReplyOf<typeof sendSignInCode>> {
  const held = heldBy(caller);
  const pending = await db.tx(async (tx) => {
    const found = await findPending(tx, held);
    if (!found) throw new Refusal("auth.sign_in_gone");
    const place = await placeOf(tx, { userId: found.user_id, caller });
    if (place.isStrange)
      await needWork(tx, { purpose: "code", caller, tried: [{ subject: signInsFrom(caller.ip), minutes: 60 }] });
    await countSignInCode(tx, { userId: found.user_id, ...place });
    return found;
  });
  const viewer = { userId: pending.user_id };
  return sendCode(verifier, { viewer, caller }, { by, for: { kind: "sign_in", id: pending.public_id } });
}

/** Of the sign-in that this browser has begun, and of no other. Refuses auth.sign_in_gone. */
export async function viewSignInCode(tx: ReadTx, caller: Caller): Promise<ReplyOf<typeof getSignInCode>> {
  const pending = await findPending(tx, heldBy(caller));
  if (!pending) throw new Refusal("auth.sign_in_gone");
  return viewSentCode(tx, { userId: pending.user_id, kind: "sign_in", id: pending.public_id });
}

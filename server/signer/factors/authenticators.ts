/** Authenticator apps: the secret is made, sealed and compared here. Guesses are counted by records of the signer's own. */
import { randomBytes } from "node:crypto";
import { base32nopad } from "@scure/base";
import { type CalledFrom, noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import { SignerRefusal } from "../../platform/outside/signer/signer.ts";
import { seal, unseal } from "../../platform/sealed.ts";
import { countFailures, insertFailure, type Purpose } from "../passwords/credential-rows.ts";
import { type AuthenticatorRow, insertAuthenticator, lockAuthenticator, lockFactors, noteStep } from "./factor-rows.ts";
import { holdSendOuts } from "../proofs/holds.ts";
import { makeFirstCodes } from "./recovery-codes.ts";
import { stepOfCode } from "../../platform/totp.ts";

/** A day: three codes of a million are right at any time. At signing in above what the web lets strangers try. */
export const MOST_WRONG = { code: 30, second_step: 60 } as const;
/** As many bytes as the digest has. */
const SECRET_BYTES = 20;
/** An unconfirmed secret is replaced after that. */
const CONFIRM_WITHIN_MS = 15 * 60_000;

const placeOf = (userId: bigint) => `authenticators.secret:${userId}`;

/** Its secret in base32, or undefined where a confirmed one is there. */
export async function startAuthenticator(tx: Tx, userId: bigint): Promise<string | undefined> {
  const secret = base32nopad.encode(randomBytes(SECRET_BYTES));
  const isMade = await insertAuthenticator(tx, { userId, secretSealed: seal(secret, placeOf(userId)) });
  return isMade ? secret : undefined;
}

type Shown = { readonly userId: bigint; readonly code: string; readonly from: CalledFrom | undefined };

type Confirmed = { readonly isRight: boolean; readonly recoveryCodes?: readonly string[] };

/** Undefined when there is none that waits for its first code. Refuses signer.throttled. */
export function confirmAuthenticator(db: Db, { userId, code, from }: Shown): Promise<Confirmed | undefined> {
  return db.tx(async (tx) => {
    await noteCaller(tx, from);
    await lockFactors(tx, userId);
    const found = await lockAuthenticator(tx, userId);
    const isWaiting = found?.confirmed_at === null && tx.now.getTime() - found.made_at.getTime() < CONFIRM_WITHIN_MS;
    if (!isWaiting) return undefined;
    const isRight = await tryCode(tx, { userId, code, found, purpose: "code" });
    if (!isRight) return { isRight };
    await holdSendOuts(tx, { userId, reason: "new_factor" });
    const recoveryCodes = await makeFirstCodes(tx, userId);
    return { isRight, ...(recoveryCodes ? { recoveryCodes } : {}) };
  });
}

/** Whether this is a code of the user's app that was not shown before. Refuses signer.throttled. */
export function checkCode(db: Db, { userId, code, purpose, from }: Shown & { purpose: CodePurpose }): Promise<boolean> {
  return db.tx(async (tx) => {
    await noteCaller(tx, from);
    const found = await lockAuthenticator(tx, userId);
    return found?.confirmed_at ? tryCode(tx, { userId, code, found, purpose }) : false;
  });
}

/** Guesses of who signs in are counted apart: a thief of the password does not keep the owner from confirming. */
export type CodePurpose = Extract<Purpose, "code" | "second_step">;
type Tried = {
  readonly userId: bigint;
  readonly code: string;
  readonly found: AuthenticatorRow;
  readonly purpose: CodePurpose;
};

async function tryCode(tx: Tx, { userId, code, found, purpose }: Tried): Promise<boolean> {
  const guessed = { userId, purpose };
  const most = MOST_WRONG[purpose];
  if ((await countFailures(tx, guessed, most)) >= most) {
    throw new SignerRefusal("signer.throttled", "too many wrong codes within a day");
  }
  const secret = base32nopad.decode(unseal(found.secret_sealed, placeOf(userId)));
  const step = stepOfCode(secret, { code, now: tx.now, lastStep: Number(found.last_step) });
  if (step === undefined) await insertFailure(tx, guessed, true);
  else await noteStep(tx, { userId, step });
  return step !== undefined;
}

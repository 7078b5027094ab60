/**
 * Stores and compares passwords here, where the web cannot read them. An attacker with the web process can guess no more often
 * than this: failures are counted for each user by records of the signer's own, before the guess is made.
 */
import { availableParallelism } from "node:os";
import type { Db } from "../../platform/postgres/db.ts";
import { type CalledFrom, noteCaller } from "../../platform/postgres/caller-rows.ts";
import { fewAtOnce } from "../../platform/few-at-once.ts";
import { ids } from "../../platform/ids.ts";
import { type PasswordAsked, SignerRefusal } from "../../platform/outside/signer/signer.ts";
import {
  countFailures,
  deleteFailure,
  deleteUnbound,
  type Guessed,
  insertCredential,
  insertFailure,
  lockCredential,
  markWrong,
} from "./credential-rows.ts";
import { hashPassword, isPassword, pretendToCheck } from "./password-hash.ts";

/** A day. Above what the web lets strangers try, so that they do not lock the owner out here. */
export const MOST_FAILURES = 150;

/** The hash is made to be slow, and the threads that make it are wanted by signatures and names as well. */
const inHashingQueue = fewAtOnce({
  atOnce: Math.min(3, availableParallelism()),
  mostWaiting: 60,
  busy: () => new SignerRefusal("signer.busy", "too many passwords wait to be checked"),
});

/** Returns the reference with which an account can be made, once, within a day. Refuses signer.busy. */
export function prepareCredential(db: Db, password: string): Promise<string> {
  return inHashingQueue(async () => {
    const passwordHash = await hashPassword(password);
    const reference = ids.uuid();
    await db.tx(async (tx) => {
      await deleteUnbound(tx);
      await insertCredential(tx, { reference, passwordHash });
    });
    return reference;
  });
}

/** Slow, beside those that are compared. Refuses signer.busy. */
export function hashInTurn(password: string): Promise<string> {
  return inHashingQueue(() => hashPassword(password));
}

/** Whether the text has this hash, as slow and in the same queue. Refuses signer.busy. */
export function compareInTurn(text: string, hash: string): Promise<boolean> {
  return inHashingQueue(() => isPassword(text, hash));
}

/** Costs the same whether there is such a user or not. Refuses signer.busy, signer.throttled. */
export function checkPassword(db: Db, { userId, password, purpose, from }: PasswordAsked): Promise<boolean> {
  const guessed = { userId: BigInt(userId ?? 0), purpose };
  return inHashingQueue(async () => {
    const { failureId, passwordHash } = await countBefore(db, guessed);
    if (passwordHash === undefined) return pretendToCheck(password).then(() => false);
    if (!(await isPassword(password, passwordHash))) return noteWrong(db, { failureId, from });
    if (failureId !== undefined) await db.tx((tx) => deleteFailure(tx, failureId));
    return true;
  });
}

type Wrong = { readonly failureId: bigint | undefined; readonly from: CalledFrom | undefined };

async function noteWrong(db: Db, { failureId, from }: Wrong): Promise<false> {
  if (failureId !== undefined)
    await db.tx(async (tx) => {
      await noteCaller(tx, from);
      await markWrong(tx, failureId);
    });
  return false;
}

/** The failure is counted before it is one, so that guesses made at once count like guesses made in turn. */
function countBefore(db: Db, guessed: Guessed) {
  return db.tx(async (tx) => {
    const passwordHash = (await lockCredential(tx, guessed.userId))?.passwordHash;
    const failures = await countFailures(tx, guessed, MOST_FAILURES);
    if (failures >= MOST_FAILURES && passwordHash !== undefined) {
      throw new SignerRefusal("signer.throttled", "too many wrong passwords within a day");
    }
    return { passwordHash, failureId: await insertFailure(tx, guessed, false) };
  });
}

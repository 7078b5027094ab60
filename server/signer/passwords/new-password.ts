/**
 * Changing a password requires the old one or the link from an email, and an enrolled factor if there is one. A user
 * who lost the factor as well waits three days, in which the owner can object.
 */
import { createHash } from "node:crypto";
import type { FactorAct, ShownFactor } from "#contract/people/sign-in/proofs.ts";
import { type CalledFrom, noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import type { PasswordChange, PasswordOutcome, PasswordReset } from "../../platform/outside/signer/password-changes.ts";
import type { HoldReason } from "../../platform/outside/signer/signer.ts";
import type { Site } from "../factors/assertion.ts";
import { forgetFailures, lockCredential } from "./credential-rows.ts";
import {
  deleteAuthenticator,
  deletePasskey,
  findAuthenticator,
  lockFactors,
  passkeysOf,
  usersWithFactor,
} from "../factors/factor-rows.ts";
import { isShown } from "../factors/factors.ts";
import { holdHours, holdSendOuts } from "../proofs/holds.ts";
import { beginWait, changesOf, findReset, replacePassword, type ResetRow, spendReset } from "./password-rows.ts";
import { checkPassword, hashInTurn } from "./passwords.ts";
import { deleteQuestions, findQuestions } from "../factors/question-rows.ts";
import { areRight } from "../factors/questions.ts";
import { deleteCodes, deleteOptions } from "../factors/recovery-code-rows.ts";
import { removeChannel, usersWithChannel } from "../factors/sent-code-rows.ts";

/** After the wait a link works so long. */
const OPEN_HOURS = 24;

/** Refuses signer.busy and signer.throttled. */
export async function changePassword(db: Db, site: Site, change: PasswordChange): Promise<PasswordOutcome> {
  const userId = BigInt(change.userId);
  const changes = await db.read((tx) => changesOf(tx, userId));
  const { from } = change;
  const isRight = await checkPassword(db, {
    userId: change.userId,
    password: change.oldPassword,
    purpose: "prove",
    from,
  });
  if (!isRight || changes === undefined) return { outcome: "wrong_password" };
  const lacking = await lacksFactor(db, site, { userId, factor: change.factor, id: "password", from });
  if (lacking) return lacking;

  const passwordHash = await hashInTurn(change.newPassword);
  return db.tx(async (tx) => {
    await noteCaller(tx, from);
    await lockFactors(tx, userId);
    // What was compared is not the password any more.
    if ((await lockCredential(tx, userId))?.changes !== changes) return { outcome: "wrong_password" };
    const left = change.factor ? undefined : await neededOf(tx, userId);
    if (left) return left;
    await replacePassword(tx, { userId, passwordHash, keptSession: BigInt(change.sessionId) });
    await forgetFailures(tx, userId);
    await holdSendOuts(tx, { userId, reason: "new_password" });
    return { outcome: "done" };
  });
}

/** Refuses signer.busy and signer.throttled. */
export async function resetPassword(db: Db, site: Site, asked: PasswordReset): Promise<PasswordOutcome> {
  // A user who says that the factor is lost shows none: a value beside it would be compared with nothing.
  const reset = asked.isLost ? { ...asked, factor: undefined } : asked;
  const tokenHash = createHash("sha256").update(reset.token).digest("hex");
  const found = await db.read((tx) => findReset(tx, tokenHash));
  if (!found) return { outcome: "gone" };
  const isAfterWait = found.waits_until !== null && !reset.factor;
  if (!isAfterWait && !reset.isLost) {
    const showing = { userId: found.user_id, factor: reset.factor, id: reset.token, from: reset.from };
    const lacking = await lacksFactor(db, site, showing);
    if (lacking) return lacking;
  }

  const isBeginning = reset.isLost && found.waits_until === null;
  const unanswered = isBeginning ? await lacksAnswers(db, reset, found.user_id) : undefined;
  if (unanswered) return unanswered;

  const passwordHash = await hashInTurn(reset.newPassword);
  return db.tx((tx) => applyReset(tx, { reset, tokenHash, passwordHash, userId: found.user_id }));
}

/** The missing or wrong answers of a user with security questions; undefined if all are right. */
async function lacksAnswers(
  db: Db,
  { answers, from }: PasswordReset,
  userId: bigint,
): Promise<PasswordOutcome | undefined> {
  const kept = await db.read((tx) => findQuestions(tx, userId));
  if (!kept) return undefined;
  if (!answers) return { outcome: "answers", questions: kept.questions };
  const isRight = await areRight(db, { userId, answers, answersHash: kept.answers_hash, from });
  return isRight ? undefined : { outcome: "wrong_answers" };
}

type Applied = {
  readonly reset: PasswordReset;
  readonly tokenHash: string;
  readonly passwordHash: string;
  readonly userId: bigint;
};

async function applyReset(tx: Tx, { reset, tokenHash, passwordHash, userId }: Applied): Promise<PasswordOutcome> {
  await noteCaller(tx, reset.from);
  await lockFactors(tx, userId);
  await lockCredential(tx, userId);
  const now = await tx.readClock();
  const row = await findReset(tx, tokenHash);
  if (!row) return { outcome: "gone" };
  const needed = reset.factor ? undefined : await neededOf(tx, userId);
  const isLosing = !reset.factor && (needed !== undefined || (await usersWithChannel(tx, [userId])).has(userId));
  if (isLosing) {
    const waiting = await waitFor(tx, { row, reset, tokenHash, now });
    if (waiting) return waiting;
  }
  if (needed && !row.waits_until) return needed;

  if (!(await spendReset(tx, tokenHash))) return { outcome: "gone" };
  await replacePassword(tx, { userId, passwordHash, keptSession: null });
  await forgetFailures(tx, userId);
  const isLost = isLosing && row.waits_until !== null;
  // Signing in asks for it, and it is not there any more.
  if (isLost) await removeLost(tx, userId);
  const reason: HoldReason = isLost ? "factor_lost" : "new_password";
  await holdSendOuts(tx, { userId, reason });
  return { outcome: "done" };
}

/** For a user who has only the mailbox left: removes every factor but codes by email. */
async function removeLost(tx: Tx, userId: bigint): Promise<void> {
  await deleteAuthenticator(tx, userId);
  for (const { id } of await passkeysOf(tx, userId)) await deletePasskey(tx, { id, userId });
  await removeChannel(tx, { userId, channel: "sms" });
  await removeChannel(tx, { userId, channel: "push" });
  await removeChannel(tx, { userId, channel: "telegram" });
  await deleteCodes(tx, userId);
  // The thief may have turned off proofs for some actions.
  await deleteOptions(tx, userId);
  await deleteQuestions(tx, userId);
}

type Waiting = {
  readonly row: ResetRow;
  readonly reset: PasswordReset;
  readonly tokenHash: string;
  readonly now: Date;
};

/** Undefined when there is nothing to wait for, or the wait is over. */
async function waitFor(tx: Tx, { row, reset, tokenHash, now }: Waiting): Promise<PasswordOutcome | undefined> {
  if (!row.waits_until && !reset.isLost) return undefined;
  // Set while this was on its way.
  const kept = row.waits_until || reset.answers ? undefined : await findQuestions(tx, row.user_id);
  if (kept) return { outcome: "answers", questions: kept.questions };
  // As long as what is sent out waits after a factor was taken away as lost.
  const until =
    row.waits_until ??
    (await beginWait(tx, { tokenHash, hours: await holdHours(tx, "factor_lost"), openHours: OPEN_HOURS }));
  return until && until > now ? { outcome: "waits", until: until.toISOString() } : undefined;
}

type Showing = {
  readonly userId: bigint;
  readonly factor: ShownFactor | undefined;
  readonly id: string;
  readonly from: CalledFrom | undefined;
};

/** What is wrong or missing; undefined when nothing is. */
async function lacksFactor(
  db: Db,
  site: Site,
  { userId, factor, id, from }: Showing,
): Promise<PasswordOutcome | undefined> {
  if (!factor) return db.read((tx) => neededOf(tx, userId));
  const wanted: FactorAct = { kind: "set_password", id };
  return (await isShown(db, site, { userId, shown: factor, wanted, from })) ? undefined : { outcome: "wrong_factor" };
}

/** The factors of which one is required; undefined for a user without any. */
async function neededOf(tx: Parameters<typeof passkeysOf>[0], userId: bigint): Promise<PasswordOutcome | undefined> {
  if (!(await usersWithFactor(tx, [userId])).has(userId)) return undefined;
  const [passkeys, app] = [await passkeysOf(tx, userId), await findAuthenticator(tx, userId)];
  return { outcome: "factor", hasApp: Boolean(app?.confirmed_at), passkeyIds: passkeys.map(({ id }) => id) };
}

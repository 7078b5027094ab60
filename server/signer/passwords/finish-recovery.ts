/**
 * A user whom two staff members recognized sets a password with a link; only the digest of the link is stored. The
 * same transaction removes all earlier sessions and factors and sets the new mailbox.
 */
import { createHash } from "node:crypto";
import { noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { RecoveryFinish, RecoveryOutcome } from "../../platform/outside/signer/password-changes.ts";
import { forgetFailures, lockCredential } from "./credential-rows.ts";
import { CODE_CHANNELS } from "#contract/people/sign-in/proofs.ts";
import { deleteAllFactors, lockFactors } from "../factors/factor-rows.ts";
import { holdSendOuts } from "../proofs/holds.ts";
import { replacePassword } from "./password-rows.ts";
import { hashInTurn } from "./passwords.ts";
import { deleteQuestions } from "../factors/question-rows.ts";
import { deleteCodes, deleteOptions } from "../factors/recovery-code-rows.ts";
import { removeChannel } from "../factors/sent-code-rows.ts";

/** Refuses signer.busy. */
export async function finishRecovery(db: Db, { token, newPassword, from }: RecoveryFinish): Promise<RecoveryOutcome> {
  const tokenHash = createHash("sha256").update(token).digest("hex");
  // Hashing a password is slow, so it requires a valid link.
  const userId = await db.read((tx) => recoveryUser(tx, tokenHash));
  if (userId === null) return { outcome: "gone" };
  const passwordHash = await hashInTurn(newPassword);
  return db.tx(async (tx) => {
    await noteCaller(tx, from);
    await lockFactors(tx, userId);
    // Nothing is spent where there would be no password to set.
    if (!(await lockCredential(tx, userId))) return { outcome: "gone" };
    const outcome = await spendLink(tx, tokenHash);
    if (outcome !== "done") return { outcome };
    await replacePassword(tx, { userId, passwordHash, keptSession: null });
    await forgetFailures(tx, userId);
    await removeEverything(tx, userId);
    await holdSendOuts(tx, { userId, reason: "factor_lost" });
    return { outcome };
  });
}

/** The owner sets up their own again. */
async function removeEverything(tx: Tx, userId: bigint): Promise<void> {
  await deleteAllFactors(tx, userId);
  for (const channel of CODE_CHANNELS) await removeChannel(tx, { userId, channel });
  await deleteCodes(tx, userId);
  await deleteOptions(tx, userId);
  await deleteQuestions(tx, userId);
}

async function recoveryUser(tx: Pick<Tx, "rows">, tokenHash: string): Promise<bigint | null> {
  return onlyRow(await tx.rows<{ user_id: bigint | null }>`select recovery_user(${tokenHash}) as user_id`).user_id;
}

async function spendLink(tx: Tx, tokenHash: string): Promise<RecoveryOutcome["outcome"]> {
  return onlyRow(
    await tx.rows<{ outcome: RecoveryOutcome["outcome"] }>`select finish_recovery(${tokenHash}) as outcome`,
  ).outcome;
}

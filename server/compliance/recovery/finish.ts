/** The link after the wait sets a new password, with the signer; and those it is about stop it before. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { finishRecovery as finishCall } from "#contract/compliance/recovery/recovery.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { calledFrom, noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import type { Caller, Preparing } from "../../platform/http/policy.ts";
import { askVerifier, checkNewPassword, inPasswordQueue } from "../../people/auth/index.ts";
import * as rows from "./rows.ts";
import { hashOfToken } from "./sealed-case.ts";

/** Refuses recovery.link_gone, recovery.email_taken, auth.password_weak, auth.shared_account, auth.busy. */
export async function finishRecovery(
  { db, verifier }: Preparing,
  { token, new_password: newPassword }: BodyOf<typeof finishCall>,
  caller: Caller,
): Promise<void> {
  await db.read(async (tx) => {
    const userId = await rows.findRecoveryUser(tx, hashOfToken(token));
    if (userId === undefined) throw new Refusal("recovery.link_gone");
    await checkNewPassword(tx, { userId, password: newPassword });
  });
  const { outcome } = await inPasswordQueue(() =>
    askVerifier(() => verifier.finishRecovery({ token, newPassword, from: calledFrom(caller) })),
  );
  if (outcome === "taken") throw new Refusal("recovery.email_taken");
  if (outcome === "gone") throw new Refusal("recovery.link_gone");
}

/** Refuses recovery.link_gone. */
export async function stopByLink(tx: Tx, { token, caller }: { token: string; caller: Caller }): Promise<void> {
  await noteCaller(tx, caller);
  if ((await rows.stopByLink(tx, hashOfToken(token))) === "gone") throw new Refusal("recovery.link_gone");
}

/** Refuses recovery.none. */
export async function stopOwn(tx: Tx, { userId, caller }: { userId: bigint; caller: Caller }): Promise<void> {
  await noteCaller(tx, caller);
  if ((await rows.stopOwn(tx, userId)) === "gone") throw new Refusal("recovery.none");
}

/** Sets a new password with the link from an email; it opens no session. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { resetPassword as resetPasswordCall } from "#contract/people/sign-in/passwords.ts";
import { shownFactorOf } from "#contract/people/sign-in/proofs.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { calledFrom } from "../../../platform/postgres/caller-rows.ts";
import type { Caller, Preparing } from "../../../platform/http/policy.ts";
import { askVerifier, inPasswordQueue } from "../ask-verifier.ts";
import { forgetStrangers } from "../attempts/attempts.ts";
import { hashOfToken } from "./forgot-password.ts";
import { checkNewPassword, refusalOf } from "./new-password.ts";
import { findResetUser } from "./rows.ts";

type Asked = BodyOf<typeof resetPasswordCall>;

/**
 * Returns from when on the link works for a user who has lost a factor, and null when the password is set: then every session,
 * earlier proof and code has ended. Refuses auth.reset_gone, auth.password_weak, auth.factor_needed with what there is,
 * auth.answers_needed with the questions of a user who has lost it, what was wrong, auth.throttled and auth.busy.
 */
export async function resetPassword(
  { db, verifier }: Preparing,
  { token, new_password: newPassword, is_lost: isLost = false, answers, ...fields }: Asked,
  caller: Caller,
): Promise<string | null> {
  const user = await db.read(async (tx) => {
    const userId = await findResetUser(tx, hashOfToken(token));
    if (userId === undefined) throw new Refusal("auth.reset_gone");
    return checkNewPassword(tx, { userId, password: newPassword });
  });
  const factor = shownFactorOf(fields);
  const outcome = await inPasswordQueue(() =>
    askVerifier(() =>
      verifier.resetPassword({ token, newPassword, factor, isLost, answers, from: calledFrom(caller) }),
    ),
  );
  const refusal = refusalOf(outcome, { password: "", factor });
  if (refusal) throw refusal;
  if (outcome.outcome === "done") await db.tx((tx) => forgetStrangers(tx, user));
  return outcome.outcome === "waits" ? outcome.until : null;
}

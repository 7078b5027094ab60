/** The refusals for the signer's outcomes for new passwords, and the rules of passwords. */
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { ShownFactor } from "#contract/people/sign-in/proofs.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import type { PasswordOutcome } from "../../../platform/outside/signer/password-changes.ts";
import { findUserById, openPersonal } from "../../accounts/index.ts";
import { checkPassword, leastLetters } from "./password.ts";
import { refuseShared } from "../sessions/shared-account.ts";
import { wrongRefusal } from "../second-step/two-factor.ts";

/** Returns whose it is to be. Refuses auth.password_weak at the field of the new one, and auth.shared_account. */
export async function checkNewPassword(
  tx: ReadTx,
  { userId, password }: { userId: bigint; password: string },
): Promise<{ userId: bigint; email: string }> {
  const user = await findUserById(tx, userId);
  if (!user) throw new Refusal("auth.required");
  refuseShared(user);
  const { email, firstName, lastName } = openPersonal(user);
  const own = [email.split("@")[0] ?? "", user.username, firstName, lastName];
  checkPassword({ password, own, least: await leastLetters(tx) }, "new_password");
  return { userId, email };
}

/** Undefined for what was done, and for what has to wait. */
export function refusalOf(
  outcome: PasswordOutcome,
  shown: { password: string; factor: ShownFactor | undefined },
): Refusal | undefined {
  switch (outcome.outcome) {
    case "done":
    case "waits":
      return undefined;
    case "gone":
      return new Refusal("auth.reset_gone");
    case "factor":
      return new Refusal("auth.factor_needed", { hasApp: outcome.hasApp, passkeyIds: outcome.passkeyIds });
    case "answers":
      return new Refusal("auth.answers_needed", { questions: outcome.questions });
    case "wrong_answers":
      return new Refusal("auth.answers_wrong");
    case "wrong_password":
      return wrongRefusal({ password: shown.password });
    case "wrong_factor":
      return shown.factor ? wrongRefusal(shown.factor) : fieldRefusal("auth.code_wrong", "code");
  }
}

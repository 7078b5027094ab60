/** A new account that is signed in to by an account elsewhere as well. Its password is for what moves money. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import type { Caller, Preparing } from "../../platform/http/policy.ts";
import { confirmEmail, emailMark } from "../accounts/index.ts";
import { prepareCredential, register } from "../auth/index.ts";
import { heldBy } from "./marks.ts";
import { personOf } from "./finish.ts";
import { type AttemptRow, connectNewcomer, findAttempt } from "./rows.ts";

type Registering = Omit<Parameters<typeof register>[1], "before"> & {
  readonly provider: string;
  readonly caller: Caller;
};

async function attemptOf(
  tx: ReadTx,
  { caller, provider }: Pick<Registering, "caller" | "provider">,
): Promise<AttemptRow> {
  const attempt = await findAttempt(tx, heldBy(caller));
  if (attempt?.status !== "verified" || attempt.user_id !== null || attempt.provider !== provider)
    throw new Refusal("social.gone");
  return attempt;
}

/** No digest for whom no provider has just named. Refuses social.gone and what prepareCredential refuses. */
export async function prepareBy(
  preparing: Preparing,
  { form, ...asked }: Omit<Registering, "credential" | "from">,
): Promise<string> {
  await preparing.db.read((tx) => attemptOf(tx, asked));
  return prepareCredential(preparing, form, asked.caller);
}

/** Refuses social.gone, social.taken and what register refuses. */
export async function registerBy(
  tx: Tx,
  { form, credential, caller, from, provider }: Registering,
): ReturnType<typeof register> {
  const attempt = await attemptOf(tx, { caller, provider });
  const isSame = emailMark(personOf(attempt).email).equals(emailMark(form.email));
  return register(tx, {
    form,
    credential,
    caller,
    from,
    async before(tx, userId) {
      const outcome = await connectNewcomer(tx, { userId, attemptId: attempt.id });
      if (outcome !== "done") throw new Refusal(outcome === "taken" ? "social.taken" : "social.gone");
      // Only the address that the provider confirmed, and only where the operator trusts it with that.
      const isConfirmed = attempt.is_trusted && isSame && (await confirmEmail(tx, userId));
      if (isConfirmed) tx.emit({ type: "account.email_confirmed", subject: String(userId), payload: {} });
      return { isConfirmed };
    },
  });
}

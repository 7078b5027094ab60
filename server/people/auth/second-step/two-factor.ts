/** Authenticator app and passkeys, kept and verified by the signer: here its words become ours. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { type Shown, shownOf } from "#contract/people/sign-in/proofs.ts";
import { fieldRefusal, Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { addPasskey, TwoFactor, TwoFactorWithCodes } from "#contract/people/sign-in/two-factor.ts";
import { calledFrom } from "../../../platform/postgres/caller-rows.ts";
import type { Caller, Preparing, Viewer } from "../../../platform/http/policy.ts";
import type { Factors } from "../../../platform/outside/signer/known-factors.ts";
import type { FactorChange, FactorOutcome, Verifier } from "../../../platform/outside/signer/signer.ts";
import { askVerifier, inPasswordQueue } from "../ask-verifier.ts";
import { deviceOf } from "../sessions/sessions.ts";
import { comparing, countAttempt, forgiveAttempt, withdrawAttempt } from "../attempts/attempts.ts";

export function findFactors(verifier: Verifier, { userId }: Pick<Viewer, "userId">): Promise<Factors> {
  return askVerifier(() => verifier.factors(userId.toString()));
}

export function viewTwoFactor(
  { passkeys, questions, receivers, ...factors }: Factors,
  { externalId, username, sessionId }: Pick<Viewer, "externalId" | "username" | "sessionId">,
): TwoFactor {
  return {
    ...factors,
    receivers: receivers.map(({ userAgent, sessionId: of, ...receiver }) => ({
      ...receiver,
      device: deviceOf(userAgent),
      isHere: of === String(sessionId),
    })),
    passkeys: [...passkeys],
    questions: [...questions],
    user: { id: externalId, name: username },
  };
}

const REFUSALS: Readonly<Record<Exclude<FactorOutcome["outcome"], "done" | "wrong" | "wait">, RefusalCode>> = {
  factor: "auth.factor_needed",
  exists: "two_factor.exists",
  none: "two_factor.none",
  full: "two_factor.full",
  unusable: "two_factor.passkey_unusable",
  staff: "two_factor.staff_needs_it",
  which: "two_factor.which_browser",
  texts_off: "phone.texts_off",
  landline: "phone.no_texts",
};

const CODE_FIELDS = { sms: "sms_code", email: "email_code", push: "push_code", telegram: "telegram_code" } as const;

/** The refusal of a wrong confirmation, at its field if it has one. */
export function wrongRefusal(shown: Shown): Refusal {
  if ("passkey" in shown) return new Refusal("auth.passkey_wrong");
  if ("code" in shown) return fieldRefusal("auth.code_wrong", "code");
  if ("recoveryCode" in shown) return fieldRefusal("auth.recovery_code_wrong", "recovery_code");
  if ("sentCode" in shown) return fieldRefusal("auth.code_wrong", CODE_FIELDS[shown.channel]);
  return fieldRefusal("auth.password_wrong", "password");
}

/** Guesses from one session are bounded as those of proofs are; what says neither right nor wrong was none. */
export async function countingGuesses<T extends { readonly outcome: string }>(
  { db }: Preparing,
  { userId, sessionId }: Viewer,
  { shown, work, right, wrong }: { shown: Shown; work: () => Promise<T>; right: T["outcome"]; wrong: T["outcome"][] },
): Promise<T> {
  if ("passkey" in shown) return work();
  return inPasswordQueue(async () => {
    const attempt = await db.tx((tx) =>
      // Of a session: an attacker with one does not close the others to the owner.
      countAttempt(tx, { secret: `prove:${userId}`, from: String(sessionId), isStrange: true }),
    );
    const answer = await comparing(db, attempt, work);
    if (answer.outcome === right) await db.tx((tx) => forgiveAttempt(tx, attempt));
    else if (!wrong.includes(answer.outcome)) await db.tx((tx) => withdrawAttempt(tx, attempt));
    return answer;
  });
}

type Changed = {
  readonly factors: Factors;
  readonly secret: string | undefined;
  readonly recoveryCodes: string[] | null;
};
type Wish = FactorChange extends infer One ? (One extends FactorChange ? Omit<One, "userId" | "from"> : never) : never;

export function waitRefusal(waitSec: number): Refusal {
  return new Refusal("auth.throttled", { retryAfterSec: waitSec });
}

/** Refuses what the signer refuses, auth.throttled and auth.busy. */
export async function changeFactors(
  preparing: Preparing,
  { viewer, caller }: { viewer: Viewer; caller: Caller },
  wish: Wish,
): Promise<Changed> {
  const { verifier } = preparing;
  const asking =
    wish.act === "start_channel" || wish.act === "confirm_channel" ? { sessionId: String(viewer.sessionId) } : {};
  const change = { ...wish, ...asking, userId: viewer.userId.toString(), from: calledFrom(caller) } as FactorChange;
  const shown = "shown" in change ? change.shown : { code: change.code };
  const outcome = await countingGuesses(preparing, viewer, {
    shown,
    work: () => askVerifier(() => verifier.changeFactors(change)),
    right: "done",
    wrong: ["wrong"],
  });
  if (outcome.outcome === "wrong") throw wrongRefusal(shown);
  if (outcome.outcome === "wait") throw waitRefusal(outcome.waitSec);
  // Nobody has confirmed where codes would go.
  if (outcome.outcome === "none" && change.act === "start_channel") throw new Refusal("two_factor.no_receiver");
  if (outcome.outcome !== "done") throw new Refusal(REFUSALS[outcome.outcome]);
  const { secret, recoveryCodes } = outcome;
  return {
    factors: await findFactors(verifier, viewer),
    secret,
    recoveryCodes: recoveryCodes ? [...recoveryCodes] : null,
  };
}

/** With the codes that this call has made, the only time that they are said. */
export function viewWithCodes({ factors, recoveryCodes }: Changed, viewer: Viewer): TwoFactorWithCodes {
  return { ...viewTwoFactor(factors, viewer), recoveryCodes };
}

export function passkeyWish({ name, new_passkey: passkey, ...shown }: BodyOf<typeof addPasskey>): Wish {
  return { act: "add_passkey", name, passkey, shown: shownOf(shown) };
}

/** For the camera of the app. */
export function otpauthUri(secret: string, { username }: Pick<Viewer, "username">, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

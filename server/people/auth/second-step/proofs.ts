/**
 * Money leaves a user only with a proof of theirs for just this: the signer has made it of a password or a passkey that it
 * verified itself, it lives for a quarter of an hour, and it is spent once.
 */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { prove } from "#contract/people/sign-in/auth.ts";
import { type ProofFor, type Shown, shownOf } from "#contract/people/sign-in/proofs.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { calledFrom } from "../../../platform/postgres/caller-rows.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import type { Caller, Preparing, Viewer } from "../../../platform/http/policy.ts";
import type { ProofOutcome } from "../../../platform/outside/signer/signer.ts";
import { askVerifier, inPasswordQueue } from "../ask-verifier.ts";
import { type Attempt, comparing, countAttempt, forgiveAttempt } from "../attempts/attempts.ts";
import { wrongRefusal } from "./two-factor.ts";

/** A refusal that names the proof that is required. */
export function proofRefusal(what: ProofFor): Refusal {
  return new Refusal("auth.password_proof", { for: what });
}

export type ShownProof = {
  readonly for: ProofFor;
  readonly shown: Shown;
  readonly outcome: ProofOutcome;
  /** Of a password or a code: counted already. */
  readonly attempt?: Attempt;
};

/** Slow for a password, so on no connection of the database. Refuses auth.throttled, auth.busy. */
export async function showProof(
  { db, verifier }: Preparing,
  { viewer: { userId, sessionId }, caller }: { viewer: Viewer; caller: Caller },
  { for: wanted, ...fields }: BodyOf<typeof prove>,
): Promise<ShownProof> {
  const shown = shownOf(fields);
  const from = calledFrom(caller);
  const ask = async () => {
    const [outcome] = await askVerifier(() =>
      verifier.prove([{ userId: userId.toString(), for: wanted, shown, from }]),
    );
    if (!outcome) throw new Error("the signer left a question without an answer");
    return outcome;
  };
  if ("passkey" in shown) return { for: wanted, shown, outcome: await ask() };
  return inPasswordQueue(async () => {
    // Of a session: an attacker with one does not close the others to the owner.
    const attempt = await db.tx((tx) =>
      countAttempt(tx, { secret: `prove:${userId}`, from: String(sessionId), isStrange: true }),
    );
    return { for: wanted, shown, attempt, outcome: await comparing(db, attempt, ask) };
  });
}

/** Nothing of ours is counted for a passkey, so there is nothing to settle once it has proved. */
export const proofByPasskey = ({ shown, outcome }: ShownProof) =>
  "passkey" in shown && outcome.outcome === "proved" ? { provedUntil: outcome.expiresAt } : undefined;

/** When the proof ends, or the refusal of what was wrong or missing; what was right was no guess. */
export async function settleProof(
  tx: Tx,
  { for: wanted, shown, outcome, attempt }: ShownProof,
): Promise<string | Refusal> {
  if (outcome.outcome === "wrong") return wrongRefusal(shown);
  if (attempt) await forgiveAttempt(tx, attempt);
  if (outcome.outcome === "proved") return outcome.expiresAt;
  if (outcome.outcome === "held")
    return new Refusal(wanted.kind === "send_out" ? "wallet.security_hold" : "staff.held", { until: outcome.until });
  if (outcome.outcome === "limit") return new Refusal("auth.proof_limit", { leftUsd: outcome.leftUsd });
  return new Refusal(outcome.outcome === "factor" ? "auth.factor_needed" : "auth.nothing_to_prove");
}

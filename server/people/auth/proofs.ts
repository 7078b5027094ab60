/**
 * Money leaves a user only with a proof: that the person showed the password in this session not long ago, bound to
 * what it is spent on, and spent once.
 */
import { Refusal } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import { insertProofs, openProofs } from "./session-rows.ts";

/** How old a shown password may be. */
export const PROOF_MINUTES = { release: 12 * 60, send_out: 15 } as const;
export type ProofKind = keyof typeof PROOF_MINUTES;

export type ProofWanted = {
  readonly kind: ProofKind;
  /** The journal's kind and subject that the proof is for: "trade_release:<subject>". */
  readonly subject: string;
  readonly userId: bigint;
  readonly sessionId: bigint;
};

/**
 * Spends proofs, one per command, in one go. Answers a Refusal `auth.password_proof` for the sessions whose password
 * was shown too long ago. A proof of the same subject that exists already is left as it is.
 */
export async function spendProofs(tx: Tx, wanted: readonly ProofWanted[]): Promise<(Refusal | undefined)[]> {
  if (wanted.length === 0) return [];
  const rows = await openProofs(
    tx,
    wanted.map((w) => w.sessionId),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const outcomes = wanted.map(({ kind, userId, sessionId }) => {
    const session = byId.get(sessionId);
    const oldest = tx.now.getTime() - PROOF_MINUTES[kind] * 60_000;
    const isFresh = session?.user_id === userId && session.proved_at.getTime() >= oldest;
    return isFresh ? undefined : new Refusal("auth.password_proof");
  });
  const spent = wanted.filter((_, index) => outcomes[index] === undefined);
  insertProofs(tx, spent);
  return outcomes;
}

/** Spends one proof; refuses `auth.password_proof`. */
export async function spendProof(tx: Tx, wanted: ProofWanted): Promise<void> {
  const [refusal] = await spendProofs(tx, [wanted]);
  if (refusal) throw refusal;
}

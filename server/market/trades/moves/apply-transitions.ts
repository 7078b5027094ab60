/**
 * Applies decided transitions: state, history and money in one call of the database, which checks all three; then the
 * counted endings and the events, for any number of trades in a handful of statements.
 */
import type { ProofFor } from "#contract/people/sign-in/proofs.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { isFinal } from "#contract/market/trades/trade/statuses.ts";
import type { TradeActor, TradeVerb } from "#contract/market/trades/trade/verbs.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { accepted } from "../../../platform/postgres/outcomes.ts";
import { outcomeRefusal } from "../../../money/ledger/index.ts";
import { proofRefusal } from "../../../people/auth/index.ts";
import { countEndings } from "../../../people/reputation/index.ts";
import type { TransitionInput } from "../flows/flow.ts";
import { awardWanted } from "./award-proof.ts";
import { moveTrades, type TradeMove, type TradeRow } from "../rows.ts";
import type { Decision } from "../trade.ts";

export type DecidedTransition = {
  /** As it was locked. */
  readonly trade: TradeRow;
  readonly verb: TradeVerb;
  readonly actor: TradeActor;
  readonly actorId: bigint | null;
  readonly decision: Decision;
  readonly input: TransitionInput;
};

/**
 * The trade as it is after the transition, or the refusal: trade.low_balance where coins could not be locked,
 * auth.password_proof, and what a halt refuses. In order.
 */
export async function applyTransitions(
  tx: Tx,
  transitions: readonly DecidedTransition[],
): Promise<(TradeRow | Refusal)[]> {
  const results = await moveTrades(tx, transitions.map(moveOf));
  const moved = transitions.map((transition, index) => {
    const { outcome, ...after } = results[index] ?? { outcome: undefined };
    return refusalOf(transition, outcome) ?? { transition, after: after as TradeRow };
  });
  const done = accepted(moved);

  countEndings(
    tx,
    done
      .map(({ after }) => after)
      .filter(({ status, ended_at }) => isFinal(status) && ended_at?.getTime() === tx.now.getTime())
      .map(({ id }) => id),
  );
  for (const { transition, after } of done) {
    const payload = { actor: transition.actor, status: after.status };
    tx.emit({ type: `trade.${transition.verb}`, subject: after.hash, payload });
  }
  return moved.map((item) => (item instanceof Refusal ? item : item.after));
}

function moveOf({ trade: { id, version }, verb, actor, actorId, decision, input }: DecidedTransition): TradeMove {
  const { minutes, reason, text, shareUnits: share } = input;
  // The database has no words for a dispute that was opened without any.
  const explanation = verb === "open_dispute" ? (text ?? "") : undefined;
  const said = { note: noteOf(verb, input), minutes, reason, explanation, share };
  return { id, version, verb, actor, actor_id: actorId, status: decision.status, ...said };
}

/** What the history has of it beside the actor and the time. */
function noteOf(verb: TradeVerb, { minutes = 0, reason, note }: TransitionInput): string | null {
  if (verb === "open_dispute") return reason ?? "";
  if (verb === "extend") return `${minutes} minutes`;
  return verb === "award_buyer" || verb === "award_seller" ? (note ?? null) : null;
}

/** Undefined for a trade that has moved. */
function refusalOf(transition: DecidedTransition, outcome: string | undefined): Refusal | undefined {
  if (outcome === "moved") return undefined;
  if (outcome === "unproved") return proofRefusal(whatToProve(transition));
  return outcomeRefusal(outcome, { insufficient: "trade.low_balance" });
}

function whatToProve({ trade: { hash: id }, verb, input: { shareUnits } }: DecidedTransition): ProofFor {
  if (verb === "award_buyer" || verb === "award_seller")
    return awardWanted(id, { winner: verb === "award_buyer" ? "buyer" : "seller", shareUnits: shareUnits ?? null });
  return { kind: verb === "reopen" || verb === "cancel" ? verb : "release", id };
}

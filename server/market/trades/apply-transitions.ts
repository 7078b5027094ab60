/**
 * Applies decided transitions: state, history and money in one call of the database, which checks all three; then the
 * counted endings and the events, for any number of trades in a handful of statements.
 */
import type { ProofFor } from "#contract/proofs.ts";
import { Refusal } from "#contract/refusals.ts";
import { isFinal, isTimed } from "#contract/trade-statuses.ts";
import type { TradeActor, TradeVerb } from "#contract/trade-verbs.ts";
import type { Tx } from "../../platform/db.ts";
import { accepted } from "../../platform/outcomes.ts";
import { outcomeRefusal } from "../../money/ledger/index.ts";
import { proofRefusal } from "../../people/auth/index.ts";
import { countEndings } from "../../people/reputation/index.ts";
import type { Effect, TransitionInput } from "./flows/flow.ts";
import { FLOWS } from "./flows/index.ts";
import { awardWanted } from "./award-proof.ts";
import { moveTrades, type TradeChange, type TradeMove, type TradeRow } from "./rows.ts";
import type { Decision } from "./trade.ts";

export type DecidedTransition = {
  /** As it was locked. */
  readonly trade: TradeRow;
  readonly verb: TradeVerb;
  readonly actor: TradeActor;
  readonly actorId: bigint | null;
  readonly decision: Decision;
  readonly input: TransitionInput;
};

type Planned = {
  readonly transition: DecidedTransition;
  readonly effect: Effect;
  readonly change: TradeChange & Pick<TradeRow, "status">;
  readonly after: TradeRow;
};

/**
 * The trade as it is after the transition, or the refusal: trade.low_balance where coins could not be locked,
 * auth.password_proof, and what a halt refuses. In order.
 */
export async function applyTransitions(
  tx: Tx,
  transitions: readonly DecidedTransition[],
): Promise<(TradeRow | Refusal)[]> {
  const planned = transitions.map((transition) => plan(transition, tx.now));
  const outcomes = await moveTrades(tx, planned.map(moveOf));
  const moved = planned.map((item, index) => refusalOf(item, outcomes[index]) ?? item);
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

function plan(transition: DecidedTransition, now: Date): Planned {
  const { trade, verb, actor, decision, input } = transition;
  const effect = FLOWS[trade.flow_type].effects[verb]?.({ trade, actor, to: decision.status, now, input }) ?? {};
  const change = changeOf(transition, effect, now);
  return { transition, effect, change, after: { ...trade, ...change, version: trade.version + 1 } };
}

function changeOf({ trade, decision, actorId }: DecidedTransition, { change }: Effect, now: Date): Planned["change"] {
  const ends = isFinal(decision.status) && !isFinal(trade.status);
  const isOwnersFirst = trade.owner_responded_at === null && actorId === trade.owner_id;
  return {
    ...change,
    status: decision.status,
    flow_type: decision.flowType,
    ...(ends ? { ended_at: now } : {}),
    // A window runs only while the coins wait for the buyer's money.
    ...(isTimed(decision.status) ? {} : { expires_at: null }),
    ...(isOwnersFirst ? { owner_responded_at: now } : {}),
  };
}

function moveOf({ transition: { trade, verb, actor, actorId, input }, effect, change }: Planned): TradeMove {
  const { id, version } = trade;
  const { minutes, reason, shareUnits: share } = input;
  const explanation = change.dispute_text ?? undefined;
  const said = { note: effect.note ?? null, minutes, reason, explanation, share };
  return { id, version, verb, actor, actor_id: actorId, status: change.status, ...said };
}

/** Undefined for a trade that has moved. */
function refusalOf({ transition }: Planned, outcome: string | undefined): Refusal | undefined {
  if (outcome === "moved") return undefined;
  if (outcome === "unproved") return proofRefusal(whatToProve(transition));
  return outcomeRefusal(outcome, { insufficient: "trade.low_balance" });
}

function whatToProve({ trade: { hash: id }, verb, input: { shareUnits } }: DecidedTransition): ProofFor {
  if (verb === "award_buyer" || verb === "award_seller")
    return awardWanted(id, { winner: verb === "award_buyer" ? "buyer" : "seller", shareUnits: shareUnits ?? null });
  return { kind: verb === "reopen" || verb === "cancel" ? verb : "release", id };
}

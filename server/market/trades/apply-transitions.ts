/**
 * Applies decided transitions: posts the money, writes the state and its history, adds the chat's lines, counts the
 * endings and emits the events, for any number of trades in a handful of statements.
 */
import { Refusal } from "#contract/refusals.ts";
import { isFinal, isSuccessful, isTimed } from "#contract/trade-statuses.ts";
import type { TradeActor, TradeVerb } from "#contract/trades.ts";
import type { Tx } from "../../platform/db.ts";
import { accepted } from "../../platform/outcomes.ts";
import { postEach } from "../../money/ledger/index.ts";
import { recordTrades } from "../../people/reputation/index.ts";
import { type CloseReason, closeConversations, postSystemLines } from "../chat/index.ts";
import { escrowJournal } from "./escrow.ts";
import type { Effect, TransitionInput } from "./flows/flow.ts";
import { FLOWS } from "./flows/index.ts";
import { insertTransitions, type TradeRow, updateTrades } from "./rows.ts";
import type { Decision } from "./trade.ts";

export type DecidedTransition = {
  /** As it was locked. */
  readonly trade: TradeRow;
  readonly verb: TradeVerb;
  readonly actor: TradeActor;
  readonly actorId: bigint | null;
  readonly decision: Decision;
  readonly input: TransitionInput;
  /** The session whose proof is spent on it. */
  readonly proofOf?: bigint;
};

type Planned = { readonly transition: DecidedTransition; readonly effect: Effect; readonly after: TradeRow };

/** The trade as it is after the transition, or the refusal trade.low_balance where coins could not be locked. In order. */
export async function applyTransitions(
  tx: Tx,
  transitions: readonly DecidedTransition[],
): Promise<(TradeRow | Refusal)[]> {
  const planned = transitions.map((transition) => plan(transition, tx.now));
  const posted = await postMoney(tx, planned);
  const done = accepted(posted);

  updateTrades(
    tx,
    done.map(({ after }) => after),
  );
  insertTransitions(
    tx,
    done.map(({ transition: { verb, actor, actorId }, effect, after }) => ({
      tradeId: after.id,
      verb,
      actor,
      actorId,
      status: after.status,
      note: effect.note ?? null,
    })),
  );
  writeChat(tx, done);
  countEndings(
    tx,
    done
      .map(({ after }) => after)
      .filter(({ status, ended_at }) => isFinal(status) && ended_at?.getTime() === tx.now.getTime()),
  );
  for (const { transition, after } of done) {
    const payload = { actor: transition.actor, status: after.status };
    tx.emit({ type: `trade.${transition.verb}`, subject: after.hash, payload });
  }
  return posted.map((item) => (item instanceof Refusal ? item : item.after));
}

function plan(transition: DecidedTransition, now: Date): Planned {
  const { trade, verb, actor, decision, input } = transition;
  const effect = FLOWS[trade.flow_type].effects[verb]({ trade, actor, to: decision.status, now, input });
  return { transition, effect, after: tradeAfter(transition, effect, now) };
}

function tradeAfter({ trade, decision, actorId }: DecidedTransition, { change }: Effect, now: Date): TradeRow {
  const ends = isFinal(decision.status) && !isFinal(trade.status);
  return {
    ...trade,
    ...change,
    status: decision.status,
    version: trade.version + 1,
    ended_at: ends ? now : change?.ended_at === undefined ? trade.ended_at : change.ended_at,
    // A window runs only while the coins wait for the buyer's money.
    expires_at: isTimed(decision.status) ? (change?.expires_at ?? trade.expires_at) : null,
    owner_responded_at: trade.owner_responded_at ?? (actorId === trade.owner_id ? now : null),
  };
}

/** Posts the money of those that move any. A duplicate journal of a locked trade cannot be: it is a bug. */
async function postMoney(tx: Tx, planned: readonly Planned[]): Promise<(Planned | Refusal)[]> {
  const moving = planned.flatMap(({ transition: { decision }, after }, index) =>
    decision.escrow ? [{ index, journal: escrowJournal(after, decision.escrow) }] : [],
  );
  const posted = await postEach(
    tx,
    moving.map(({ journal }) => journal),
  );
  const results: (Planned | Refusal)[] = [...planned];
  moving.forEach(({ index, journal }, at) => {
    if (posted[at] === "duplicate") throw new Error(`${journal.kind} ${journal.subject} was posted before`);
    if (posted[at] === "insufficient") results[index] = new Refusal("trade.low_balance");
  });
  return results;
}

function writeChat(tx: Tx, done: readonly Planned[]): void {
  postSystemLines(
    tx,
    done.flatMap(({ effect, after }) => (effect.line ? [{ ref: after.hash, ...effect.line }] : [])),
  );
  const changed = done.filter(({ transition, after }) => transition.trade.status !== after.status);
  const byReason = Map.groupBy(changed, ({ after }) => closedBecause(after));
  for (const [reason, members] of byReason)
    closeConversations(
      tx,
      members.map(({ after }) => after.hash),
      reason,
    );
}

/** After a success both may go on talking, for a receipt or a thank you; after a cancel they may not. */
function closedBecause(trade: TradeRow): CloseReason | null {
  if (!isFinal(trade.status) || isSuccessful(trade.status)) return null;
  // Somebody who once said that they paid may still have to be listened to.
  return trade.was_ever_paid ? null : "ChatBlockedAfterTradeIsCanceled";
}

function countEndings(tx: Tx, ended: readonly TradeRow[]): void {
  const seconds = (from: Date | null, to: Date | null) =>
    from && to ? Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000)) : null;
  recordTrades(
    tx,
    ended.map((trade) => ({
      tradeId: trade.id,
      buyerId: trade.buyer_id,
      sellerId: trade.seller_id,
      currency: trade.crypto,
      units: trade.units,
      isSuccessful: isSuccessful(trade.status),
      paidAfterSec: seconds(trade.started_at, trade.paid_at),
      releasedAfterSec: isSuccessful(trade.status) ? seconds(trade.paid_at, trade.released_at) : null,
    })),
  );
}

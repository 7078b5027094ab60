/** Somebody acts in trades: lock, find out who they are in each, decide, apply. Every verb of a trade ends here. */
import { Refusal } from "#contract/platform/refusals.ts";
import type { TradeActor, TradeVerb } from "#contract/market/trades/trade-verbs.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { mapAccepted, only } from "../../../platform/postgres/outcomes.ts";
import { applyTransitions, type DecidedTransition } from "./apply-transitions.ts";
import type { TransitionInput } from "../flows/flow.ts";
import { lockTrades, type TradeRow } from "../rows.ts";
import { decide, factsOf, roleIn } from "../trade.ts";

export type TradeCommand = {
  readonly hash: string;
  readonly verb: TradeVerb;
  readonly userId: bigint;
  /** Set for a moderator, who is no party. */
  readonly as?: "moderator";
  readonly input?: TransitionInput;
};

/** Refuses what transitionTrades returns. */
export async function transitionTrade(tx: Tx, command: TradeCommand): Promise<TradeRow> {
  return only(await transitionTrades(tx, [command]));
}

/**
 * For each command the trade after its transition, or the refusal: trade.not_found to strangers, trade.not_yours,
 * trade.wrong_status, trade.low_balance, auth.password_proof and the transition's own. Of two commands for one trade the
 * second is decided on what the first has left.
 */
export async function transitionTrades(tx: Tx, commands: readonly TradeCommand[]): Promise<(TradeRow | Refusal)[]> {
  const results = new Map<TradeCommand, TradeRow | Refusal>();
  let waiting = commands;
  while (waiting.length > 0) {
    const byTrade = [...Map.groupBy(waiting, ({ hash }) => hash).values()];
    const turn = byTrade.flatMap(([first]) => first ?? []);
    waiting = byTrade.flatMap(([, ...later]) => later);
    const done = await transitionEach(tx, turn);
    turn.forEach((command, index) => {
      const result = done[index];
      if (!result) throw new Error("a command got no result");
      results.set(command, result);
    });
  }
  return commands.map((command) => results.get(command) as TradeRow | Refusal);
}

/** One command for each trade. */
async function transitionEach(tx: Tx, commands: readonly TradeCommand[]): Promise<(TradeRow | Refusal)[]> {
  const locked = await lockTrades(
    tx,
    commands.map(({ hash }) => hash),
  );
  const decided = commands.map((command) => decideOn(locked.get(command.hash), command, tx.now));

  return mapAccepted(decided, (transitions) => applyTransitions(tx, transitions));
}

function decideOn(trade: TradeRow | undefined, command: TradeCommand, now: Date): DecidedTransition | Refusal {
  const actor: TradeActor | undefined = command.as ?? (trade && roleIn(trade, command.userId));
  if (!trade || !actor) return new Refusal("trade.not_found");
  const decision = decide(factsOf(trade), { verb: command.verb, actor, now });
  if (decision instanceof Refusal) return decision;
  const { verb, userId, input = {} } = command;
  return { trade, verb, actor, actorId: userId, decision, input };
}

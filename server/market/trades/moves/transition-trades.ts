/** Acts in trades: locks them, finds the caller's side in each, decides, applies. Every verb of a trade ends here. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { TradeActor, TradeVerb } from "#contract/market/trades/trade/verbs.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { mapAccepted, only } from "../../../platform/postgres/outcomes.ts";
import { applyTransitions, type DecidedTransition } from "./apply-transitions.ts";
import type { GivenAccount, TransitionInput } from "../flows/flow.ts";
import { giveInTrade } from "./give-account.ts";
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

  return mapAccepted(decided, (accepted) => applyEach(tx, accepted));
}

/** A command that carries an account leaves the status as it is. */
type DecidedAccount = { readonly trade: TradeRow; readonly userId: bigint; readonly given: GivenAccount };
type Decided = DecidedTransition | DecidedAccount;

/** The transitions together, then the accounts one by one. */
async function applyEach(tx: Tx, decided: readonly Decided[]): Promise<(TradeRow | Refusal)[]> {
  const transitions = decided.filter((one): one is DecidedTransition => !("given" in one));
  const applied = transitions.length > 0 ? await applyTransitions(tx, transitions) : [];
  const results = new Map<Decided, TradeRow | Refusal | undefined>(transitions.map((one, at) => [one, applied[at]]));
  for (const one of decided) if ("given" in one) results.set(one, await giveInTrade(tx, one));
  return decided.map((one) => results.get(one) as TradeRow | Refusal);
}

function decideOn(trade: TradeRow | undefined, command: TradeCommand, now: Date): Decided | Refusal {
  const actor: TradeActor | undefined = command.as ?? (trade && roleIn(trade, command.userId));
  if (!trade || !actor) return new Refusal("trade.not_found");
  const given = command.input?.account;
  if (given) return { trade, userId: command.userId, given };
  const decision = decide(factsOf(trade), { verb: command.verb, actor, now });
  if (decision instanceof Refusal) return decision;
  const { verb, userId, input = {} } = command;
  return { trade, verb, actor, actorId: userId, decision, input };
}

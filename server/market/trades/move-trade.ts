/** A person's move on a trade: lock, find out who he is in it, decide, carry out. What the small verbs share, in lists. */
import { Refusal } from "#contract/refusals.ts";
import type { TradeActor, TradeVerb } from "#contract/trades.ts";
import type { Tx } from "../../platform/db.ts";
import { spendProofs } from "../../people/auth/index.ts";
import { carryOut, type DecidedMove } from "./carry-out.ts";
import { escrowSubject } from "./escrow.ts";
import { factsOf, lockTrades, type TradeRow } from "./rows.ts";
import { decide } from "./trade.ts";

/** Buyer or seller; undefined for a stranger. */
export function roleIn(
  trade: Pick<TradeRow, "buyer_id" | "seller_id">,
  userId: bigint,
): "buyer" | "seller" | undefined {
  if (trade.buyer_id === userId) return "buyer";
  return trade.seller_id === userId ? "seller" : undefined;
}

export type MoveCommand = {
  readonly hash: string;
  readonly verb: TradeVerb;
  readonly userId: bigint;
  /** Set for a moderator, who is no party. */
  readonly as?: "moderator";
  /** Set for a release: the session whose fresh proof is spent on it. */
  readonly proofOf?: bigint;
  /** What the move writes besides the status, and what the chat is told. */
  readonly details?: (trade: TradeRow, actor: TradeActor, now: Date) => Pick<DecidedMove, "change" | "note" | "line">;
};

/** Refuses what moveTrades answers. */
export async function moveTrade(tx: Tx, command: MoveCommand): Promise<TradeRow> {
  const [outcome] = await moveTrades(tx, [command]);
  if (!outcome || outcome instanceof Refusal) throw outcome ?? new Error("the move had no result");
  return outcome;
}

/**
 * For each command the trade after its move, or the refusal: trade.not_found to strangers, trade.not_yours,
 * trade.wrong_status, trade.low_balance, auth.password_proof and the move's own. Of two commands for one trade the
 * second is decided on what the first has left.
 */
export async function moveTrades(tx: Tx, commands: readonly MoveCommand[]): Promise<(TradeRow | Refusal)[]> {
  const outcomes = new Map<MoveCommand, TradeRow | Refusal>();
  let waiting = commands;
  while (waiting.length > 0) {
    const byTrade = [...Map.groupBy(waiting, ({ hash }) => hash).values()];
    const turn = byTrade.flatMap(([first]) => first ?? []);
    waiting = byTrade.flatMap(([, ...later]) => later);
    const moved = await moveEach(tx, turn);
    turn.forEach((command, index) => {
      const outcome = moved[index];
      if (!outcome) throw new Error("a move had no outcome");
      outcomes.set(command, outcome);
    });
  }
  return commands.map((command) => outcomes.get(command) as TradeRow | Refusal);
}

/** One command for each trade. */
async function moveEach(tx: Tx, commands: readonly MoveCommand[]): Promise<(TradeRow | Refusal)[]> {
  const locked = await lockTrades(
    tx,
    commands.map(({ hash }) => hash),
  );
  const decided = commands.map((command) => decideMove(locked.get(command.hash), command, tx.now));

  const proved = await proveMoves(tx, commands, decided);
  const carried = await carryOut(
    tx,
    proved.flatMap((item) => (item instanceof Refusal ? [] : [item])),
  );
  let next = 0;
  return proved.map((item) => (item instanceof Refusal ? item : (carried[next++] as TradeRow | Refusal)));
}

function decideMove(trade: TradeRow | undefined, command: MoveCommand, now: Date): DecidedMove | Refusal {
  const actor: TradeActor | undefined = command.as ?? (trade && roleIn(trade, command.userId));
  if (!trade || !actor) return new Refusal("trade.not_found");
  const decision = decide(factsOf(trade), { verb: command.verb, actor, now });
  if (decision instanceof Refusal) return decision;
  try {
    const details = command.details?.(trade, actor, now) ?? {};
    return { trade, verb: command.verb, actor, actorId: command.userId, decision, ...details };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Spends the proofs of those that need one; who has none is refused. */
async function proveMoves(
  tx: Tx,
  commands: readonly MoveCommand[],
  decided: readonly (DecidedMove | Refusal)[],
): Promise<(DecidedMove | Refusal)[]> {
  const wanted = decided.flatMap((item, index) => {
    const sessionId = commands[index]?.proofOf;
    if (item instanceof Refusal || sessionId === undefined) return [];
    const subject = `trade_release:${escrowSubject(item.trade)}`;
    return [{ index, proof: { kind: "release" as const, subject, userId: item.trade.seller_id, sessionId } }];
  });
  const refusals = await spendProofs(
    tx,
    wanted.map(({ proof }) => proof),
  );
  const proved = [...decided];
  wanted.forEach(({ index }, at) => {
    const refusal = refusals[at];
    if (refusal) proved[index] = refusal;
  });
  return proved;
}

/** One person's move on one trade: lock, find out who he is in it, decide, carry out. What the small verbs share. */
import { Refusal } from "#contract/refusals.ts";
import type { TradeActor, TradeVerb } from "#contract/trades.ts";
import type { Tx } from "../../platform/db.ts";
import { carryOut, type DecidedMove } from "./carry-out.ts";
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
  /** What the move writes besides the status, and what the chat is told. */
  readonly details?: (trade: TradeRow, actor: TradeActor) => Pick<DecidedMove, "change" | "note" | "line">;
};

/** Refuses trade.not_found to strangers, trade.not_yours, trade.wrong_status, trade.low_balance and the move's own. */
export async function moveTrade(tx: Tx, command: MoveCommand): Promise<TradeRow> {
  const trade = (await lockTrades(tx, [command.hash])).get(command.hash);
  if (!trade) throw new Refusal("trade.not_found");
  const actor: TradeActor | undefined = command.as ?? roleIn(trade, command.userId);
  if (!actor) throw new Refusal("trade.not_found");
  const decision = decide(factsOf(trade), { verb: command.verb, actor, now: tx.now });
  if (decision instanceof Refusal) throw decision;
  const details = command.details?.(trade, actor) ?? {};

  const [result] = await carryOut(tx, [
    { trade, verb: command.verb, actor, actorId: command.userId, decision, ...details },
  ]);
  if (!result || result instanceof Refusal) throw result ?? new Error("the move had no result");
  return result;
}

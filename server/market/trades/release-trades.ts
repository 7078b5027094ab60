/** The seller lets the coins go to the buyer. Takes a list: the releases of one moment share a transaction. */
import type { Refusal } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import { type MoveCommand, moveTrades } from "./move-trade.ts";
import type { TradeRow } from "./rows.ts";

export type ReleaseCommand = { readonly hash: string; readonly userId: bigint; readonly sessionId: bigint };

/**
 * For each command the released trade, or the refusal: what moveTrades answers. The escrow leaves once, however often
 * asked: of two commands for one trade the second is refused.
 */
export function releaseTrades(tx: Tx, commands: readonly ReleaseCommand[]): Promise<(TradeRow | Refusal)[]> {
  return moveTrades(tx, commands.map(releaseOf));
}

export function releaseOf({ hash, userId, sessionId }: ReleaseCommand): MoveCommand {
  return {
    hash,
    verb: "release",
    userId,
    proofOf: sessionId,
    details: (_trade, _actor, now) => ({ change: { released_at: now }, line: { key: "trade_released" } }),
  };
}

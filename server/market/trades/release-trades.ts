/** The seller lets the coins go to the buyer. Takes a list: the releases of one moment share a transaction. */
import { Refusal } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import { spendProofs } from "../../people/auth/index.ts";
import { carryOut, type DecidedMove } from "./carry-out.ts";
import { escrowSubject } from "./escrow.ts";
import { roleIn } from "./move-trade.ts";
import { factsOf, lockTrades, type TradeRow } from "./rows.ts";
import { decide } from "./trade.ts";

export type ReleaseCommand = { readonly hash: string; readonly userId: bigint; readonly sessionId: bigint };

/**
 * For each command the released trade, or the refusal: trade.not_found, trade.not_yours, trade.wrong_status,
 * auth.password_proof. The escrow leaves once, however often asked: of two commands for one trade the second is refused.
 */
export async function releaseTrades(tx: Tx, commands: readonly ReleaseCommand[]): Promise<(TradeRow | Refusal)[]> {
  const locked = await lockTrades(
    tx,
    commands.map(({ hash }) => hash),
  );
  const seen = new Set<string>();
  const decided = commands.map((command) => decideRelease(locked, seen, command, tx.now));

  const wanted = decided.flatMap((item, index) => (item instanceof Refusal ? [] : [{ item, index }]));
  const proofs = await spendProofs(
    tx,
    wanted.map(({ item, index }) => ({
      kind: "release",
      subject: `trade_release:${escrowSubject(item.trade)}`,
      userId: item.trade.seller_id,
      sessionId: commands[index]?.sessionId ?? 0n,
    })),
  );
  const proved = wanted.filter((_, at) => proofs[at] === undefined);
  const released = await carryOut(
    tx,
    proved.map(({ item }) => item),
  );

  const results: (TradeRow | Refusal)[] = decided.map((item) =>
    item instanceof Refusal ? item : new Refusal("auth.password_proof"),
  );
  proved.forEach(({ index }, at) => {
    results[index] = released[at] ?? new Refusal("trade.wrong_status");
  });
  return results;
}

function decideRelease(
  locked: Map<string, TradeRow>,
  seen: Set<string>,
  { hash, userId }: ReleaseCommand,
  now: Date,
): DecidedMove | Refusal {
  const trade = locked.get(hash);
  const actor = trade && roleIn(trade, userId);
  if (!trade || !actor) return new Refusal("trade.not_found");
  if (seen.has(hash)) return new Refusal("trade.wrong_status", { status: "released" });
  const decision = decide(factsOf(trade), { verb: "release", actor, now });
  if (decision instanceof Refusal) return decision;
  seen.add(hash);
  return {
    trade,
    verb: "release",
    actor,
    actorId: userId,
    decision,
    change: { released_at: now },
    line: { key: "trade_released" },
  };
}

/**
 * Carries decided moves out: posts the money, writes the state and its history, tells the chat, counts the ending, and
 * emits the event, for any number of trades in a handful of statements. Every verb that moves a trade ends here.
 */
import { Refusal } from "#contract/refusals.ts";
import type { TradeActor, TradeVerb } from "#contract/trades.ts";
import type { Tx } from "../../platform/db.ts";
import { postEach } from "../../money/ledger/index.ts";
import { recordTrades } from "../../people/reputation/index.ts";
import { type CloseReason, closeRooms, postSystemLines } from "../chat/index.ts";
import { escrowJournal } from "./escrow.ts";
import { insertMoves, type TradeChange, type TradeRow, updateTrades } from "./rows.ts";
import { type Decision, isFinal, isSuccessful } from "./trade.ts";

export type DecidedMove = {
  /** As it was locked. */
  readonly trade: TradeRow;
  readonly verb: TradeVerb;
  readonly actor: TradeActor;
  readonly actorId: bigint | null;
  readonly decision: Decision;
  readonly change?: TradeChange;
  readonly note?: string;
  /** The chat's line and its values; without it the chat stays silent. */
  readonly line?: { readonly key: string; readonly values?: Readonly<Record<string, string>> };
};

/** The trade as it is after the move, or the refusal trade.low_balance where coins could not be locked. In order. */
export async function carryOut(tx: Tx, moves: readonly DecidedMove[]): Promise<(TradeRow | Refusal)[]> {
  const after = moves.map((move) => tradeAfter(move, tx.now));
  const posted = await postMoney(tx, moves, after);
  const results = after.map((trade, index) => (posted[index] ? trade : new Refusal("trade.low_balance")));
  const done = moves.flatMap((move, index) => {
    const trade = after[index];
    return posted[index] && trade ? [{ move, trade }] : [];
  });

  updateTrades(
    tx,
    done.map(({ trade }) => trade),
  );
  insertMoves(
    tx,
    done.map(({ move, trade }) => ({
      tradeId: trade.id,
      verb: move.verb,
      actor: move.actor,
      actorId: move.actorId,
      status: trade.status,
      note: move.note ?? null,
    })),
  );
  tellChat(tx, done);
  countEndings(
    tx,
    done
      .map(({ trade }) => trade)
      .filter((trade) => isFinal(trade.status) && trade.ended_at?.getTime() === tx.now.getTime()),
  );
  for (const { move, trade } of done) {
    tx.emit({ type: `trade.${move.verb}`, subject: trade.hash, payload: { actor: move.actor, status: trade.status } });
  }
  return results;
}

function tradeAfter({ trade, decision, change, actorId }: DecidedMove, now: Date): TradeRow {
  const ends = isFinal(decision.status) && !isFinal(trade.status);
  return {
    ...trade,
    ...change,
    status: decision.status,
    version: trade.version + 1,
    ended_at: ends ? now : change?.ended_at === undefined ? trade.ended_at : change.ended_at,
    // A window runs only while the coins wait for the buyer's money.
    expires_at: ["active_funded", "not_funded"].includes(decision.status)
      ? (change?.expires_at ?? trade.expires_at)
      : null,
    owner_responded_at: trade.owner_responded_at ?? (actorId === trade.owner_id ? now : null),
  };
}

/** Which moves had their money posted, or needed none. A duplicate journal of a locked trade cannot be: it is a bug. */
async function postMoney(tx: Tx, moves: readonly DecidedMove[], after: readonly TradeRow[]): Promise<boolean[]> {
  const journals = moves.flatMap((move, index) => {
    const trade = after[index];
    return move.decision.escrow && trade ? [{ index, journal: escrowJournal(trade, move.decision.escrow) }] : [];
  });
  const outcomes = await postEach(
    tx,
    journals.map(({ journal }) => journal),
  );
  const posted = moves.map(() => true);
  journals.forEach(({ index, journal }, at) => {
    if (outcomes[at] === "duplicate") throw new Error(`${journal.kind} ${journal.subject} was posted before`);
    if (outcomes[at] === "insufficient") posted[index] = false;
  });
  return posted;
}

type Done = readonly { readonly move: DecidedMove; readonly trade: TradeRow }[];

function tellChat(tx: Tx, done: Done): void {
  postSystemLines(
    tx,
    done.flatMap(({ move, trade }) => (move.line ? [{ ref: trade.hash, ...move.line }] : [])),
  );
  const byReason = new Map<CloseReason | null, string[]>();
  for (const { move, trade } of done) {
    if (move.trade.status === trade.status) continue;
    const reason = closedBecause(trade);
    byReason.set(reason, [...(byReason.get(reason) ?? []), trade.hash]);
  }
  for (const [reason, refs] of byReason) closeRooms(tx, refs, reason);
}

/** After a success both may go on talking, for a receipt or a thank you; after a cancel they may not. */
function closedBecause(trade: TradeRow): CloseReason | null {
  if (!isFinal(trade.status) || isSuccessful(trade.status)) return null;
  // Somebody who once said he paid may still have to be heard.
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

/** The verbs of trades as the campaign calls them: one command a call, past HTTP. */
import { Refusal } from "#contract/refusals.ts";
import type { Tx } from "../server/platform/db.ts";
import { cancelTrade } from "../server/market/trades/cancel-trade.ts";
import { carryOut } from "../server/market/trades/carry-out.ts";
import { awardTrade, openTradeDispute } from "../server/market/trades/dispute-trade.ts";
import { extendTrade } from "../server/market/trades/extend-trade.ts";
import { markPaid } from "../server/market/trades/mark-paid.ts";
import { openTrades } from "../server/market/trades/open-trades.ts";
import { releaseTrades } from "../server/market/trades/release-trades.ts";
import { reopenTrade } from "../server/market/trades/reopen-trade.ts";
import { revealDetails } from "../server/market/trades/reveal-details.ts";
import { factsOf, lockTrades, type TradeRow } from "../server/market/trades/rows.ts";
import { decide } from "../server/market/trades/trade.ts";

export function isRefusal(error: unknown): boolean {
  return error instanceof Refusal && error.status !== 503;
}

function must(outcome: TradeRow | Refusal | undefined): TradeRow {
  if (outcome === undefined || outcome instanceof Refusal) throw outcome ?? new Error("no outcome");
  return outcome;
}

export async function open(
  tx: Tx,
  { offer, price, starterId, fiat }: { offer: string; price: string; starterId: bigint; fiat: string },
): Promise<TradeRow> {
  const starter = {
    userId: starterId,
    externalId: "",
    username: "",
    sessionId: 0n,
    roles: [],
    restrictions: [],
    level: 1,
    countryIso: "DE",
    isDemo: false,
  };
  const command = {
    offerHash: offer,
    starter,
    ip: "127.0.0.1",
    fiatAmount: fiat,
    cryptoAmount: undefined,
    expectedPrice: price,
    expectedRevision: undefined,
    acceptChange: false,
  };
  return must((await openTrades(tx, [command]))[0]);
}

type Act = { readonly kind: string; readonly hash: string; readonly userId: bigint; readonly sessionId: bigint };

export async function act(tx: Tx, { kind, hash, userId, sessionId }: Act): Promise<TradeRow> {
  const input = { hash, userId };
  switch (kind) {
    case "reveal":
      return revealDetails(tx, input);
    case "paid":
      return markPaid(tx, input);
    case "cancel":
      return cancelTrade(tx, input);
    case "extend":
      return extendTrade(tx, { ...input, minutes: 30 });
    case "dispute":
      return openTradeDispute(tx, { ...input, reason: "other", text: "something is wrong" });
    case "reopen":
      return reopenTrade(tx, input);
    default:
      // The campaign is about trades; the age of proofs has its own tests.
      await tx.rows`update sessions set proved_at = ${tx.now} where id = ${sessionId}`;
      return must((await releaseTrades(tx, [{ hash, userId, sessionId }]))[0]);
  }
}

export function award(
  tx: Tx,
  { hash, winner, moderatorId }: { hash: string; winner: "buyer" | "seller"; moderatorId: bigint },
): Promise<TradeRow> {
  return awardTrade(tx, { hash, moderatorId, winner, note: "campaign" });
}

/** The clock's move, for the schedule's own trades only. */
export async function expire(tx: Tx, hashes: readonly string[]): Promise<void> {
  const locked = await lockTrades(tx, hashes);
  const moves = [...locked.values()].flatMap((trade) => {
    const decision = decide(factsOf(trade), { verb: "expire", actor: "clock", now: tx.now });
    return decision instanceof Refusal
      ? []
      : [{ trade, verb: "expire", actor: "clock", actorId: null, decision } as const];
  });
  await carryOut(tx, moves);
}

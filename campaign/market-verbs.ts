/** The verbs of trades as the campaign calls them: one command a call, past HTTP. */
import { Refusal } from "#contract/refusals.ts";
import type { Tx } from "../server/platform/db.ts";
import { only } from "../server/platform/outcomes.ts";
import { applyTransitions } from "../server/market/trades/apply-transitions.ts";
import { cancelTrade } from "../server/market/trades/cancel-trade.ts";
import { awardTrade, openTradeDispute } from "../server/market/trades/dispute-trade.ts";
import { openTrades } from "../server/market/trades/open-trades.ts";
import { reopenTrade } from "../server/market/trades/reopen-trade.ts";
import { lockTrades, type TradeRow } from "../server/market/trades/rows.ts";
import { decide, factsOf } from "../server/market/trades/trade.ts";
import { transitionTrade } from "../server/market/trades/transition-trades.ts";

/** The code of a refusal, with the rule behind it where it names one; anything else is thrown on. */
export function refusalOf(error: unknown): string {
  if (!(error instanceof Refusal) || error.status === 503) throw error;
  const { reason } = error.context;
  return typeof reason === "string" ? `${error.code} ${reason}` : error.code;
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
    tokenHash: "",
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
  return only(await openTrades(tx, [command]));
}

type Act = { readonly kind: string; readonly hash: string; readonly userId: bigint };

export async function act(tx: Tx, { kind, hash, userId }: Act): Promise<TradeRow> {
  const input = { hash, userId };
  switch (kind) {
    case "reveal":
      return transitionTrade(tx, { ...input, verb: "reveal_details" });
    case "paid":
      return transitionTrade(tx, { ...input, verb: "mark_paid" });
    case "cancel":
      return cancelTrade(tx, input);
    case "extend":
      return transitionTrade(tx, { ...input, verb: "extend", input: { minutes: 30 } });
    case "dispute":
      return openTradeDispute(tx, { ...input, reason: "other", text: "something is wrong" });
    case "reopen":
      return reopenTrade(tx, { ...input, isStaff: false });
    default:
      await prove(tx, { hash, userId, prefix: "trade_release", suffix: "" });
      return transitionTrade(tx, { ...input, verb: "release" });
  }
}

type Proved = { readonly hash: string; readonly userId: bigint; readonly prefix: string; readonly suffix: string };

/** As the signer would have written it: the campaign is about trades, proofs have their own tests. */
async function prove(tx: Tx, { hash, userId, prefix, suffix }: Proved): Promise<void> {
  await tx.rows`
    insert into proofs (subject, user_id, method, proved_at, expires_at)
    select format('%s:%s:%s%s', ${prefix}::text, id, round, ${suffix}::text), ${userId}, 'passkey', ${tx.now},
      ${tx.now}::timestamptz + interval '15 minutes'
    from trades
    where hash = ${hash}
    on conflict (subject, user_id) do update
    set proved_at = excluded.proved_at, expires_at = excluded.expires_at
    where proofs.spent_at is null`;
}

export async function award(
  tx: Tx,
  { hash, winner, moderatorId }: { hash: string; winner: "buyer" | "seller"; moderatorId: bigint },
): Promise<TradeRow> {
  await prove(tx, { hash, userId: moderatorId, prefix: "staff_award", suffix: `:${winner}` });
  return awardTrade(tx, { hash, moderatorId, winner, note: "campaign" });
}

/** The clock's transition, for the schedule's own trades only. */
export async function expire(tx: Tx, hashes: readonly string[]): Promise<void> {
  const locked = await lockTrades(tx, hashes);
  const transitions = [...locked.values()].flatMap((trade) => {
    const decision = decide(factsOf(trade), { verb: "expire", actor: "clock", now: tx.now });
    return decision instanceof Refusal
      ? []
      : [{ trade, verb: "expire", actor: "clock", actorId: null, decision, input: {} } as const];
  });
  await applyTransitions(tx, transitions);
}

/** The model's limits of levels, in whole dollars: the starter's limits for open trades, for a day, and for ever. */
import { centsGone } from "../division.ts";
import type { Model, ModelTrade } from "../types.ts";

type Limit = { readonly open: number; readonly day: number; readonly ever: number; readonly count: number };

/** By the levels of users here; a level that is not listed has no limit. */
const LIMITS: Readonly<Record<number, Limit>> = {
  1: { open: 700, day: 700, ever: 10_000, count: 2 },
  2: { open: 10_000, day: 20_000, ever: Number.POSITIVE_INFINITY, count: Number.POSITIVE_INFINITY },
  2.5: { open: 25_000, day: 50_000, ever: Number.POSITIVE_INFINITY, count: Number.POSITIVE_INFINITY },
};
const DAY_MIN = 24 * 60;

/** The coins went to the buyer. */
export const SUCCESSFUL = ["released", "dispute_won_buyer", "chargeback_started", "chargeback_paid"];

/** The counted amount of a trade: while it is open and after its release; of a division the buyer's share. */
function dollarsOf(trade: ModelTrade): number {
  if (trade.share !== undefined) return centsGone(trade, trade.dollars * 100) / 100;
  return trade.endedAt === undefined || SUCCESSFUL.includes(trade.status) ? trade.dollars : 0;
}

/** Why a trade of this size may not start, for either side; "" when it may. */
export function limitOf(
  model: Model,
  { starter, owner, dollars, method }: { starter: number; owner: number; dollars: number; method: string },
): string {
  const own = limitOfSide(model, { side: starter, dollars, most: cashOf(model, starter, method) });
  if (own) return own;
  return limitOfSide(model, { side: owner, dollars }) && "trade.owner_limit";
}

/** Users without a verified address may start cash trades up to this. */
const CASH_DOLLARS = 50;
const cashOf = ({ people }: Model, starter: number, method: string): number =>
  method === "cash-by-mail" && (people[starter]?.level ?? 0) < 2.5 ? CASH_DOLLARS : Number.POSITIVE_INFINITY;

type Side = { readonly side: number; readonly dollars: number; readonly most?: number };

function limitOfSide(model: Model, { side, dollars, most = Number.POSITIVE_INFINITY }: Side): string {
  const limit = LIMITS[model.people[side]?.level ?? 0];
  if (!limit) return "";
  const mine = model.trades.filter(({ buyer, seller }) => buyer === side || seller === side);
  const open = mine.filter(({ endedAt }) => endedAt === undefined);
  const today = mine.filter(({ startedAt }) => startedAt > model.nowMin - DAY_MIN);
  const sum = (trades: typeof mine) => trades.reduce((total, trade) => total + dollarsOf(trade), 0);
  if (open.length >= limit.count) return "max_2_active_trades_id_not_verified";
  if (dollars > most) return "offer.id_and_address";
  if (sum(open) + dollars > limit.open) return "max_per_trade_limit";
  const isOver = sum(today) + dollars > limit.day || sum(mine) + dollars > limit.ever;
  return isOver ? "reached_daily_compliance_limit" : "";
}

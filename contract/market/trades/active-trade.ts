/** The effect of a live message on a trade and on a list of open trades, and which are urgent. Without schemas, so that pages stay small. */
import type { ActiveTrade, TradeChange, TradeView } from "./trade/trades.ts";

const ALARM_MINUTES = 10;

/** The view after a change; an older change leaves it as it is. */
export function withChange(view: TradeView, change: TradeChange): TradeView {
  return change.version >= view.version ? { ...view, ...change } : view;
}

/** Waits for the reader and runs out within ten minutes. */
export function isAlarmed(trade: Pick<ActiveTrade, "mustAct" | "expiresAt">, nowMs: number): boolean {
  return trade.mustAct && (trade.expiresAt === null || Date.parse(trade.expiresAt) <= nowMs + ALARM_MINUTES * 60_000);
}

/** The list after a change of one of its trades, or with a new one: trades that wait for the reader come first. */
export function withTrade(list: readonly ActiveTrade[], trade: ActiveTrade): readonly ActiveTrade[] {
  const known = list.find(({ tradeHash }) => tradeHash === trade.tradeHash);
  if (known && known.version > trade.version) return list;
  const next = known ? list.map((one) => (one === known ? trade : one)) : [trade, ...list];
  return next.toSorted((a, b) => Number(b.mustAct) - Number(a.mustAct));
}

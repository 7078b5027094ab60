/** An open trade in a list, made from its whole view, and which of them is urgent. Light: pages load it without schemas. */
import type { ActiveTrade, TradeView } from "./trades.ts";

const ALARM_MINUTES = 10;

/** null for one that has ended, and for a moderator, whose list it is not in. */
export function activeTradeOf(view: TradeView, role: TradeView["viewerRole"]): ActiveTrade | null {
  if (view.completedAt !== null || role === "moderator") return null;
  const other = role === "buyer" ? view.seller : view.buyer;
  return {
    tradeHash: view.tradeHash,
    status: view.status,
    role,
    counterparty: { username: other.username, isOnline: other.lastSeen.isOnline },
    paymentMethod: view.paymentMethod.name.original,
    fiatAmount: view.fiatAmount,
    fiatCurrencyCode: view.currency.code,
    cryptoAmount: view.cryptoAmount.amount,
    cryptoCurrencyCode: view.cryptoCurrencyCode,
    startedAt: view.startedAt.humanReadable,
    expiresAt: view.expiresAt?.humanReadable ?? null,
    nextKey: view.next.key,
    mustAct: view.next.mustAct === role,
    unreadMessages: view.unreadMessages,
    version: view.version,
  };
}

/** Waits for the reader and runs out within ten minutes. */
export function isAlarmed(trade: Pick<ActiveTrade, "mustAct" | "expiresAt">, nowMs: number): boolean {
  return trade.mustAct && (trade.expiresAt === null || Date.parse(trade.expiresAt) <= nowMs + ALARM_MINUTES * 60_000);
}

/** The list after a view of one of its trades, or of a new one: those that wait for the reader stand first. */
export function withTrade(list: readonly ActiveTrade[], trade: ActiveTrade): readonly ActiveTrade[] {
  const known = list.find(({ tradeHash }) => tradeHash === trade.tradeHash);
  if (known && known.version > trade.version) return list;
  const next = known ? list.map((one) => (one === known ? trade : one)) : [trade, ...list];
  return next.toSorted((a, b) => Number(b.mustAct) - Number(a.mustAct));
}

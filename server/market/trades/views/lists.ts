/** The caller's trades: the open ones for the header and the fallback polling, and the history with its filters. */
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { isAlarmed } from "#contract/market/trades/active-trade.ts";
import {
  CANCELLED_STATUSES,
  CHARGEBACK_STATUSES,
  FINAL_STATUSES,
  DISPUTE_STATUSES,
  HISTORY_FILTERS,
  type HISTORY_STATUSES,
  isChargedBack,
  isFinal,
  SUCCESSFUL_STATUSES,
  TRADE_STATUSES,
  type TradeStatus,
} from "#contract/market/trades/trade/statuses.ts";
import type { ActiveTrade, HistoryRow } from "#contract/market/trades/trade/trades.ts";
import { paginationOf } from "#contract/platform/wire.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { findPaymentMethod, getPaymentMethod, methodName } from "../../../reference/catalog/index.ts";
import { DEFAULT_LOCALE, type Locale } from "#contract/platform/locales.ts";
import { findUserIdByUsername } from "../../../people/accounts/index.ts";
import { summariesOf } from "../../../people/reputation/index.ts";
import { unreadOfEach } from "../../chat/index.ts";
import type { TradeRow } from "../rows.ts";
import { divisionOf } from "./division.ts";
import { factsOf, nextStep, roleIn } from "../trade.ts";
import {
  activeTradesOf,
  countHistory,
  countSomeHistory,
  findHistoryKey,
  type HistoryFilter,
  historyRows,
  type Period,
  periodOf,
  usedMethodIds,
} from "./history-rows.ts";

const MOST_ACTIVE = 100;

/** Open trades, those that need the caller first; `alarmedTrades` wait for them and run out within ten minutes. */
export async function listActive(tx: ReadTx, { userId }: { userId: bigint }) {
  const trades = await activeTradesOf(tx, { userId, limit: MOST_ACTIVE });
  const others = new Map(
    trades.map((trade) => [trade.id, trade.buyer_id === userId ? trade.seller_id : trade.buyer_id]),
  );
  const summaries = await summariesOf(tx, { userIds: [...new Set(others.values())], viewerId: userId });
  const unread = await unreadOfEach(
    tx,
    trades.map(({ id }) => ({ userId, tradeId: id, isSide: true })),
  );
  const data = trades.map((trade, index): ActiveTrade => {
    const other = summaries.get(others.get(trade.id) ?? 0n);
    const counterparty = { username: other?.username ?? "", isOnline: other?.lastSeen.isOnline ?? false };
    return listedTrade(trade, { userId, counterparty, unread: unread[index] ?? 0 });
  });
  const alarmed = data.filter((trade) => isAlarmed(trade, tx.now.getTime()));
  return {
    data: data.sort((a, b) => Number(b.mustAct) - Number(a.mustAct)),
    meta: { alarmedTrades: alarmed.map(({ tradeHash }) => tradeHash), serverNow: tx.now.toISOString() },
  };
}

type Listing = {
  readonly userId: bigint;
  readonly counterparty: ActiveTrade["counterparty"];
  readonly unread: number;
};

/** An open trade as one of its sides has it in a list. */
export function listedTrade(trade: TradeRow, { userId, counterparty, unread }: Listing): ActiveTrade {
  const role = roleIn(trade, userId) ?? "buyer";
  const next = nextStep(factsOf(trade));
  return {
    tradeHash: trade.hash,
    status: trade.status,
    role,
    counterparty,
    paymentMethod: getPaymentMethod(trade.payment_method_id).name,
    ...shortAmounts(trade),
    startedAt: trade.started_at.toISOString(),
    expiresAt: trade.expires_at?.toISOString() ?? null,
    nextKey: next.key,
    mustAct: next.mustAct === role,
    unreadMessages: unread,
    version: trade.version,
  };
}

function shortAmounts(trade: TradeRow) {
  return {
    fiatAmount: displayFromUnits(trade.fiat_units, trade.fiat_digits, { pad: true }),
    fiatCurrencyCode: trade.fiat_code,
    cryptoAmount: displayFromUnits(trade.units, CRYPTO[trade.crypto].digits),
    cryptoCurrencyCode: trade.crypto,
  };
}

/** The payment methods of the user's latest trades, by name. */
export async function usedMethods(tx: ReadTx, userId: bigint, locale: Locale = DEFAULT_LOCALE) {
  const ids = await usedMethodIds(tx, userId);
  return ids
    .map((id) => getPaymentMethod(id))
    .map((method) => ({ id: method.id, slug: method.slug, name: methodName(method, locale) }))
    .sort((a, b) => a.name.localeCompare(b.name, locale));
}

const PER_PAGE = 10;

/** A moderator gave the coins to one side, or divided them. */
export const AWARDED: readonly TradeStatus[] = ["dispute_won_buyer", "dispute_won_seller"];

const GROUPS: Record<(typeof HISTORY_FILTERS)[number], readonly TradeStatus[] | undefined> = {
  all: undefined,
  active: TRADE_STATUSES.filter((status) => !isFinal(status)),
  successful: SUCCESSFUL_STATUSES.filter((status) => !isChargedBack(status)),
  cancelled: CANCELLED_STATUSES,
  disputed: [...AWARDED, ...CHARGEBACK_STATUSES],
  dispute: DISPUTE_STATUSES,
  expired: ["expired"],
};

/** Of one status that no trade has, none. What waits for a second moderator is among what was awarded. */
function statusesOf(asked: (typeof HISTORY_STATUSES)[number]): readonly TradeStatus[] | undefined {
  if (asked === "dispute_awarded") return [asked, ...AWARDED];
  const group = HISTORY_FILTERS.find((one) => one === asked);
  return group ? GROUPS[group] : TRADE_STATUSES.filter((status) => status === asked);
}

export type HistoryQuery = {
  readonly userId: bigint;
  readonly page: number;
  readonly status?: (typeof HISTORY_STATUSES)[number] | undefined;
  readonly role?: "buyer" | "seller" | undefined;
  readonly crypto?: string | undefined;
  readonly methodSlug?: string | undefined;
  readonly partner?: string | undefined;
  /** Started on these days of that time zone. */
  readonly days?: Days | undefined;
  /** Of the names of payment methods. */
  readonly locale?: Locale | undefined;
  /** The hash of a trade of theirs: what comes after it, wherever its page begins. */
  readonly before?: string | undefined;
};

/** As 2026-11-28; both belong to it, and either may be open. */
export type Days = { readonly from?: string | undefined; readonly until?: string | undefined; readonly zone: string };

/** Of what nobody keeps count of, so many past the page are counted. */
const COUNTED_AHEAD = 1000;

/** Ten a page, newest first. The total is exact; with a payment method or a partner up to a thousand past the page. */
export async function listTrades(tx: ReadTx, query: HistoryQuery) {
  const filter = await filterOf(tx, query);
  const before = query.before === undefined ? undefined : await findHistoryKey(tx, query.before, query.userId);
  const offset = (query.page - 1) * PER_PAGE;
  const rows = await historyRows(tx, filter, { limit: PER_PAGE, offset: before ? 0 : offset, before });
  const total =
    filter.methodId === undefined &&
    filter.partnerId === undefined &&
    filter.started === undefined &&
    !filter.hasFeedback
      ? await countHistory(tx, filter)
      : await countSomeHistory(tx, filter, offset + COUNTED_AHEAD);
  const data = rows.map((row): HistoryRow => {
    const role = roleIn(row, query.userId) ?? "buyer";
    const division = divisionOf(row, row.buyer_share_units);
    return {
      tradeHash: row.hash,
      status: row.status,
      role,
      counterparty: role === "buyer" ? row.seller_name : row.buyer_name,
      paymentMethod: methodName(getPaymentMethod(row.payment_method_id), query.locale ?? DEFAULT_LOCALE),
      ...shortAmounts(row),
      // The fee is the seller's: the buyer's history shows none.
      fee: role === "seller" ? (division?.fee ?? displayFromUnits(row.fee_units, CRYPTO[row.crypto].digits)) : "0",
      division,
      fiatPricePerCrypto: row.price,
      startedAt: row.started_at.toISOString(),
      completedAt: row.ended_at?.toISOString() ?? null,
      offer: row.again_hash,
    };
  });
  return { data, meta: paginationOf({ total, page: query.page, perPage: PER_PAGE }) };
}

export async function filterOf(tx: ReadTx, query: Omit<HistoryQuery, "page" | "before">): Promise<HistoryFilter> {
  const { userId, status, role, crypto, methodSlug, partner, days } = query;
  return {
    userId,
    // Only a trade that is over has feedback.
    statuses: status === "feedback_updated" ? FINAL_STATUSES : status && statusesOf(status),
    hasFeedback: status === "feedback_updated",
    role,
    crypto,
    methodId: methodSlug === undefined ? undefined : (findPaymentMethod(methodSlug)?.id ?? 0),
    partnerId: partner === undefined ? undefined : ((await findUserIdByUsername(tx, partner)) ?? 0n),
    started: days?.from || days?.until ? await startedIn(tx, days) : undefined,
  };
}

/** No trade is older or younger than these. */
const FIRST_DAY = "2000-01-01";
const LAST_DAY = "9999-12-30";

function startedIn(tx: ReadTx, { from = FIRST_DAY, until = LAST_DAY, zone }: Days): Promise<Period> {
  return periodOf(tx, { from, until, zone });
}

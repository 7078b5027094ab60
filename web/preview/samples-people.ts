/** Sample props of the screens of people: dashboard, history, profile, favorites, the moderators' queue. */
import type {
  DashboardProps,
  HomeProps,
  OfferPageProps,
  ProfileProps,
  TradesPageProps,
} from "#contract/market/pages.ts";
import type { DisputeRow } from "#contract/market/disputes/disputes.ts";
import type { StaffDesk } from "#contract/staff/staff.ts";
import type { TradeStatus } from "#contract/market/trades/trade-statuses.ts";
import type { ActiveTrade, HistoryRow } from "#contract/market/trades/trades.ts";

const MINUTE = 60_000;
const STATUSES: readonly TradeStatus[] = [
  "released",
  "released",
  "expired",
  "cancelled_buyer",
  "dispute_won_buyer",
  "released",
];

function historyRow(place: number, nowMs: number): HistoryRow {
  const startedAt = nowMs - (place + 1) * 700 * MINUTE;
  return {
    tradeHash: `sampletrade${place}`,
    status: STATUSES[place % STATUSES.length] ?? "released",
    role: place % 2 === 0 ? "buyer" : "seller",
    counterparty: ["kwame_o", "lucia", "omar-trades"][place % 3] ?? "kwame_o",
    paymentMethod: ["M-Pesa", "Bank Transfer", "PayPal"][place % 3] ?? "M-Pesa",
    fiatAmount: "1350.00",
    fiatCurrencyCode: "USD",
    cryptoAmount: "0.0147",
    fee: place % 2 === 0 ? "0" : "0.0000735",
    division: null,
    cryptoCurrencyCode: "BTC",
    fiatPricePerCrypto: "91836.73",
    startedAt: new Date(startedAt).toISOString(),
    completedAt: new Date(startedAt + 20 * MINUTE).toISOString(),
  };
}

function activeTrade(place: number, nowMs: number): ActiveTrade {
  const isPaid = place === 1;
  return {
    tradeHash: `sampleactive${place}`,
    status: isPaid ? "paid" : "active_funded",
    role: "buyer",
    counterparty: { username: place === 0 ? "kwame_o" : "lucia", isOnline: true },
    paymentMethod: "M-Pesa",
    fiatAmount: "250.00",
    fiatCurrencyCode: "KES",
    cryptoAmount: "0.0027",
    cryptoCurrencyCode: "BTC",
    startedAt: new Date(nowMs - 23 * MINUTE).toISOString(),
    expiresAt: isPaid ? null : new Date(nowMs + 7 * MINUTE).toISOString(),
    nextKey: isPaid ? "release" : "pay",
    mustAct: !isPaid,
    unreadMessages: place === 0 ? 2 : 0,
    version: 3,
  };
}

function sampleStatistics(): DashboardProps["statistics"] {
  const sold = {
    trades: 38,
    successful: 36,
    successRate: "94.7",
    volumeUsd: "4120.00",
    paymentMedianSec: null,
    releaseMedianSec: 190,
  };
  return {
    period: "30_days",
    ...sold,
    parts: [{ role: "seller", cryptoCurrencyCode: "BTC", ...sold, volume: "0.0681" }],
  };
}

export function sampleDashboard(nowMs: number): DashboardProps {
  return {
    active: [0, 1].map((place) => activeTrade(place, nowMs)),
    recent: [0, 1, 2, 3, 4].map((place) => historyRow(place, nowMs)),
    offers: { sell: 4, buy: 2, on: 3, most: 20 },
    statistics: sampleStatistics(),
  };
}

export function sampleTrades(nowMs: number): TradesPageProps {
  return {
    filters: { status: "all", role: null, crypto: null, partner: "", method: "", from: "", until: "" },
    methods: [],
    rows: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((place) => historyRow(place, nowMs)),
    meta: { total: 34, currentPage: 2, perPage: 10, lastPage: 4 },
  };
}

export function sampleProfile(offer: OfferPageProps, home: HomeProps): ProfileProps {
  const { owner } = offer.offer;
  return {
    user: {
      username: owner.username,
      avatarUrl: `/avatars/${owner.username}.svg`,
      fullName: "Kwame O.",
      company: null,
      country: { iso: "GH", localizedName: "Ghana", name: "Ghana" },
      ipLocation: null,
      detectedLocation: null,
      tradedWithYou: 3,
      lastSeen: { text: "5 minutes ago", level: "success", at: owner.lastSeen.at, isOnline: true },
      phone: { active: true, type: "mobile", info: "Ghana" },
      feedback: { positive: 143, negative: 1 },
      verification: { id: true, email: true },
      registered: { year: 2, month: 3, day: 2 },
      totalPartners: 98,
      totalTrades: 171,
      successfulTrades: 164,
      monthTrades: 22,
      monthSuccessPercent: 96,
      releaseMedianSec: 180,
      paymentMedianSec: 420,
      btcTraded: "< 5",
      trustedCount: 31,
      blockedCount: 2,
      userBlocksUsersCount: 1,
      badge: "power_trader",
      isVendor: true,
      isMerchant: true,
      isDemo: true,
      bio: "Quick and friendly. Here from 8 to 22, Accra time.",
      tradeVolume: { BTC: "< 5", ETH: "< 10", USDT: "1000+" },
      relation: { isTrusted: false, isBlocked: false },
      isSelf: false,
      chat: {
        accepts: "trade_partners",
        permission: "chat_exists",
        obstacle: null,
        conversationId: null,
        tradeHash: "sampletrade",
      },
    },
    tab: "sell",
    offersPage: 1,
    offers: { items: home.buy.slice(0, 3), meta: { sellCount: 3, buyCount: 1, hasMorePages: false } },
    filters: { rating: null, role: null },
    feedback: offer.feedback,
  };
}

function sampleDisputes(nowMs: number): DisputeRow[] {
  const row = historyRow(0, nowMs);
  const base: DisputeRow = {
    tradeHash: "sampledispute0",
    openedBy: "seller",
    reasonCode: "vendor_coinlocker",
    reason: "The buyer marked paid but did not pay",
    text: "I looked three times, there is no money on my account, and the receipt shows another name.",
    openedAt: new Date(nowMs - 90 * MINUTE).toISOString(),
    dueAt: new Date(nowMs + 30 * MINUTE).toISOString(),
    takenBy: null,
    proposal: null,
    buyer: "kwame_o",
    seller: "lucia",
    fiatAmount: row.fiatAmount,
    fiatCurrencyCode: row.fiatCurrencyCode,
    fiatDigits: 2,
    fiatPricePerCrypto: row.fiatPricePerCrypto,
    cryptoAmount: row.cryptoAmount,
    fee: "0.0000735",
    cryptoCurrencyCode: row.cryptoCurrencyCode,
    paymentMethod: row.paymentMethod,
    division: null,
    outcome: null,
    decidedAt: null,
  };
  return [
    { ...base, tradeHash: "sampledispute1", takenBy: "amara_k", dueAt: new Date(nowMs - 15 * MINUTE).toISOString() },
    base,
  ];
}

export function sampleDesk(nowMs: number): StaffDesk {
  const at = (minutes: number) => new Date(nowMs + minutes * MINUTE).toISOString();
  const proposed = { proposedAt: at(-90), expiresAt: at(22 * 60) };
  return {
    staff: [
      { username: "amara_k", role: "admin", decidesFrom: null },
      { username: "lucia", role: "admin", decidesFrom: null },
      { username: "kwame_o", role: "moderator", decidesFrom: at(20 * 60) },
    ],
    waiting: [
      {
        id: "samplechange1",
        change: { kind: "set_level", id: "kwame_o", level: 3 },
        reason: "Passport and address were checked by phone.",
        proposedBy: "lucia",
        ...proposed,
      },
      {
        id: "samplechange2",
        change: { kind: "lift_halt", id: "releases" },
        reason: "The invariant holds again since the posting was found.",
        proposedBy: "amara_k",
        ...proposed,
      },
    ],
    halts: [
      {
        name: "releases",
        reason: "I6: escrow in BTC holds 1, open trades are owed 2",
        since: at(-200),
        takesTwo: true,
      },
      { name: "bitcoin_out", reason: "the fee market is upside down", since: at(-30), takesTwo: false },
    ],
  };
}

export function samplesOfCases(nowMs: number) {
  return {
    "staff-case": {
      page: "staff-case" as const,
      needsUser: true,
      props: {
        hash: "aCaseOfSomebody1",
        mayTake: true,
        takenBy: null,
        appeal: null,
        inPlace: [{ of: "seller", step: "dispute" }],
      },
    },
    "staff-disputes": {
      page: "staff-disputes" as const,
      needsUser: true,
      props: {
        state: "open",
        queue: "waiting",
        found: { rows: sampleDisputes(nowMs), next: null },
        filters: { who: "", reason: "", taken: "", after: "" },
      },
    },
  };
}

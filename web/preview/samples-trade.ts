/** Sample props of a trade that the reader has just started, as the buyer. */
import type { ChatMessage } from "#contract/market/trades/chat.ts";
import type { TradePageProps } from "#contract/market/pages.ts";
import type { TradeView } from "#contract/market/trades/trades.ts";

const MINUTE = 60_000;

function instant(atMs: number) {
  return { timestamp: Math.floor(atMs / 1000), humanReadable: new Date(atMs).toISOString() };
}

const BUYER: TradeView["buyer"] = {
  username: "amara_k",
  avatarUrl: "",
  fullName: "Amara K.",
  company: null,
  country: {
    iso: "US",
    localizedName: "United States",
    name: "United States",
  },
  ipLocation: {
    iso: "US",
    localizedName: "United States",
    name: "United States",
  },
  detectedLocation: {
    iso: "US",
    name: "United States",
  },
  tradedWithYou: 0,
  lastSeen: {
    text: "10 minutes ago",
    level: "success",
    at: "2026-11-21T09:39:59.147Z",
    isOnline: false,
  },
  phone: {
    active: false,
    type: null,
    info: null,
  },
  feedback: {
    negative: 1,
    positive: 8,
  },
  verification: {
    id: false,
    email: true,
  },
  registered: {
    year: 0,
    month: 5,
    day: 20,
  },
  totalPartners: 13,
  totalTrades: 16,
  successfulTrades: 15,
  monthTrades: 5,
  monthSuccessPercent: 100,
  releaseMedianSec: null,
  paymentMedianSec: 739,
  btcTraded: "< 1",
  trustedCount: 0,
  blockedCount: 0,
  userBlocksUsersCount: 0,
  badge: "no_badge",
  isVendor: false,
  isMerchant: false,
  isDemo: true,
  bio: "",
};

/** Of a trade that runs for five minutes already. */
export function sampleTradePage(nowMs: number): TradePageProps {
  const startedMs = nowMs - 5 * MINUTE;
  return {
    trade: sampleTrade(startedMs, nowMs),
    messages: sampleMessages(startedMs),
    chat: CHAT,
    direct: null,
    opensDispute: false,
    disputeLetters: 250,
    mayMakeSpecial: true,
    caseTakenBy: null,
  };
}

const CHAT: TradePageProps["chat"] = {
  blockReason: null,
  unread: 1,
  readByOther: null,
  hasMore: false,
};

function sampleMessages(startedMs: number): ChatMessage[] {
  const plain = { systemKey: null, systemValues: {}, attachment: null, warnings: [], type: "msg" } as const;
  return [
    {
      ...plain,
      id: "1",
      at: new Date(startedMs).toISOString(),
      type: "system",
      author: null,
      isMine: false,
      systemKey: "trade_started",
      text: "",
      warnings: [],
    },
    {
      ...plain,
      id: "2",
      at: new Date(startedMs + MINUTE).toISOString(),
      author: "kwame_o",
      isMine: false,
      text: "Hello, I am here.",
      warnings: [],
    },
    {
      ...plain,
      id: "3",
      at: new Date(startedMs + 2 * MINUTE).toISOString(),
      author: "amara_k",
      isMine: true,
      text: "Hi! I will pay in a minute.",
      warnings: [],
    },
  ];
}

function sampleTrade(startedMs: number, nowMs: number): TradeView {
  const endsMs = startedMs + 30 * MINUTE;
  return {
    ...FACTS,
    seller: { ...BUYER, username: "kwame_o", fullName: "Kwame O.", totalTrades: 131, successfulTrades: 124 },
    startedAt: instant(startedMs),
    expiresAt: instant(endsMs),
    next: {
      key: "reveal",
      mustAct: "buyer",
      by: new Date(endsMs).toISOString(),
      otherwise: "expires",
    },
    transitions: [
      { verb: "start", actor: "buyer", status: "active_funded", at: new Date(startedMs).toISOString(), note: null },
    ],
    dispute: {
      available: false,
      availableAt: new Date(endsMs).toISOString(),
      openedBy: null,
      openedAt: null,
      reason: null,
      text: null,
    },
    serverNow: new Date(nowMs).toISOString(),
  };
}

const FACTS: Omit<TradeView, "seller" | "startedAt" | "expiresAt" | "next" | "transitions" | "dispute" | "serverNow"> =
  {
    buyer: BUYER,
    id: "sampletrade001",
    tradeHash: "sampletrade001",
    status: "active_funded",
    version: 1,
    viewerRole: "buyer",
    isVendor: false,
    isUnseen: false,
    isOpponentsSameIp: false,
    offer: {
      hash: "sampleoffer000",
      url: "/offer/sampleoffer000",
      type: "sell",
      terms: "Only from your own account, please.",
    },
    tradeDetails: null,
    paymentDetails: [],
    payer: null,
    bankReference: null,
    isThirdPartyTreatmentEnabled: false,
    paymentMethod: {
      id: 1,
      slug: "paypal",
      name: {
        original: "PayPal",
        localized: "PayPal",
      },
      group: "online-transfers",
      reversible: "high",
    },
    cryptoCurrencyId: 8,
    cryptoCurrencyCode: "BTC",
    cashback: null,
    place: null,
    cryptoAmount: {
      amount: "0.00028019",
      fee: "0.00000841",
      escrow: "0.0002886",
    },
    division: null,
    metal: null,
    fiatAmount: "25.00",
    fiatFee: "0.76",
    currency: {
      id: 144,
      code: "USD",
      name: "US Dollar",
      digits: 2,
      rate: { usd: "1" },
      order: 1,
      defaultAmount: "100",
    },
    fiatPricePerCrypto: "89222.34",
    paidAt: null,
    completedAt: null,
    cancelledAt: null,
    reopenAskedAt: null,
    tradeCompleted: false,
    isReleaseError: false,
    isReopened: false,
    requirements: [],
    awaitedRequirements: [],
    extensionsLeft: 2,
    paymentWindowMinutes: 30,
    giftCard: null,
    flow: {
      type: "default",
      step: 1,
      state: {
        beforeRevealPaymentDetails: true,
        beforeMarkAsPaid: false,
      },
    },
    actions: [
      {
        name: "reveal_details",
        availableAt: null,
        warning: null,
      },
      {
        name: "cancel",
        availableAt: null,
        warning: null,
      },
    ],
    feedback: {
      given: false,
      mayGive: false,
    },
    chatUrl: "/trade/sampletrade001",
    unreadMessages: 1,
    receiptUrl: null,
    isDemo: true,
  };

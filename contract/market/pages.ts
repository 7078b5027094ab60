/** The pages of market: the props of their screens, which travel in the document, and their addresses. */
import type { RewardsSummary } from "../reach/pages.ts";
import { definePage } from "../define-page.ts";
import type { CaseHistory } from "./disputes/case-names.ts";
import { giftCardListingPath, listingPath, type Side } from "./offers/listing/paths.ts";
import type { listFavoriteOffers } from "./offers/favorites.ts";
import type { ListingProps } from "./offers/listing/page.ts";
import type { MyOffersPageProps, OfferFormPageProps } from "./offers/my/offers-page.ts";
import type { MyOffer } from "./offers/my/offer.ts";
import type { OfferType, OwnerHold } from "./offers/offer-fields.ts";
import type { ListingMeta, OfferCard, OfferView, listUserOffers } from "./offers/offers.ts";
import type { OtcDesk } from "./otc/otc.ts";
import type { PoolObstacle } from "./offers/silent-pool.ts";
import type { SavedSearch } from "./offers/saved-searches.ts";
import type { PolicyLine } from "../people/policy-names.ts";
import type { TraderProgram } from "./offers/trader-program.ts";
import type { ChatMessage, ChatState } from "./trades/chat.ts";
import type { TradeExport } from "./trades/exports.ts";
import type { FeedbackListed } from "./trades/feedback.ts";
import type { GiftCard, listGiftCards } from "./trades/gift-cards.ts";
import type { BankAccount, MobileWallet } from "./trades/payment/accounts.ts";
import type { Receipt } from "./trades/receipts.ts";
import type { HistoryTotals } from "./trades/history-totals.ts";
import type { HISTORY_FILTERS } from "./trades/trade/statuses.ts";
import type { ActiveTrade, HistoryRow, TradeView, listTrades } from "./trades/trade/trades.ts";
import type { OwnLimits } from "../compliance/levels.ts";
import type { CryptoCode } from "../money/money.ts";
import type { PriceHistory } from "../money/price-history.ts";
import type { RateState } from "../money/rates.ts";
import type { OwnStatistics } from "../people/statistics.ts";
import type { UserProfile } from "../people/accounts.ts";
import type { ChatStanding } from "../reach/messenger/messenger.ts";
import type { MetaOf, ReplyOf } from "../platform/endpoint.ts";

/** Buying from a robot, selling to one, and a trade with a user who is none. */
export type TourStep = "buy" | "sell" | "both";

export type HomeProps = {
  /** Five each, best first: what a visitor may buy from (owners sell) and sell to (owners buy). */
  buy: OfferCard[];
  sell: OfferCard[];
  /** Active offers where a visitor may buy and sell; people with an active offer; methods with one; trades that went well, ever. */
  counts: { buy: number; sell: number; traders: number; methods: number; trades: number };
  cryptoCode: CryptoCode;
  fiatCode: string;
  /** A sum to begin with in that currency. */
  usualAmount: string;
  /** Currencies with offers and the reader's own, the busiest first; methods with offers in that currency, by what a visitor does. */
  fiats: string[];
  methods: Record<Side, { slug: string; name: string }[]>;
  /** In a demo market: whom to buy from, at which offer, and the steps that the reader has done; null where no demo runs. */
  tour: { robot: string; offerHash: string | null; done: readonly TourStep[] } | null;
  /** The market price of one coin each. */
  rates: { code: CryptoCode; price: string; fiatCode: string; state: RateState }[];
  chart: PriceHistory;
};

export type OfferPageProps = {
  offer: OfferView;
  /** The owner's received feedback, the first page. */
  feedback: FeedbackListed;
  /** From ?fiat-min= or ?fiatAmount=, when numeric. */
  fiatAmount: string | null;
  /** Whether the reader may write to the owner; null for visitors and the owner. */
  chat: ChatStanding | null;
};

export type TradePageProps = {
  trade: TradeView;
  messages: ChatMessage[];
  chat: ChatState;
  /** The first trade of the reader, who has not completed its tour. */
  isToured: boolean;
  /** Came by the address of the dispute: its question is asked at once. */
  opensDispute: boolean;
  /** The most letters with which one is opened. */
  disputeLetters: number;
  /** The reader may make the other side an offer. */
  mayMakeSpecial: boolean;
  /** Whether the reader may write to the other side outside trades; null while the trade is open, and for staff. */
  direct: ChatStanding | null;
  /** To staff: who has the open case, and what came of other cases of both sides. */
  caseTakenBy: string | null;
  caseHistory: CaseHistory | null;
};

export type ReceiptPageProps = { receipt: Receipt };

export type DashboardProps = {
  active: ActiveTrade[];
  /** The open trades in which the reader buys are shown, or those in which they sell. */
  activeTab: "buy" | "sell";
  /** What holds offers of the reader back. */
  holds: OwnerHold[];
  /** The value of everything, null while a rate is missing; and of the available balance at the end of each day of a month. */
  balance: { total: string | null; fiat: string; days: { date: string; rate: string }[] };
  limits: OwnLimits;
  /** The way to the first trade; null after it. */
  start: {
    isEmailConfirmed: boolean;
    isNamed: boolean;
    isIdentified: boolean;
    hasFactor: boolean;
    hasStarted: boolean;
  } | null;
  /** Ended ones, newest first, at most five. */
  recent: HistoryRow[];
  offers: OfferCounts;
  rewards: RewardsSummary;
  /** Of the period in the address. */
  statistics: OwnStatistics;
};

/** Of one's own offers: how many of each side, how many are active, and how many may be. */
export type OfferCounts = { sell: number; buy: number; on: number; most: number };

export type P2pDashboardProps = {
  /** Of the trades in which the reader buys, or sells. */
  activeTab: "buy" | "sell";
  active: ActiveTrade[];
  counts: OfferCounts;
  /** The reader's own offers, at most five, the active ones first. */
  offers: MyOffer[];
};

export type HistoryFilter = (typeof HISTORY_FILTERS)[number];

export type TradesPageProps = {
  filters: {
    status: HistoryFilter;
    role: "buyer" | "seller" | null;
    crypto: CryptoCode | null;
    partner: string;
    /** The slug of a payment method, or empty. */
    method: string;
    /** Days such as 2026-11-28 in the account's time zone, or empty. */
    from: string;
    until: string;
  };
  /** Those of the reader's latest trades. */
  methods: UsedMethod[];
  rows: HistoryRow[];
  /** Of the completed ones among them. */
  totals: HistoryTotals;
  meta: MetaOf<typeof listTrades>;
};

export type SavedSearchesProps = { searches: SavedSearch[] };

export type UsedMethod = { id: number; slug: string; name: string };

export type TradeExportsProps = {
  exports: TradeExport[];
  methods: UsedMethod[];
  timezone: string;
  /** Today there. */
  today: string;
};

export type GiftCardsPageProps = {
  cards: GiftCard[];
  pagination: MetaOf<typeof listGiftCards>;
  methods: { slug: string; name: string }[];
  currencies: { code: string; name: string }[];
  /** The reader's own offers to buy coins for cards of the vault. */
  offers: { hash: string; crypto: CryptoCode; currency: string; method: string }[];
};

export type ProfileProps = {
  user: UserProfile;
  tab: OfferType;
  offersPage: number;
  offers: { items: OfferCard[]; meta: MetaOf<typeof listUserOffers> };
  filters: { rating: "positive" | "negative" | null; role: "buyer" | "seller" | null };
  feedback: FeedbackListed;
};

export type FavoritesProps = {
  offers: ReplyOf<typeof listFavoriteOffers>;
  meta: MetaOf<typeof listFavoriteOffers>;
};

/** The choices of the form of an account. */
export type PaymentChoices = {
  countries: { id: number; iso: string; name: string; currencyId: number | null }[];
  currencies: { id: number; code: string; name: string }[];
  /** Those of the reader, to begin with. */
  countryId: number;
  currencyId: number;
};

export type PaymentsPageProps = PaymentChoices & {
  accounts: BankAccount[];
  wallets: MobileWallet[];
  /** Payment methods of mobile money that are open. */
  methods: { id: number; name: string }[];
};

/** The first page of a new account: null for a visitor. */
export type WelcomeProps =
  | { username: string; start: NonNullable<DashboardProps["start"]>; hasLesson: boolean }
  | { username: null };

export type TraderProgramProps = { program: TraderProgram; terms: PolicyLine[] };

export type OtcDeskProps = {
  leastUsd: number;
  /** Null for visitors and staff. */
  own: {
    desk: OtcDesk;
    /** A verified identity, which requests need. */
    isVerified: boolean;
    fiat: string;
    currencies: { code: string; name: string }[];
  } | null;
};

export type SilentPoolProps = {
  /** Null for a reader who is admitted. */
  obstacle: PoolObstacle | null;
  leastUsd: number;
  /** How many offers sell and buy each coin; null for who is not admitted. */
  counts: Record<CryptoCode, { sell: number; buy: number }> | null;
};

export type SilentPoolCoinProps = {
  crypto: CryptoCode;
  /** Of the offers: "sell" for a reader who buys. */
  side: OfferType;
  /** Null for all. */
  fiat: string | null;
  offers: OfferCard[];
  meta: ListingMeta;
  currencies: { code: string; name: string }[];
};

export const MARKET_PAGES = {
  home: definePage<HomeProps>()({ home: "/" }),
  listing: definePage<ListingProps>()({
    offersSearch: listingPath,
    giftCardOffers: giftCardListingPath,
    /** They lead to the first, with the method that ?paymentMethod= names. */
    buyBitcoin: "/buy-bitcoin",
    sellBitcoin: "/sell-bitcoin",
  }),
  offer: definePage<OfferPageProps>()({ viewOffer: "/offer/:hash" }),
  "offer-form": definePage<OfferFormPageProps>()({
    createOffer: "/offer-manager/edit",
    /** A new offer that begins in the silent pool. */
    createPoolOffer: "/silent-pool/new",
    /** A new offer that begins as a copy of one's own. */
    copyOffer: "/offer-manager/create/:hash",
    /** An offer for the other side of a trade alone. */
    specialOffer: "/offer-manager/special?chat_id=:chat&partner_id=:partner",
    editOffer: "/offer-manager/edit/:hash",
    editLiteOffer: "/offer-manager/lite/edit/:hash",
    /** The full manager, also of a lite offer. */
    editOfferFully: "/offer-manager/edit/:hash?skipLite=true",
  }),
  "my-offers": definePage<MyOffersPageProps>()({ myOffers: "/dashboard/my-offers" }),
  trade: definePage<TradePageProps>()({ viewTrade: "/trade/:hash", dispute: "/trade/:hash/dispute" }),
  "trade-closed": definePage<Record<string, never>>()({}),
  receipt: definePage<ReceiptPageProps>()({ receipt: "/trade/receipt/:uuid" }),
  dashboard: definePage<DashboardProps>()({ userDashboard: "/dashboard" }),
  "p2p-dashboard": definePage<P2pDashboardProps>()({ userDashboardP2p: "/dashboard/p2p" }),
  trades: definePage<TradesPageProps>()({ tradeHistory: "/dashboard/trades" }),
  "trade-exports": definePage<TradeExportsProps>()({ tradeExports: "/dashboard/trades/exports" }),
  "saved-searches": definePage<SavedSearchesProps>()({ savedSearches: "/dashboard/saved-searches" }),
  "silent-pool": definePage<SilentPoolProps>()({ silentPool: "/silent-pool" }),
  "silent-pool-coin": definePage<SilentPoolCoinProps>()({ silentPoolCoin: "/silent-pool/:coin" }),
  "otc-desk": definePage<OtcDeskProps>()({ otcDeskLanding: "/otc-desk" }),
  favorites: definePage<FavoritesProps>()({ favorites: "/dashboard/favorites" }),
  "gift-cards": definePage<GiftCardsPageProps>()({ giftCards: "/dashboard/gift-cards" }),
  profile: definePage<ProfileProps>()({ user: "/user/:username" }),
  "account-payments": definePage<PaymentsPageProps>()({ accountPayments: "/account/payment-accounts" }),
  welcome: definePage<WelcomeProps>()({ welcome: "/welcome" }),
  "trader-program": definePage<TraderProgramProps>()({ traderProgram: "/account/trader-program" }),
};

/** Sample props for the preview: plausible, and the same every time. */
import type { Banner, SessionUser } from "#contract/platform/page.ts";
import { listingState } from "#contract/market/offers/listing-address.ts";
import type { OfferCard, OfferView } from "#contract/market/offers/offers.ts";
import type { PageName } from "#contract/pages.ts";
import type { HomeProps, OfferPageProps } from "#contract/market/pages.ts";
import type { ListingProps } from "#contract/market/offers/listing-page.ts";
import { sampleDemoCodes, sampleInbox, sampleSettings } from "./samples-own.ts";
import { sampleTradePage } from "./samples-trade.ts";
import { sampleText } from "./samples-content.ts";
import { samplesOfCards } from "./samples-cards.ts";
import { samplesOfSignIns } from "./samples-sign-ins.ts";
import { samplesOfModeration } from "./samples-moderation.ts";
import { sampleOwnRestrictions } from "./samples-restrictions.ts";
import { samplesOfConsole } from "./samples-console.ts";
import { samplesOfMessages } from "./samples-messages.ts";
import { sampleDashboard, sampleDesk, samplesOfCases, sampleProfile, sampleTrades } from "./samples-people.ts";

export type SamplePage = { page: PageName; props: unknown; needsUser?: boolean; banners?: Banner[] };

export const SAMPLE_USER: SessionUser = {
  username: "amara_k",
  externalId: "00000000-0000-4000-8000-000000000001",
  avatarUrl: null,
  email: "amara@example.org",
  isEmailConfirmed: true,
  roles: [],
  countryIso: "KE",
  fiatCode: "USD",
  isDemoAccount: true,
  isBanned: false,
  isFrozen: false,
  isRestricted: false,
  isSuspended: false,
  isOnHold: false,
  areTradesClosed: false,
  restrictions: [],
  isBalanceHidden: false,
  activeTrades: ["Kx7fQ2mZp1a", "Pq3mZ8vRt2b"],
  unreadChats: 1,
  unreadNotices: 3,
};

const METHODS = [
  { slug: "bank-transfer", name: "Bank Transfer", group: "bank-transfers" },
  { slug: "m-pesa", name: "M-Pesa", group: "mobile-money" },
  { slug: "paypal", name: "PayPal", group: "online-transfers" },
  { slug: "cash-in-person", name: "Cash in Person", group: "cash-deposits" },
  { slug: "amazon-gift-card", name: "Amazon Gift Card", group: "gift-cards" },
] as const;

const COUNTRIES = [
  { iso: "DE", name: "Germany", flag: null },
  { iso: "GH", name: "Ghana", flag: null },
  { iso: "BR", name: "Brazil", flag: null },
  { iso: "KE", name: "Kenya", flag: null },
];
const OPEN_COUNTRIES = COUNTRIES.map((country) => ({ ...country, isClosed: false }));

const SLUGS = ["no-third-parties", "fast-release", "photo-id-required", "guided-trade"];
const TAGS = SLUGS.map((slug) => ({ slug, name: slug, description: slug }));

const NAMES = [
  "lena_vogt",
  "KofiTrades",
  "sol-exchange",
  "mei_t",
  "Baraka77",
  "northwind",
  "tomasz_p",
  "Ines_R",
  "quickpay_ng",
  "harbor",
];

export function sampleOffer(place: number, nowMs: number, type: "buy" | "sell" = "sell"): OfferCard {
  const margin = ((place * 37) % 90) / 10 - 3;
  const method = METHODS[place % METHODS.length] ?? METHODS[0];
  const price = (91_234.56 * (1 + margin / 100)).toFixed(2);
  return {
    hash: `sampleoffer${String(place).padStart(3, "0")}`,
    type,
    owner: {
      username: NAMES[place % NAMES.length] ?? "somebody",
      avatarUrl: null,
      badge: place % 4 === 0 ? "power_trader" : null,
      isDemo: place % 3 === 0,
      country: COUNTRIES[place % COUNTRIES.length] ?? null,
      feedback: { positive: 12 + place * 131, negative: place % 3 },
      totalTrades: 40 + place * 99,
      totalPartners: 31 + place * 60,
      monthlyStats: place === 7 ? null : { tradesTotal: 4 + place * 7, successPct: 100 - place },
      lastSeen: {
        text: "",
        level: "success",
        at: new Date(nowMs - place * place * 97_000).toISOString(),
        isOnline: true,
      },
      verification: { id: place % 2 === 0, email: true, phone: false },
      registeredAt: "2024-03-02T10:00:00.000Z",
    },
    paymentMethod: {
      id: place + 1,
      slug: method.slug,
      name: { localized: method.name, original: method.name },
      group: method.group,
      groupId: 5,
      icon: null,
      color: null,
    },
    paymentMethodLabel: place % 4 === 1 ? "instant only" : null,
    cryptoCurrencyCode: "BTC",
    cryptoCurrencyId: 8,
    fiatCurrencyCode: "USD",
    amountType: place === 4 ? "predefined" : "min_max",
    fiatLimitMin: String(20 + place * 15),
    fiatLimitMax: String(500 + place * 850),
    predefinedAmounts: place === 4 ? ["25", "50", "100"] : [],
    fiatPricePerCrypto: price,
    usdPricePerCrypto: price,
    isFixedPrice: place % 7 === 6,
    margin: margin.toFixed(1),
    tags: TAGS.slice(0, place % 5),
    paymentWindowMinutes: 30 + place * 15,
    releaseTimeSec: place % 4 === 3 ? null : 180 + place * 140,
    requireMinPastTrades: place === 3 ? 5 : 0,
    requireVerifiedId: place === 5,
    rules: place === 5 ? ["require_verified_id"] : [],
    fullNameVisibility: false,
    category: null,
    location: null,
    isFeatured: place === 0,
    ...{ cashback: place === 0 ? { percent: "0.25", maxValue: "20" } : null, isStickied: false },
    isFavorite: place === 2,
    isBlocked: false,
    isAutomated: false,
    isAnonymousUserRestricted: false,
    isOnline: place % 6 !== 5,
    availableIn: place % 6 === 5 ? 7200 : 0,
    isMine: place === 8,
  };
}

export function sampleListing(nowMs: number): ListingProps {
  const state = { ...listingState({ side: "buy", crypto: "BTC" }), currencyCode: "USD", fiatMin: "100" };
  return {
    state,
    methodName: null,
    methodGroup: null,
    hidesAssets: false,
    offers: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((place) => sampleOffer(place, nowMs)),
    meta: {
      total: 1284,
      isTotalExact: true,
      isBuyCountExact: true,
      isSellCountExact: true,
      currentPage: 1,
      perPage: 10,
      lastPage: 129,
      buyCount: 967,
      sellCount: 1284,
      currentType: "sell",
      currentSorting: "default",
      searchId: null,
      rate: { rate: "91234.56", asOf: new Date(nowMs).toISOString(), state: "recorded" },
    },
    facets: {
      methods: METHODS.map((method, place) => ({ ...method, count: 300 - place * 41 })),
      groups: METHODS.map((method, place) => ({ slug: method.group, count: 500 - place * 63 })),
      currencies: ["USD", "EUR", "KES", "NGN", "GHS", "INR"].map((code, place) => ({ code, count: 400 - place * 37 })),
    },
  };
}

function sampleOfferView(nowMs: number): OfferView {
  const card = sampleOffer(1, nowMs);
  return {
    ...card,
    id: card.hash,
    isSell: true,
    ownerUsername: card.owner.username,
    flowType: "default",
    fiatCurrency: {
      id: 144,
      code: "USD",
      name: { localized: "US Dollar", original: "US Dollar" },
      digits: 2,
      rate: { usd: "1" },
    },
    tags: TAGS,
    newBuyerMaxFiatLimit: "200",
    offerTerms:
      "Please pay from an account in your own name.\nWrite nothing about coins in the reference.\nI answer within five minutes between 8 and 22 o'clock.",
    tradeDetails: null,
    timezone: "Africa/Accra",
    customRate: null,
    altCoin: null,
    altCoinPricePerBtc: null,
    giftCardBinCodes: [],
    amazonGiftCardRegions: [],
    isBinCodeEnabled: false,
    isReachedCap: false,
    isCapLessThanMin: false,
    isGiftCodeCheckEnabled: false,
    isThirdPartyTreatmentEnabled: true,
    fees: {
      sellerPct: "0.5",
      buyerPct: "0",
      sellerCrypto: "0.00007",
      sellerFiat: "6.75",
      buyerCrypto: "0",
      buyerFiat: "0",
      escrowCrypto: "0.0147",
      escrowFiat: "1356.75",
    },
    escrowFeePct: "0.5",
    buySellPagePrice: card.fiatPricePerCrypto,
    marketPrice: "91234.56",
    rate: { asOf: new Date(nowMs).toISOString(), state: "recorded" },
    isActive: true,
    revision: 3,
    flags: [],
    isNewBuyer: true,
    isTrustedUser: false,
    isGrayCountry: false,
    isAvailableForCountry: true,
    countryLimitation: { type: "allowed", countries: ["GH", "KE", "NG"] },
    discountedEscrowFee: null,
    dutyHours: [1, 2, 3, 4, 5].map((day) => ({ day, start_time: "08:00", end_time: "22:00", active: true })),
    dutyHoursTimezone: "Africa/Accra",
    isMaxTradeLimitUserIDNotVerified: false,
    flashMessages: [],
    addressNeededAboveUsd: null,
    startRefusals: [],
    special: null,
    recommendedOffers: [sampleOffer(2, nowMs), sampleOffer(3, nowMs)],
    originalData: null,
  };
}

function sampleOfferPage(nowMs: number): OfferPageProps {
  const offer = sampleOfferView(nowMs);
  const words = ["Fast and friendly, released in two minutes.", "All fine.", "Slow to answer, but it worked."];
  return {
    offer,
    fiatAmount: "120",
    chat: {
      ...{ accepts: "everyone", permission: "chat_create_is_allowed", obstacle: null },
      ...{ tradeHash: null, conversationId: null },
    },
    feedback: {
      items: words.map((message, place) => ({
        id: `f${place}`,
        rating: place === 2 ? -1 : 1,
        message,
        reply: place === 2 ? "Sorry, my bank was down that day." : null,
        giver: NAMES[place + 3] ?? "somebody",
        giverAvatarUrl: "",
        receiver: offer.owner.username,
        giverRole: "buyer",
        paymentMethod: "M-Pesa",
        cryptoCurrencyCode: "BTC",
        createdAt: new Date(nowMs - (place + 1) * 400_000_000).toISOString(),
        updatedAt: new Date(nowMs - (place + 1) * 400_000_000).toISOString(),
        isMine: false,
        mayReply: false,
      })),
      positiveCount: 143,
      negativeCount: 1,
      totalCount: 144,
      currentPage: 1,
      nextPage: 2,
    },
  };
}

function samplesOfPeople(nowMs: number, home: HomeProps): Record<string, SamplePage> {
  return {
    dashboard: { page: "dashboard", needsUser: true, props: sampleDashboard(nowMs) },
    "dashboard-empty": {
      page: "dashboard",
      needsUser: true,
      props: {
        active: [],
        recent: [],
        offers: { sell: 0, buy: 0, on: 0, most: 20 },
        statistics: {
          period: "30_days",
          trades: 0,
          successful: 0,
          successRate: null,
          volumeUsd: "0.00",
          paymentMedianSec: null,
          releaseMedianSec: null,
          parts: [],
        },
      },
    },
    trades: { page: "trades", needsUser: true, props: sampleTrades(nowMs) },
    profile: { page: "profile", props: sampleProfile(sampleOfferPage(nowMs), home) },
    "profile-signed-in": { page: "profile", needsUser: true, props: sampleProfile(sampleOfferPage(nowMs), home) },
    favorites: {
      page: "favorites",
      needsUser: true,
      props: {
        offers: home.buy.map((offer, place) => ({ ...offer, isFavorite: true, isActive: place < 3 })),
        meta: {
          total: 5,
          currentPage: 1,
          perPage: 10,
          lastPage: 1,
          buyCount: 0,
          sellCount: 5,
          currentType: "sell",
          currentSorting: "default",
        },
      },
    },
    "staff-desk": { page: "staff-desk", needsUser: true, props: { desk: sampleDesk(nowMs) } },
    ...samplesOfConsole(nowMs),
    ...samplesOfMessages(nowMs),
    ...samplesOfCards(nowMs),
    ...samplesOfModeration(nowMs),
    ...samplesOfSignIns(nowMs),
    ...samplesOfCases(nowMs),
    "account-restrictions": {
      page: "account-restrictions",
      needsUser: true,
      props: { restrictions: sampleOwnRestrictions(nowMs) },
      banners: sampleOwnRestrictions(nowMs).map(({ state: kind, reasonCode, caseNumber, reviewAt }) => ({
        kind,
        restriction: { reasonCode, caseNumber, reviewAt },
      })),
    },
    "account-restrictions-none": {
      page: "account-restrictions",
      needsUser: true,
      props: { restrictions: [] },
    },
  };
}

export function samplePages(nowMs: number): Record<string, SamplePage> {
  const home: HomeProps = {
    buy: [0, 1, 2, 3, 4].map((place) => sampleOffer(place, nowMs)),
    sell: [5, 6, 7, 8, 9].map((place) => sampleOffer(place, nowMs, "buy")),
    counts: { buy: 1284, sell: 967, traders: 342, methods: 71 },
    tour: { robot: "HonestHana", offerHash: "sampleoffer000" },
    cryptoCode: "BTC",
    fiatCode: "USD",
    chart: {
      crypto: "BTC",
      fiat: "USD",
      range: "month",
      source: "recorded",
      points: Array.from({ length: 31 }, (_, day) => ({
        date: `2026-10-${String(day + 1).padStart(2, "0")}`,
        rate: String(90_000 + ((day * 7919) % 4000)),
      })),
    },
    rates: [
      { code: "BTC", price: "91234.56", fiatCode: "USD", state: "recorded" },
      { code: "ETH", price: "3120.40", fiatCode: "USD", state: "recorded" },
      { code: "USDT", price: "1.00", fiatCode: "USD", state: "recorded" },
    ],
  };
  const listing = sampleListing(nowMs);
  return {
    home: { page: "home", props: home },
    listing: { page: "listing", props: listing },
    "listing-empty": {
      page: "listing",
      props: { ...listing, offers: [], meta: { ...listing.meta, total: 0, lastPage: 1 } },
    },
    offer: { page: "offer", props: sampleOfferPage(nowMs) },
    "offer-signed-in": { page: "offer", needsUser: true, props: sampleOfferPage(nowMs) },
    ...samplesOfPeople(nowMs, home),
    trade: { page: "trade", needsUser: true, props: sampleTradePage(nowMs) },
    settings: { page: "settings", needsUser: true, props: sampleSettings(nowMs) },
    inbox: { page: "inbox", props: sampleInbox(nowMs) },
    "demo-codes": { page: "demo-codes", props: sampleDemoCodes(nowMs) },
    login: {
      page: "login",
      props: {
        ...{ next: null, providers: [{ id: "there", title: "There" }] },
        demoUsers: ["buyer", "seller", "moderator", "trader"].map((role, place) => ({
          username: NAMES[place] ?? role,
          email: `${role}@demo.parley`,
          role,
          password: "demo-demo-demo",
        })),
      },
    },
    register: {
      page: "register",
      props: { countries: OPEN_COUNTRIES, countryIso: "KE", referralCode: null, next: null, providers: [] },
    },
    "verify-email": {
      page: "verify-email",
      needsUser: true,
      props: { email: "amara@example.org", waitSec: 0, next: null },
    },
    about: { page: "content", props: { ...sampleText, title: "About Parley", version: null, otherVersions: [] } },
    content: { page: "content", props: sampleText },
    "error-404": { page: "error-404", props: { requestId: "req-7f31" } },
    "error-500": { page: "error-500", props: { requestId: "req-7f31" } },
    "error-ip-blocked": { page: "error-ip-blocked", props: { requestId: "req-7f31" } },
  };
}

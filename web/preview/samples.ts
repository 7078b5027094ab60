/** Sample props for the preview: plausible, and the same every time. */
import type { Banner, PageName, SessionUser } from "#contract/page.ts";
import type { HomeProps, OfferCard } from "#contract/page-props.ts";

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
  isBalanceHidden: false,
  activeTrades: 2,
};

const METHODS = [
  { slug: "bank-transfer", name: "Bank Transfer", group: "bank-transfers" },
  { slug: "m-pesa", name: "M-Pesa", group: "mobile-money" },
  { slug: "paypal", name: "PayPal", group: "online-transfers" },
  { slug: "cash-in-person", name: "Cash in Person", group: "cash-deposits" },
  { slug: "amazon-gift-card", name: "Amazon Gift Card", group: "gift-cards" },
] as const;

const NAMES = [
  "lena_vogt",
  "KofiTrades",
  "sol-exchange",
  "mei.t",
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
  return {
    hash: `sampleoffer${String(place).padStart(3, "0")}`,
    type,
    owner: {
      username: (NAMES[place % NAMES.length] ?? "somebody").replace(".", "_"),
      avatarUrl: null,
      countryIso: ["DE", "GH", "BR", "SG", "KE"][place % 5] ?? null,
      lastSeen: { level: "success", seenAtMs: nowMs - place * place * 97_000 },
      feedback: { positive: 12 + place * 131, negative: place % 3 },
      badge: place % 4 === 0 ? "power_trader" : "no_badge",
      monthly: { trades: 4 + place * 7, completionPct: 100 - place },
      medianReleaseSec: 180 + place * 140,
      isRobot: place % 3 === 0,
    },
    paymentMethod: { ...method },
    paymentMethodLabel: place % 4 === 1 ? "instant only" : null,
    cryptoCurrencyCode: "BTC",
    fiatCurrencyCode: "USD",
    fiatLimitMin: String(20 + place * 15),
    fiatLimitMax: String(500 + place * 850),
    predefinedAmounts: place === 4 ? ["25", "50", "100"] : [],
    fiatPricePerCrypto: (91_234.56 * (1 + margin / 100)).toFixed(2),
    marginPct: margin.toFixed(1),
    isFixedPrice: place % 7 === 6,
    tags: ["no-third-parties", "fast-release", "photo-id-required", "guided-trade"].slice(0, place % 5),
    location: null,
    isFeatured: place === 0,
    isFavorite: place === 2,
    requirements: { minPastTrades: place === 3 ? 5 : 0, isVerifiedIdRequired: place === 5 },
  };
}

export function samplePages(nowMs: number): Record<string, SamplePage> {
  const home: HomeProps = {
    buy: [0, 1, 2, 3, 4].map((place) => sampleOffer(place, nowMs)),
    sell: [5, 6, 7, 8, 9].map((place) => sampleOffer(place, nowMs, "buy")),
    counts: { buy: 1284, sell: 967, traders: 342, methods: 71 },
    cryptoCode: "BTC",
    fiatCode: "USD",
    rates: [
      { code: "BTC", price: "91234.56", fiatCode: "USD", isRecorded: true },
      { code: "ETH", price: "3120.40", fiatCode: "USD", isRecorded: true },
      { code: "USDT", price: "1.00", fiatCode: "USD", isRecorded: true },
    ],
  };
  return {
    home: { page: "home", props: home },
    about: { page: "about", props: {} },
    fees: { page: "fees", props: {} },
    "terms-of-service": { page: "terms-of-service", props: {} },
    "privacy-policy": { page: "privacy-policy", props: {} },
    "error-404": { page: "error-404", props: { requestId: "req-7f31" } },
    "error-500": { page: "error-500", props: { requestId: "req-7f31" } },
    "error-ip-blocked": { page: "error-ip-blocked", props: { requestId: "req-7f31" } },
  };
}

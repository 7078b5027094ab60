/** The props of each page. A page's island gets them on `data-location`, so they travel in the document: views only. */
import type { CryptoCode } from "./money.ts";
import type { Side } from "./paths.ts";

export type LastSeen = { level: "success" | "warning" | "default"; seenAtMs: number };

/** An offer as a row of the listing. Money is decimal text; prices are in the offer's fiat currency. */
export type OfferCard = {
  hash: string;
  /** What the owner does: an offer of type "sell" is listed where visitors buy. */
  type: Side;
  owner: {
    username: string;
    avatarUrl: string | null;
    countryIso: string | null;
    lastSeen: LastSeen;
    feedback: { positive: number; negative: number };
    badge: string;
    /** Trades that ended well in the last 30 days, and their share of all that ended. */
    monthly: { trades: number; completionPct: number | null };
    medianReleaseSec: number | null;
    isRobot: boolean;
  };
  paymentMethod: { slug: string; name: string; group: string };
  paymentMethodLabel: string | null;
  cryptoCurrencyCode: CryptoCode;
  fiatCurrencyCode: string;
  fiatLimitMin: string;
  fiatLimitMax: string;
  predefinedAmounts: string[];
  fiatPricePerCrypto: string;
  /** Percent over the market, negative below; null for a fixed price without a market rate. */
  marginPct: string | null;
  isFixedPrice: boolean;
  tags: string[];
  location: string | null;
  isFeatured: boolean;
  isFavorite: boolean;
  requirements: { minPastTrades: number; isVerifiedIdRequired: boolean };
};

export type HomeProps = {
  /** Five each, best first: what a visitor may buy from and sell to. */
  buy: OfferCard[];
  sell: OfferCard[];
  counts: { buy: number; sell: number; traders: number; methods: number };
  cryptoCode: CryptoCode;
  fiatCode: string;
  /** The market price of one coin in the fiat currency, for the strip under the hero. */
  rates: { code: CryptoCode; price: string; fiatCode: string; isRecorded: boolean }[];
};

export type ErrorProps = { requestId: string };

export type PageProps = {
  home: HomeProps;
  about: Record<string, never>;
  "terms-of-service": Record<string, never>;
  "privacy-policy": Record<string, never>;
  fees: Record<string, never>;
  "error-404": ErrorProps;
  "error-500": ErrorProps;
  "error-ip-blocked": ErrorProps;
};

/** The pages of products: the props of their screens, which travel in the document, and their addresses. */
import type { ReplyOf } from "../platform/endpoint.ts";
import { definePage } from "../define-page.ts";
import type { CryptoCode } from "../money/money.ts";
import type { PriceHistory } from "../money/price-history.ts";
import type { CryptoFiatRate } from "../money/rates.ts";
import type { MissingVerification, WalletBlock } from "./wallet/blocks.ts";
import type { Lightning } from "./lightning/lightning.ts";
import type { Hedging } from "./hedging/hedging.ts";
import type { SpotBalance, SpotBook, SpotCandle, SpotMarket, SpotOrder, SpotSession, SpotTrade } from "./spot/spot.ts";
import type { SpotSymbol } from "./spot/names.ts";
import type { WalletFile } from "./wallet/files.ts";
import type { CardAccount, HolderAddress } from "./cards/cards.ts";
import type { Movement } from "./wallet/history.ts";
import type { Direction, MovementFilter } from "./wallet/history-names.ts";
import type { HouseBankOrder, RampCorridor, RampOrder } from "./ramps/ramps.ts";
import type { OfferCard } from "../market/offers/offers.ts";
import type {
  listStoreProducts,
  StoreCard,
  StoreProduct,
  StoreOrder,
  StoreProductPage,
} from "./store/gift-card-store.ts";
import type { TopUpRule } from "./top-up-rules.ts";
import type { HousePhone, TopUpOrder } from "./top-ups.ts";
import type { LinkedSendOut, WalletBalances, WalletCurrency, WalletTransaction } from "./wallet/wallet.ts";

/** The values that a link filled into the send page, and its ignored parts. */
export type SendLink = {
  address: string | null;
  amount: string | null;
  unusable: ("currency" | "address" | "amount")[];
  /** The purpose in a payment link. */
  note: string | null;
  /** Why a payment link or an address was left out, with the name of a network, a coin or a parameter. */
  why: { readonly fault: "network" | "coin" | "parameter" | "bad_amount"; readonly name: string } | null;
};

export type WalletPageProps = {
  /** Why the reader's wallet is blocked. */
  blockReasons: readonly WalletBlock[];
  /** The remedies of ID_REQUIRED. */
  missingVerification: readonly MissingVerification[];
  balances: WalletBalances;
  /** The price of one of each coin in the reader's currency. */
  rates: Pick<CryptoFiatRate, "cryptoCurrencyCode" | "fiatRate">[];
  /** The same over a month, oldest day first. */
  trends: { code: CryptoCode; points: PriceHistory["points"] }[];
  currencies: WalletCurrency[];
  transactions: WalletTransaction[];
  panel: "receive" | "send" | "convert";
  code: CryptoCode;
  /** Null where the address of the page asks for nothing. */
  sendLink: SendLink | null;
};

export type WalletHistoryProps = {
  /** As the form has them, "" without a value; days are those of the account's time zone. */
  filters: {
    coin: CryptoCode | "";
    kind: MovementFilter | "";
    direction: Direction | "";
    from: string;
    until: string;
    /** The whole of an address, a transaction id, a trade's number or a partner's username. */
    q: string;
  };
  rows: Movement[];
  next: string | null;
  /** The newest are shown. */
  isFirst: boolean;
  timezone: string;
};

export type WalletFilesProps = {
  files: WalletFile[];
  /** The form begins with those of the history that the reader came from. */
  filters: Omit<WalletHistoryProps["filters"], "q">;
  timezone: string;
  /** Today there. */
  today: string;
};

export type VirtualCardsProps = {
  /** There is no issuer here, or not for this reader. */
  isAbsent: boolean;
  /** Null for a visitor. */
  account: CardAccount | null;
  /** What an issuer that asks for it gets of this user with their first card: the address of their proof of address, where there is one. */
  holder: { name: string; address: Partial<HolderAddress> & { country: string } } | null;
  /** What opens with the page. */
  panel: "dashboard" | "create-card" | "top-up" | "withdraw";
  /** Of each coin, what is free. */
  balances: Readonly<Record<CryptoCode, string>>;
  /** Of one USDT in dollars; null without one. */
  usdtRate: string | null;
};

export type CardTerminalProps = Record<string, never>;

export type CancelTransferProps = {
  token: string;
  /** Null for a link that nobody sent. */
  transfer: LinkedSendOut | null;
};

export type TopUpPageProps = {
  /** Null where this market has no provider of top-ups, or they are switched off for the reader. */
  offer: {
    /** That can be topped up, by their two letters. */
    countries: string[];
    simulated: boolean;
    /** The newest orders of the reader, and where the next ones begin; none for visitors. */
    orders: TopUpOrder[];
    next: string | null;
    /** Monthly ones of the reader. */
    rules: TopUpRule[];
    /** The order to repeat. */
    again: TopUpOrder | null;
    /** What the reader can pay with. */
    balances: { code: CryptoCode; balance: string }[];
    /** Where the form begins. */
    country: string;
  } | null;
};

export type TopUpReceiptProps = { order: TopUpOrder };

export type GiftCardsLandingProps = {
  /** Null where nothing is sold here, or not to this reader. */
  store: { products: StoreProduct[]; simulated: boolean } | null;
  /** The best that take gift cards for bitcoin. */
  offers: OfferCard[];
};

export type HousePhoneProps = { phones: HousePhone[] };

export type RampPageProps = {
  /** Null where this market has no provider of it, or it is switched off for the reader. */
  start: {
    corridors: RampCorridor[];
    /** The reader's payment accounts; none for visitors. */
    accounts: {
      id: string;
      kind: "bank" | "wallet";
      countryIso: string;
      currencyCode: string | null;
      name: string;
      masked: string;
      holderName: string;
    }[];
    /** The newest of the reader, and where the next ones begin. */
    orders: RampOrder[];
    next: string | null;
    simulated: boolean;
    balances: { code: CryptoCode; balance: string }[];
    /** Where the form begins. */
    country: string;
    offRampPaymentMethodGroup: "bank-transfers" | "mobile-money";
  } | null;
  /** The other direction is there too. */
  hasOther: boolean;
};

export type RampOrderProps = { order: RampOrder };

export type HouseBankProps = { orders: HouseBankOrder[]; payerName: string; currencies: string[] };
/** Of the gift card store. */
export type GiftCardStoreProps = {
  /** Null where this market has no provider of gift cards, or the store is switched off for the reader. */
  store:
    | (ReplyOf<typeof listStoreProducts> & {
        /** As the form has them, "" without a value. */
        filters: { country: string; currency: string; category: string; q: string; coin: CryptoCode };
      })
    | null;
};
export type StoreProductProps = { found: StoreProductPage; coin: CryptoCode };
export type StoreCartProps = { balances: { code: CryptoCode; balance: string }[]; simulated: boolean };
export type StoreOrderProps = { order: StoreOrder };
export type StoreCardsProps = { cards: StoreCard[]; next: string | null; orders: StoreOrder[] };
export type StoreRedeemProps = Record<string, never>;

export type SpotDashboardProps = {
  markets: SpotMarket[];
  orders: SpotOrder[];
  balances: SpotBalance[];
};

export type TradingTerminalProps = SpotDashboardProps & {
  symbol: SpotSymbol;
  book: SpotBook;
  trades: SpotTrade[];
  /** Of a minute each. */
  candles: SpotCandle[];
  session: SpotSession | null;
};

export type HedgingProps = {
  hedging: Hedging;
  /** Of one of each coin that rules convert, in dollars. */
  prices: { code: CryptoCode; usd: string }[];
};

export type LightningProps = { lightning: Lightning };

export type LightningLandingProps = {
  /** Null where this market has no node, or Lightning is switched off for the reader. */
  terms: {
    /** The reader's own, or how one looks. */
    address: string;
    isOwn: boolean;
    /** Of what is sent: ours, and the most that the way may cost. */
    feePct: string;
    networkPct: string;
    paymentUsd: string;
    monthUsd: string;
  } | null;
};

export const PRODUCTS_PAGES = {
  "lightning-landing": definePage<LightningLandingProps>()({ lightningLanding: "/bitcoin-lightning" }),
  lightning: definePage<LightningProps>()({ lightning: "/lightning" }),
  hedging: definePage<HedgingProps>()({ hedging: "/hedging" }),
  "spot-dashboard": definePage<SpotDashboardProps>()({ spotTrading: "/spot" }),
  "trading-terminal": definePage<TradingTerminalProps>()({ spotTerminal: "/spot/:market" }),
  wallet: definePage<WalletPageProps>()({
    wallet: "/wallet",
    walletReceive: "/wallet/receive/:crypto",
    walletSendAny: "/wallet/send",
    walletSend: "/wallet/send/:crypto",
    convert: "/wallet/convert",
  }),
  "wallet-history": definePage<WalletHistoryProps>()({ walletHistory: "/wallet/history" }),
  "wallet-files": definePage<WalletFilesProps>()({ walletFiles: "/wallet/files" }),
  "virtual-cards": definePage<VirtualCardsProps>()({
    virtualCard: "/virtual-cards",
    virtualCardCreate: "/virtual-cards/create-card",
    virtualCardTopUp: "/virtual-cards/top-up",
    virtualCardWithdraw: "/virtual-cards/withdraw",
  }),
  "card-terminal": definePage<CardTerminalProps>()({ cardTerminal: "/card-terminal" }),
  "mobile-top-up": definePage<TopUpPageProps>()({ mobileTopUp: "/mobile-top-up" }),
  "top-up-receipt": definePage<TopUpReceiptProps>()({ topUpReceipt: "/mobile-top-up/:id" }),
  "house-phone": definePage<HousePhoneProps>()({ housePhone: "/house-phone" }),
  "on-ramp": definePage<RampPageProps>()({ onramp: "/wallet/onramp" }),
  "off-ramp": definePage<RampPageProps>()({ offRamp: "/off-ramp" }),
  "ramp-order": definePage<RampOrderProps>()({ rampOrder: "/ramp-orders/:id" }),
  "house-bank": definePage<HouseBankProps>()({ houseBank: "/house-bank" }),
  "gift-card-store": definePage<GiftCardStoreProps>()({
    giftCardStore: "/gift-card-store",
    giftCardStoreLocal: "/gift-card-store/local",
  }),
  "gift-cards-landing": definePage<GiftCardsLandingProps>()({ giftCardsLanding: "/gift-cards" }),
  "store-product": definePage<StoreProductProps>()({ storeProduct: "/gift-card-store/products/:id" }),
  "store-cart": definePage<StoreCartProps>()({ storeCart: "/gift-card-store/cart" }),
  "store-order": definePage<StoreOrderProps>()({ storeOrder: "/gift-card-store/orders/:id" }),
  "store-cards": definePage<StoreCardsProps>()({ storeCards: "/gift-card-store/cards" }),
  "store-redeem": definePage<StoreRedeemProps>()({ storeRedeem: "/gift-card-store/redeem" }),
  "cancel-transfer": definePage<CancelTransferProps>()({ cancelTransfer: "/wallet/cancel-transfer" }),
};

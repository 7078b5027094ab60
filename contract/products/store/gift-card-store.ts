/** The gift card store: what is sold, the price of a cart for some seconds, its order, the bought cards, and the till of the demo's market. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import {
  amount,
  count,
  cryptoCode,
  fiatCode,
  hash,
  instant,
  iso2,
  lineText,
  rowNumber,
  secretText,
  text,
  username,
} from "../../platform/wire.ts";
import { giftCard } from "../../market/trades/gift-cards.ts";
import { ORDER_ENDS, ORDER_STATUSES } from "../providers/order-names.ts";
import { MOST_LINES, MOST_OF_A_LINE, NOTE_MAX, REPORT_MAX, REPORT_STATUSES, STORE_CATEGORIES } from "./names.ts";

const category = z.enum(STORE_CATEGORIES);

export const storeProduct = z.strictObject({
  id: rowNumber,
  brand: z.string(),
  name: z.string(),
  /** Where its codes work. */
  countryIso: iso2,
  currencyCode: fiatCode,
  category,
  /** The values of cards, each with its price in the coin of the request, fee included; empty of a range. */
  amounts: z.array(z.strictObject({ amount, price: z.nullable(amount) })),
  /** The ends of a range, with the price of a card of the least; null of fixed values. */
  range: z.nullable(z.strictObject({ least: amount, most: amount, price: z.nullable(amount) })),
  inStock: z.boolean(),
  /** A code that is bought and not looked at can go into the vault, and pay in a trade with this payment method. */
  vaultMethod: z.nullable(z.string()),
});
export type StoreProduct = z.infer<typeof storeProduct>;

export const storeFilters = z.strictObject({
  country: z.optional(iso2),
  currency: z.optional(fiatCode),
  category: z.optional(category),
  /** Words of the brand's or product's name. */
  q: z.optional(text({ max: 60 })),
  crypto_currency_code: z.optional(cryptoCode),
});

export const listStoreProducts = endpoint({
  name: "listStoreProducts",
  method: "GET",
  path: "/rest/v1/gift-card-store/products",
  summary: "Gift cards that are sold, by brand, with their prices in a coin",
  query: storeFilters,
  reply: z.strictObject({
    products: z.array(storeProduct),
    /** More match than are shown. */
    hasMore: z.boolean(),
    countries: z.array(iso2),
    currencies: z.array(fiatCode),
    categories: z.array(category),
    /** The provider is an invented issuer of the demo. */
    simulated: z.boolean(),
  }),
});

export const storeProductPage = z.strictObject({
  product: storeProduct,
  /** How a code is used, in the reader's language where the provider has it. */
  redeem: z.string(),
  /** Until when no orders are taken for this country, because the provider fails there; null while they are. */
  pausedUntil: z.nullable(instant),
  /** In dollars: what the caller may buy in a day, and what is left of today; null for visitors. */
  limit: z.nullable(z.strictObject({ dayUsd: amount, leftUsd: amount })),
  simulated: z.boolean(),
});
export type StoreProductPage = z.infer<typeof storeProductPage>;

const numberParam = z.strictObject({ id: rowNumber });
const hashParam = z.strictObject({ id: hash });

export const getStoreProduct = endpoint({
  name: "getStoreProduct",
  method: "GET",
  path: "/rest/v1/gift-card-store/products/:id",
  summary: "A gift card that is sold: where it works, how a code is used, values and limits",
  params: numberParam,
  query: z.strictObject({ crypto_currency_code: z.optional(cryptoCode) }),
  reply: storeProductPage,
  refusals: ["store.unknown"],
});

const lineView = {
  brand: z.string(),
  name: z.string(),
  countryIso: iso2,
  /** Of one card. */
  amount,
  currencyCode: fiatCode,
  quantity: z.int(),
  /** Of the whole line, fee included. */
  total: amount,
};

export const storeQuote = z.strictObject({
  id: hash,
  lines: z.array(z.strictObject(lineView)),
  cryptoCurrencyCode: cryptoCode,
  /** What leaves the balance, fee included. */
  total: amount,
  fee: amount,
  /** The total in dollars by the prices of now, and what the provider charges. */
  totalUsd: amount,
  costUsd: amount,
  createdAt: instant,
  expiresAt: instant,
  simulated: z.boolean(),
});
export type StoreQuote = z.infer<typeof storeQuote>;

export const quoteStoreOrder = endpoint({
  name: "quoteStoreOrder",
  method: "POST",
  path: "/rest/v1/gift-card-store/quotes",
  summary: "What a cart costs, for some seconds",
  body: z.strictObject({
    lines: z
      .array(
        z.strictObject({
          product_id: rowNumber,
          amount,
          quantity: z.int().check(z.minimum(1), z.maximum(MOST_OF_A_LINE)),
        }),
      )
      .check(z.minLength(1), z.maxLength(MOST_LINES)),
    crypto_currency_code: cryptoCode,
  }),
  reply: storeQuote,
  refusals: [
    ...(["store.unknown", "store.amount", "store.stock", "money.malformed", "money.too_many_digits"] as const),
    ...(["rates.stale", "ledger.insufficient_balance"] as const),
  ],
});

export const storeCard = z.strictObject({
  id: hash,
  /** To read on from. */
  row: rowNumber,
  order: hash,
  brand: z.string(),
  name: z.string(),
  countryIso: iso2,
  amount,
  currencyCode: fiatCode,
  deliveredAt: instant,
  /** When its owner looked at the code: it counts as used from then on. */
  seenAt: z.nullable(instant),
  /** The code can be looked at, for the first time or within two minutes after it. */
  isShowable: z.boolean(),
  usedAt: z.nullable(instant),
  note: z.nullable(z.string()),
  /** It is in the vault of gift cards, or was used out of it. */
  isInVault: z.boolean(),
  mayGoToVault: z.boolean(),
  report: z.nullable(z.strictObject({ at: instant, status: z.enum(REPORT_STATUSES) })),
  mayReport: z.boolean(),
  redeem: z.string(),
  simulated: z.boolean(),
});
export type StoreCard = z.infer<typeof storeCard>;

export const storeOrder = z.strictObject({
  id: hash,
  row: rowNumber,
  lines: z.array(
    z.strictObject({
      ...lineView,
      id: hash,
      status: z.enum(ORDER_STATUSES),
      endReason: z.nullable(z.enum(ORDER_ENDS)),
      /** Cards that came; null before the provider has said so. */
      delivered: z.nullable(count),
      /** What came back of the line's total. */
      returned: amount,
      hasCase: z.boolean(),
      /** Our reference at the provider, for its support. */
      reference: z.string(),
    }),
  ),
  cards: z.array(storeCard),
  cryptoCurrencyCode: cryptoCode,
  total: amount,
  fee: amount,
  createdAt: instant,
  /** Every line has ended. */
  isOver: z.boolean(),
  simulated: z.boolean(),
});
export type StoreOrder = z.infer<typeof storeOrder>;

export const createStoreOrder = endpoint({
  name: "createStoreOrder",
  method: "POST",
  path: "/rest/v1/gift-card-store/orders",
  summary:
    "Pay the quote of a cart, with a proof of kind order: the coins are reserved, and the provider is asked for each line",
  body: z.strictObject({ quote_id: hash }),
  reply: storeOrder,
  refusals: [
    ...(["wallet.quote_unknown", "wallet.quote_expired", "wallet.quote_taken", "wallet.on_hold"] as const),
    ...(["wallet.security_hold", "order.paused", "order.unavailable", "order.price_moved"] as const),
    ...(["order.user_limit", "store.changed", "ledger.insufficient_balance", "ledger.halted"] as const),
    ...(["LEDGER_ASYNC_MODE", "auth.password_proof", "order.level_day", "order.level_lifetime"] as const),
  ],
});

const slice = {
  query: z.strictObject({ before: z.optional(rowNumber) }),
  meta: z.strictObject({ next: z.nullable(rowNumber) }),
};

export const listStoreOrders = endpoint({
  name: "listStoreOrders",
  method: "GET",
  path: "/rest/v1/gift-card-store/orders",
  summary: "The caller's orders of gift cards, newest first",
  ...slice,
  reply: z.array(storeOrder),
});

export const getStoreOrder = endpoint({
  name: "getStoreOrder",
  method: "GET",
  path: "/rest/v1/gift-card-store/orders/:id",
  summary: "One of the caller's orders, with its lines and what came of each",
  params: hashParam,
  reply: storeOrder,
  refusals: ["order.unknown"],
});

export const listStoreCards = endpoint({
  name: "listStoreCards",
  method: "GET",
  path: "/rest/v1/gift-card-store/cards",
  summary: "The caller's bought gift cards, newest first, without their codes",
  ...slice,
  reply: z.array(storeCard),
});

export const showStoreCode = endpoint({
  name: "showStoreCode",
  method: "POST",
  path: "/rest/v1/gift-card-store/cards/:id/code",
  summary: "The code of a bought card, once: the time is written, and the same answer is given for two minutes",
  params: hashParam,
  reply: z.strictObject({ code: z.string(), pin: z.nullable(z.string()), seenAt: instant, card: storeCard }),
  refusals: ["store.card_unknown", "store.in_vault", "gift_card.shown_before"],
});

export const changeStoreCard = endpoint({
  name: "changeStoreCard",
  method: "PUT",
  path: "/rest/v1/gift-card-store/cards/:id",
  summary: "The owner's own words about a bought card: whether it is used, and a note",
  params: hashParam,
  body: z.strictObject({ is_used: z.boolean(), note: lineText({ max: NOTE_MAX }) }),
  reply: storeCard,
  refusals: ["store.card_unknown"],
});

export const moveStoreCard = endpoint({
  name: "moveStoreCard",
  method: "POST",
  path: "/rest/v1/gift-card-store/cards/:id/vault",
  summary: "Put a bought card whose code nobody has seen into the vault, where it pays in trades",
  params: hashParam,
  reply: giftCard,
  refusals: ["store.card_unknown", "store.code_seen", "store.in_vault", "store.vault_unfit", "gift_card.duplicate"],
});

export const reportStoreCard = endpoint({
  name: "reportStoreCard",
  method: "POST",
  path: "/rest/v1/gift-card-store/cards/:id/report",
  summary: "Say that a code does not work: staff ask the provider, and two of them decide about a refund",
  params: hashParam,
  body: z.strictObject({ report: text({ min: 10, max: REPORT_MAX }) }),
  reply: storeCard,
  refusals: ["store.card_unknown", "store.code_unseen", "store.reported_before", "store.report_late"],
});

export const redeemHouseCard = endpoint({
  name: "redeemHouseCard",
  method: "POST",
  path: "/rest/v1/gift-card-store/redeem",
  summary: "In a demo, at the till of its market: the value of one of its cards into the caller's USDT",
  body: z.strictObject({
    code: secretText({ min: 1, max: 80 }),
    /** Of a code that came with one. */
    pin: z.optional(secretText({ min: 0, max: 20 })),
  }),
  reply: z.strictObject({ amount, currencyCode: fiatCode, credited: amount, cryptoCurrencyCode: cryptoCode }),
  refusals: [
    ...(["store.pin_wrong", "store.code_unknown", "store.code_used", "rates.stale", "order.unavailable"] as const),
    ...(["ledger.halted", "LEDGER_ASYNC_MODE"] as const),
  ],
});

export const staffStore = z.strictObject({
  /** Since ever, by brand: the most troubled first. */
  brands: z.array(
    z.strictObject({
      provider: z.string(),
      brand: z.string(),
      products: count,
      inStock: count,
      sold: count,
      failed: count,
      reported: count,
      refunded: count,
    }),
  ),
  /** Reports that nobody has decided, oldest first. */
  reports: z.array(
    z.strictObject({
      id: hash,
      username,
      order: hash,
      brand: z.string(),
      amount,
      currencyCode: fiatCode,
      provider: z.string(),
      reference: z.string(),
      seenAt: instant,
      reportedAt: instant,
      says: z.string(),
      /** Of a card of the demo's market: when it was redeemed. */
      redeemedAt: z.nullable(instant),
    }),
  ),
});
export type StaffStore = z.infer<typeof staffStore>;

export const getStaffStore = endpoint({
  name: "getStaffStore",
  method: "GET",
  path: "/rest/v1/staff/gift-card-store",
  summary: "Stock and failures of the gift card store by brand, and reports of codes that do not work",
  reply: staffStore,
});

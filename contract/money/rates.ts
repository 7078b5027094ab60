/** Currencies with their rates, and the converter. Every rate says when it was read and whether it may be traded on. */
import * as z from "zod/mini";
import { localizedName, locale } from "../reference/catalog.ts";
import { endpoint } from "../platform/endpoint.ts";
import { count, cryptoCode, fiatCode, flagQuery, instant } from "../platform/wire.ts";
import { form } from "../platform/errors/shape-faults.ts";

/** fresh: live and young. recorded: played from recorded days, tradable in play. stale, divergent: no new trades. */
export const rateState = z.enum(["fresh", "recorded", "stale", "divergent"]);
export type RateState = z.infer<typeof rateState>;

export const fiatCurrency = z.strictObject({
  id: z.int(),
  code: fiatCode,
  name: localizedName,
  /** How much of this currency one of each costs, as decimal text; null while nothing is known. */
  rate: z.strictObject({ usd: z.nullable(z.string()), btc: z.nullable(z.string()), usdt: z.nullable(z.string()) }),
  defaultAmount: z.string(),
  order: z.int(),
  /** Digits after the point by ISO 4217. */
  digits: z.int(),
  /** The minimum that a screen shows. */
  shownDigits: z.int(),
});
export type FiatCurrencyOnWire = z.infer<typeof fiatCurrency>;

export const listCurrencies = endpoint({
  name: "listCurrencies",
  method: "GET",
  path: "/rest/v2/currencies",
  summary: "All fiat currencies in the order of a chooser; with-popular=1 names the popular ones, count=1 counts.",
  query: z.strictObject({ "with-popular": flagQuery, count: flagQuery, locale: z.optional(locale) }),
  reply: z.array(fiatCurrency),
  meta: z.strictObject({ popular: z.optional(z.array(z.string())), count: z.optional(count) }),
});

export const getCurrency = endpoint({
  name: "getCurrency",
  method: "GET",
  path: "/rest/v2/currencies/:code",
  summary: "One fiat currency by its code; an unknown code answers the US dollar.",
  params: z.strictObject({ code: z.string().check(z.regex(/^[A-Za-z]{3}$/, form("currency"))) }),
  query: z.strictObject({ locale: z.optional(locale) }),
  reply: fiatCurrency,
});

export const cryptoFiatRate = z.strictObject({
  cryptoCurrencyCode: cryptoCode,
  fiatCurrencyCode: fiatCode,
  fiatRate: z.string(),
  fiatPrecision: z.int(),
  asOf: instant,
  state: rateState,
});
export type CryptoFiatRate = z.infer<typeof cryptoFiatRate>;

export const listCryptoFiatRates = endpoint({
  name: "listCryptoFiatRates",
  method: "GET",
  path: "/rest/v2/crypto-fiat-rates",
  summary: "The price of one of each coin in each currency; currency limits it to one.",
  query: z.strictObject({ locale: z.optional(locale), currency: z.optional(fiatCode) }),
  reply: z.array(z.extend(cryptoFiatRate, { fiatCurrencyName: localizedName })),
});

/** 24h, 7d and 1m are other spellings of day, week and month. */
export const chartRange = z.enum(["day", "24h", "week", "7d", "month", "1m", "quarter", "year", "all"]);
/** The data of the home page. */
export const HOME_RANGES = ["day", "week", "month", "year"] as const;
export type ChartRange = z.infer<typeof chartRange>;

export const getRateChart = endpoint({
  name: "getRateChart",
  method: "GET",
  path: "/rest/v1/calculator",
  summary: "The price of a coin over a range of days, for the converter's chart.",
  query: z.strictObject({
    range: z.optional(chartRange),
    currency: z.optional(fiatCode),
    crypto: z.optional(cryptoCode),
  }),
  reply: z.strictObject({
    cryptoCurrencyCode: cryptoCode,
    fiatCurrencyCode: fiatCode,
    range: chartRange,
    /** recorded: the days are of a recording and end when it ended. */
    source: z.enum(["live", "recorded"]),
    chart: z.array(z.strictObject({ date: z.string(), rate: z.string() })),
  }),
});

export const getConverterCurrencies = endpoint({
  name: "getConverterCurrencies",
  method: "GET",
  path: "/rest/v1/calculator/currency",
  summary: "The choices of the converter.",
  query: z.strictObject({ locale: z.optional(locale) }),
  reply: z.strictObject({
    popular: z.array(fiatCurrency),
    currencies: z.array(fiatCurrency),
    /** Codes for the buttons of one click. */
    fastSearch: z.array(z.string()),
  }),
});

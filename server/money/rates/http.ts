/** Endpoints of rates and of currencies with their rates. */
import { CRYPTO_CODES } from "#contract/money/money.ts";
import {
  getConverterCurrencies,
  getCurrency,
  getRateChart,
  listCryptoFiatRates,
  listCurrencies,
} from "#contract/money/rates.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { route } from "../../platform/http/policy.ts";
import { currencyName, FIATS, fiatByCode, getFiat, POPULAR_FIATS } from "../../reference/catalog/index.ts";
import { rateChart } from "./calculator.ts";
import { ratesOf } from "./rate-of.ts";
import { viewCurrencies } from "./view-currencies.ts";
import { viewRate } from "./view-rate.ts";

const READ = { auth: "public", rateLimit: "read" } as const;
const isOn = (flag: string | undefined) => flag === "1" || flag === "true";

export const routes = [
  route(listCurrencies, READ, async ({ tx, query }) => ({
    data: await viewCurrencies(tx, { locale: query?.locale }),
    meta: {
      ...(isOn(query?.["with-popular"]) ? { popular: [...POPULAR_FIATS] } : {}),
      ...(isOn(query?.count) ? { count: FIATS.length } : {}),
    },
  })),
  route(getCurrency, READ, async ({ tx, params, query }) => {
    const fiat = fiatByCode(params.code.toUpperCase()) ?? getFiat("USD");
    const [view] = await viewCurrencies(tx, { fiats: [fiat], locale: query?.locale });
    if (!view) throw new Error(`no view of ${fiat.code}`);
    return view;
  }),
  route(listCryptoFiatRates, READ, async ({ tx, query }) => {
    const fiats = query?.currency ? [query.currency] : "all";
    const rates = await ratesOf(tx, { cryptos: CRYPTO_CODES, fiats });
    return [...rates.values()].map((rate) => {
      const fiat = getFiat(rate.fiat);
      const fiatCurrencyName = { localized: currencyName(fiat, query?.locale), original: fiat.name };
      return { ...viewRate(rate), fiatCurrencyName };
    });
  }),
  route(getRateChart, READ, ({ tx, query }) => {
    const fiat = query?.currency ?? "USD";
    if (!fiatByCode(fiat)) throw new Refusal("rates.unknown");
    return rateChart(tx, { crypto: query?.crypto ?? "BTC", fiat, range: query?.range ?? "month" });
  }),
  route(getConverterCurrencies, READ, async ({ tx, query }) => {
    const currencies = await viewCurrencies(tx, { locale: query?.locale });
    const popular = currencies.filter(({ code }) => POPULAR_FIATS.includes(code));
    return { popular, currencies, fastSearch: POPULAR_FIATS.slice(0, 6) };
  }),
];

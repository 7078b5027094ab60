/** The converter of a pair with its chart and offers, and the table of all currencies. */
import { CURRENCY_ORDERS, type ConverterProps, type CurrencyLine } from "#contract/site/pages.ts";
import { marketDistance, readPair } from "#contract/money/converter.ts";
import { CRYPTO, CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import { decimalText, over } from "#contract/platform/decimal.ts";
import { PATHS } from "#contract/platform/paths.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { PageContext, PageRoute, Shown } from "../../../platform/http/pages/page-route.ts";
import { byNameIn, currencyName, FIATS, fiatByCode, POPULAR_FIATS } from "../../../reference/catalog/index.ts";
import { chartRangeOf, ratesOf, weekOfPrices } from "../../../money/rates/index.ts";
import { listOffers, marketTopic, ownersOf } from "../../../market/listing/index.ts";
import { oneOf } from "../query.ts";
import { priceHistory, upToNow } from "../price-history.ts";
import { visitorFiat } from "../visitor-fiat.ts";

const OPEN = { auth: "public", rateLimit: "read" } as const;
/** Buttons of one click. */
const FAST = 6;
const OFFERS = 5;
/** The age of a kept page at most. */
const KEPT_MS = 60_000;
const DAY_MS = 86_400_000;

async function loadConverter(context: PageContext): Promise<Shown> {
  const { tx, viewer, locale, params, query } = context;
  const pair = readPair(params.pair ?? "");
  if (!pair || !fiatByCode(pair.fiat)) throw new Refusal("request.not_found");
  const { crypto, fiat } = pair;
  const offers = (type: "buy" | "sell") =>
    listOffers(tx, {
      query: {
        ...{ type, crypto_currency_id: String(CRYPTO[crypto].id), currency: fiat },
        // The prices that the page compares with the market's: the best of each side.
        ...{
          limit: String(OFFERS),
          withFavorites: "1",
          sort: type === "sell" ? "crypto_usd_price_asc" : "crypto_usd_price_desc",
          locale,
        },
      },
      viewer,
    });
  const [sellers, buyers, rates, chart] = await Promise.all([
    offers("sell"),
    offers("buy"),
    ratesOf(tx, { cryptos: [crypto], fiats: [fiat] }),
    priceHistory(tx, { crypto, fiat, range: chartRangeOf(query.range) }),
  ]);
  const rate = rates.get(`${crypto}/${fiat}`);
  const named = (code: string) => {
    const known = fiatByCode(code);
    return known ? [{ code, name: currencyName(known, locale) }] : [];
  };
  const props: ConverterProps = {
    crypto,
    fiat,
    rate: rate ? { price: decimalText(rate.rate), asOf: rate.asOf.toISOString(), state: rate.state } : null,
    chart,
    fast: POPULAR_FIATS.slice(0, FAST),
    popular: POPULAR_FIATS.flatMap(named),
    currencies: FIATS.filter(({ code }) => !POPULAR_FIATS.includes(code))
      .flatMap(({ code }) => named(code))
      .sort(byNameIn(locale)),
    buy: sellers.data,
    sell: buyers.data,
    isCurrencyChanged: query.currencyChanged === "1",
  };
  const topics = ["rates", ...(["buy", "sell"] as const).map((side) => marketTopic({ side, crypto }))];
  return {
    page: "converter",
    props,
    keeping: { topics: [...topics, ...ownersOf([...sellers.data, ...buyers.data])], forMs: KEPT_MS },
  };
}

/** The pair that the address does not name: bitcoin in the visitor's currency. */
async function loadAnyPair(context: PageContext): Promise<Shown> {
  return { redirectTo: `/calculator/btc-to-${(await visitorFiat(context)).toLowerCase()}` };
}

async function loadCurrencies({ tx, locale, query }: PageContext): Promise<Shown> {
  const [rates, week] = await Promise.all([
    ratesOf(tx, { cryptos: CRYPTO_CODES, fiats: "all" }),
    weekOfPrices(tx, "BTC"),
  ]);
  const wanted = (query.q ?? "").trim().slice(0, 40);
  const order = oneOf(CURRENCY_ORDERS, query.sort) ?? "name";
  const priceOf = (crypto: CryptoCode, fiat: string) => rates.get(`${crypto}/${fiat}`)?.rate;
  const lines = FIATS.flatMap((fiat): CurrencyLine[] => {
    const [btc, usdt, dollar] = [priceOf("BTC", fiat.code), priceOf("USDT", fiat.code), priceOf("BTC", "USD")];
    if (!btc || !usdt || !dollar) return [];
    const days = week.get(fiat.code) ?? [];
    const changeSince = (back: number) => {
      const date = new Date(tx.now.getTime() - back * DAY_MS).toISOString().slice(0, 10);
      const then = days.find((one) => one.date === date);
      return then ? marketDistance({ price: decimalText(btc), market: decimalText(then.rate) }) : null;
    };
    return [
      {
        code: fiat.code,
        name: currencyName(fiat, locale),
        perUsd: decimalText(over(btc, dollar, 6, "nearest")),
        perBtc: decimalText(btc),
        perUsdt: decimalText(usdt),
        dayPct: changeSince(1),
        weekPct: changeSince(7),
        days: upToNow(
          days.map(({ date, rate }) => ({ date, rate: decimalText(rate) })),
          { at: tx.now, rate: decimalText(btc) },
        ),
      },
    ];
  });
  const asked = wanted.toLocaleLowerCase(locale);
  const found = lines.filter(({ code, name }) => `${code} ${name}`.toLocaleLowerCase(locale).includes(asked));
  const first = rates.get("BTC/USD");
  return {
    page: "currencies",
    props: {
      lines: inOrder(found, order, locale),
      query: wanted,
      order,
      asOf: first?.asOf.toISOString() ?? null,
      state: first?.state ?? null,
    },
    keeping: { topics: ["rates"], forMs: KEPT_MS },
  };
}

function inOrder(
  lines: readonly CurrencyLine[],
  order: (typeof CURRENCY_ORDERS)[number],
  locale: PageContext["locale"],
): CurrencyLine[] {
  const byName = byNameIn(locale);
  const value = { rate: ({ perUsd }: CurrencyLine) => Number(perUsd), day: pct("dayPct"), week: pct("weekPct") };
  return [...lines].sort(order === "name" ? byName : (a, b) => value[order](b) - value[order](a) || byName(a, b));
}

const pct = (name: "dayPct" | "weekPct") => (line: CurrencyLine) => Number(line[name] ?? Number.NEGATIVE_INFINITY);

export const converterPages: readonly PageRoute[] = [
  { path: PATHS.converter, policy: OPEN, load: loadConverter },
  { path: PATHS.anyConverter, policy: OPEN, load: loadAnyPair },
  { path: PATHS.currencies, policy: OPEN, load: loadCurrencies },
];

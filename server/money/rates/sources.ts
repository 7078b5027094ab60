/**
 * Where live rates come from: four exchanges for coins, the European Central Bank for the big currencies, and two wide
 * lists for the rest. Each source asks one or a few addresses and gives quotes; one that fails gives none.
 */
import { type Decimal, decimal, decimalText, isDecimal, over } from "#contract/platform/decimal.ts";
import type { FetchText } from "../../platform/outside/fetch-text.ts";
import type { Quote } from "./rate.ts";

export type RateSource = {
  readonly name: string;
  /** crypto: coins in dollars. fiat: units per dollar. */
  readonly kind: "crypto" | "fiat";
  readonly read: (ask: { fetchText: FetchText; now: Date }) => Promise<Quote[]>;
};

/** The addresses; tests put a double of each provider there. */
export type SourceHosts = {
  readonly kraken: string;
  readonly coinbase: string;
  readonly bitstamp: string;
  readonly binance: string;
  readonly ecb: string;
  readonly openRates: string;
};

export const LIVE_HOSTS: SourceHosts = {
  kraken: "https://api.kraken.com",
  coinbase: "https://api.coinbase.com",
  bitstamp: "https://www.bitstamp.net",
  binance: "https://api.binance.com",
  ecb: "https://www.ecb.europa.eu",
  openRates: "https://open.er-api.com",
};

export function liveSources(hosts: SourceHosts = LIVE_HOSTS): readonly RateSource[] {
  return [
    kraken(hosts.kraken),
    coinbaseCoins(hosts.coinbase),
    bitstamp(hosts.bitstamp),
    binance(hosts.binance),
    ecb(hosts.ecb),
    coinbaseFiat(hosts.coinbase),
    openRates(hosts.openRates),
  ];
}

/** A price as the provider writes it: text, or a JSON number. Nothing else is one. */
function priceOf(value: unknown): Decimal | undefined {
  const text = typeof value === "number" && Number.isFinite(value) ? plainNumber(value) : value;
  if (typeof text !== "string" || !isDecimal(text)) return undefined;
  const price = decimal(text);
  return price.units > 0n ? price : undefined;
}

function plainNumber(value: number): string {
  return String(value).includes("e") ? value.toFixed(15) : String(value);
}

/** The member at a path, or undefined: what comes from outside has no shape until it is looked at. */
function at(value: unknown, ...path: (string | number)[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== "object" || here === null) return undefined;
    here = (here as Record<string | number, unknown>)[step];
  }
  return here;
}

function kraken(host: string): RateSource {
  const pairs = [
    ["BTC", "XXBTZUSD"],
    ["ETH", "XETHZUSD"],
    ["USDT", "USDTZUSD"],
  ] as const;
  return {
    name: "kraken",
    kind: "crypto",
    async read({ fetchText, now }) {
      const answer: unknown = JSON.parse(await fetchText(`${host}/0/public/Ticker?pair=XBTUSD,ETHUSD,USDTUSD`));
      return pairs.flatMap(([base, pair]) => {
        const price = priceOf(at(answer, "result", pair, "c", 0));
        return price ? [{ source: "kraken", base, quote: "USD", price, at: now }] : [];
      });
    },
  };
}

function coinbaseCoins(host: string): RateSource {
  return {
    name: "coinbase",
    kind: "crypto",
    async read({ fetchText, now }) {
      const quotes = ["BTC", "ETH", "USDT"].map(async (base): Promise<Quote[]> => {
        const answer: unknown = JSON.parse(await fetchText(`${host}/v2/exchange-rates?currency=${base}`));
        const price = priceOf(at(answer, "data", "rates", "USD"));
        return price ? [{ source: "coinbase", base, quote: "USD", price, at: now }] : [];
      });
      return (await Promise.all(quotes)).flat();
    },
  };
}

function bitstamp(host: string): RateSource {
  return {
    name: "bitstamp",
    kind: "crypto",
    async read({ fetchText }) {
      const quotes = ["BTC", "ETH", "USDT"].map(async (base): Promise<Quote[]> => {
        const answer: unknown = JSON.parse(await fetchText(`${host}/api/v2/ticker/${base.toLowerCase()}usd/`));
        const price = priceOf(at(answer, "last"));
        const seconds = Number(at(answer, "timestamp"));
        if (!price || !Number.isFinite(seconds)) return [];
        return [{ source: "bitstamp", base, quote: "USD", price, at: new Date(seconds * 1000) }];
      });
      return (await Promise.all(quotes)).flat();
    },
  };
}

/** Binance quotes in USDT; a tether is taken as a dollar within the tolerance of all sources. */
function binance(host: string): RateSource {
  const symbols = { BTCUSDT: "BTC", ETHUSDT: "ETH" } as const;
  return {
    name: "binance",
    kind: "crypto",
    async read({ fetchText, now }) {
      const list = encodeURIComponent(JSON.stringify(Object.keys(symbols)));
      const answer: unknown = JSON.parse(await fetchText(`${host}/api/v3/ticker/price?symbols=${list}`));
      if (!Array.isArray(answer)) return [];
      return Object.entries(symbols).flatMap(([symbol, base]) => {
        const price = priceOf(
          at(
            answer.find((entry) => at(entry, "symbol") === symbol),
            "price",
          ),
        );
        return price ? [{ source: "binance", base, quote: "USD", price, at: now }] : [];
      });
    },
  };
}

/** The reference rates of the ECB, once a working day, against the euro. */
function ecb(host: string): RateSource {
  return {
    name: "ecb",
    kind: "fiat",
    async read({ fetchText }) {
      const page = await fetchText(`${host}/stats/eurofxref/eurofxref-daily.xml`);
      const day = /<Cube\s+time=['"](\d{4}-\d{2}-\d{2})['"]/.exec(page)?.[1];
      const perEuro = new Map(
        [...page.matchAll(/<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"]([\d.]+)['"]/g)].map(
          ([, code = "", rate]) => [code, priceOf(rate)] as const,
        ),
      );
      const usd = perEuro.get("USD");
      if (!day || !usd) return [];
      // Published about 16:00 in Frankfurt.
      const published = new Date(`${day}T15:00:00Z`);
      const quote = (code: string, rate: Decimal): Quote => ({
        source: "ecb",
        base: "USD",
        quote: code,
        price: over(rate, usd, 12, "nearest"),
        at: published,
      });
      const others = [...perEuro].flatMap(([code, rate]) => (rate && code !== "USD" ? [quote(code, rate)] : []));
      return [quote("EUR", decimal("1")), ...others];
    },
  };
}

function coinbaseFiat(host: string): RateSource {
  return {
    name: "coinbase-fiat",
    kind: "fiat",
    async read({ fetchText, now }) {
      const answer: unknown = JSON.parse(await fetchText(`${host}/v2/exchange-rates?currency=USD`));
      return wideQuotes("coinbase-fiat", at(answer, "data", "rates"), now);
    },
  };
}

function openRates(host: string): RateSource {
  return {
    name: "open-rates",
    kind: "fiat",
    async read({ fetchText }) {
      const answer: unknown = JSON.parse(await fetchText(`${host}/v6/latest/USD`));
      const seconds = Number(at(answer, "time_last_update_unix"));
      if (at(answer, "result") !== "success" || !Number.isFinite(seconds)) return [];
      return wideQuotes("open-rates", at(answer, "rates"), new Date(seconds * 1000));
    },
  };
}

function wideQuotes(source: string, rates: unknown, when: Date): Quote[] {
  if (typeof rates !== "object" || rates === null) return [];
  return Object.entries(rates).flatMap(([code, value]) => {
    const price = /^[A-Z]{3}$/.test(code) ? priceOf(value) : undefined;
    return price ? [{ source, base: "USD", quote: code, price: decimal(decimalText(price)), at: when }] : [];
  });
}

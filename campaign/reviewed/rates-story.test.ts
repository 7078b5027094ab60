// Guards: what becomes of the answers of the sources, young and old, agreeing and not, and what the recording plays when.
// Surveys: ^server/money/rates/|^server/migrations/0021-
import { test } from "node:test";
import { decimal, decimalText } from "#contract/decimal.ts";
import type { CryptoCode } from "#contract/money.ts";
import * as calls from "#contract/rates.ts";
import {
  getTradableRate,
  recordRateUses,
  refreshLiveRates,
  unitsWorth,
  usdCentsNow,
} from "../../server/money/rates/index.ts";
import { combineQuotes, type Quote } from "../../server/money/rates/rate.ts";
import { recordedDays, recordedRatesAt } from "../../server/money/rates/recorded.ts";
import { liveSources } from "../../server/money/rates/sources.ts";
import { testApp, testLog } from "../../server/testing/index.ts";
import { holds } from "./holds.ts";
import { openTape } from "./tape.ts";

const app = await testApp();
const tape = await openTape(app);
const { act } = tape;
/** What follows the tape. */
const lines: string[] = [];
const visitor = app.client();
const DAY_MS = 86_400_000;

type Says = Record<"kraken" | "coinbase" | "bitstamp" | "binance" | "ecb" | "fiat" | "open", unknown>;
const AGREED: Says = {
  kraken: { result: { XXBTZUSD: { c: ["60000.1"] }, XETHZUSD: { c: ["2500.5"] }, USDTZUSD: { c: ["1.0001"] } } },
  coinbase: { BTC: "60010.25", ETH: 2501, USDT: "1" },
  bitstamp: { btc: "60005", eth: "2499", usdt: "0.9999", agoSec: 10 },
  binance: [
    { symbol: "ETHUSDT", price: "2500.00000000" },
    { symbol: "BTCUSDT", price: "59990.5" },
  ],
  ecb: { agoDays: 1, rates: { USD: "1.16", JPY: "175.4" } },
  fiat: { EUR: "0.86", JPY: "151.2", btc: "5", EURO: "5", XAU: "0" },
  open: { result: "success", agoSec: 3600, rates: { EUR: 0.862, JPY: 151, USD: 1 } },
};
const asked: string[] = [];

/** Answers as the providers do, or not at all where nothing is said. */
function speaker(says: Partial<Says>) {
  return async (url: string): Promise<string> => {
    asked.push(url);
    const { hostname, pathname, searchParams } = new URL(url);
    const coin = searchParams.get("currency") ?? "";
    const said = says[sourceOf(hostname, coin)] as (Record<string, unknown> & { agoSec: number }) | undefined;
    if (said === undefined) throw new Error("no answer");
    const { rows } = await app.owner.query<{ now: Date }>("select market_now() as now");
    const now = Math.floor((rows[0]?.now.getTime() ?? 0) / 1000);
    if (hostname === "api.coinbase.com" && coin !== "USD")
      return JSON.stringify({ data: { rates: { USD: said[coin] } } });
    if (hostname === "api.coinbase.com") return JSON.stringify({ data: { rates: said } });
    if (hostname === "www.bitstamp.net")
      return JSON.stringify({
        last: said[/ticker\/(\w+)usd/.exec(pathname)?.[1] ?? ""],
        timestamp: `${now - said.agoSec}`,
      });
    if (hostname === "www.ecb.europa.eu") return ecbPage(said as never, now);
    if (hostname === "open.er-api.com") return JSON.stringify({ ...said, time_last_update_unix: now - said.agoSec });
    return JSON.stringify(said);
  };
}

function sourceOf(hostname: string, coin: string): keyof Says {
  if (hostname.includes("coinbase")) return coin === "USD" ? "fiat" : "coinbase";
  const name = (["kraken", "bitstamp", "binance", "ecb"] as const).find((one) => hostname.includes(one));
  return name ?? "open";
}

function ecbPage({ agoDays, rates }: { agoDays: number; rates: Record<string, string> }, now: number): string {
  const day = new Date((now - agoDays * 86_400) * 1000).toISOString().slice(0, 10);
  const cubes = Object.entries(rates).map(([code, rate]) => `<Cube currency='${code}' rate='${rate}'/>`);
  return `<Cube><Cube time="${day}">${cubes.join("")}</Cube></Cube>`;
}

/** A tick on what the sources say; the answer is how many rows were written. */
const tick = (name: string, says: Partial<Says>) =>
  act(name, async () => ({
    status: 200,
    body: await refreshLiveRates(app.db, { log: testLog, sources: liveSources(), ask: speaker(says) }),
  }));
const without = (...names: (keyof Says)[]): Partial<Says> =>
  Object.fromEntries(Object.entries(AGREED).filter(([name]) => !names.includes(name as keyof Says)));
const tradable = (crypto: CryptoCode, fiat: string) =>
  act(`who trades ${crypto} for ${fiat}`, async () => ({
    status: 200,
    body: await app.db
      .tx((tx) => getTradableRate(tx, crypto, fiat))
      .then(
        ({ rate, state }) => `${decimalText(rate)} ${state}`,
        (error: { code: string }) => error.code,
      ),
  }));

test("what the sources say becomes these rates", async () => {
  await tradable("BTC", "USD");
  await tick("nobody answers", {});
  await tick("all agree", AGREED);
  await act("each was asked this", async () => ({ status: 200, body: [...new Set(asked)].sort() }));
  await act("rates in yen", () => visitor.call(calls.listCryptoFiatRates, { query: { currency: "JPY" } }));
  await tick("a little later nothing else is kept of the day", {
    ...AGREED,
    bitstamp: { btc: "60105", eth: "2497", usdt: "1.0009", agoSec: 179 },
  });
  await tick("bitstamp's is exactly too old", {
    ...AGREED,
    bitstamp: { btc: "1", eth: "1", usdt: "1", agoSec: 180.5 },
  });
  await tick("coinbase and bitstamp are silent", without("coinbase", "bitstamp"));
  await tradable("USDT", "USD");
  await tick("the wide lists are silent", without("fiat", "open"));
  await tick("the bank is silent", without("ecb"));
  await tick("the bank is five days old", {
    ...without("fiat", "open"),
    ecb: { agoDays: 5, rates: { USD: "1.2", JPY: "180" } },
  });
  await tick("the bank is six days old", {
    ...without("fiat", "open"),
    ecb: { agoDays: 6, rates: { USD: "1.3", JPY: "180" } },
  });
  await tick("kraken is far off", {
    ...AGREED,
    kraken: { result: { XXBTZUSD: { c: ["70000"] }, XETHZUSD: { c: [2501.5] } } },
  });
  await tick("nobody agrees about bitcoin", {
    ...AGREED,
    kraken: { result: { XXBTZUSD: { c: ["66000"] } } },
    coinbase: { BTC: "63000", ETH: "2500", USDT: "1" },
    binance: [{ symbol: "BTCUSDT", price: "57000" }],
  });
  await tradable("BTC", "USD");
  await tradable("ETH", "EUR");
  await tick("numbers are written strangely", {
    ...AGREED,
    coinbase: { BTC: "1e5", ETH: "-2500", USDT: "" },
    binance: { code: 5 },
    open: { result: "error", agoSec: 5, rates: { EUR: 9, JPY: 9 } },
    fiat: { EUR: 8.6e-1, JPY: 1.5e-7 },
  });
  await app.moveClock(180_000 - 24_000);
  await tradable("ETH", "USD");
  await app.moveClock(10_000);
  await tradable("ETH", "USD");
});

test("days are kept once, and a week of them makes a chart of our own", async () => {
  for (let day = 1; day <= 5; day++) {
    await app.moveClock(DAY_MS);
    await tick(`day ${day}`, AGREED);
  }
  const chart = (range: "week" | "day", crypto: CryptoCode = "BTC", currency?: string) =>
    act(`the ${range} of ${crypto} in ${currency ?? "dollars"}`, () =>
      visitor.call(calls.getRateChart, { query: { range, crypto, ...(currency ? { currency } : {}) } }),
    );
  await chart("day");
  await app.moveClock(DAY_MS);
  await tick("the seventh day", AGREED);
  await chart("day");
  await chart("week", "ETH", "EUR");
  await chart("week", "BTC", "GBP");
  await act("the euro", () => visitor.call(calls.getCurrency, { params: { code: "eur" } }));
  await act("the yen", () => visitor.call(calls.getCurrency, { params: { code: "JPY" }, query: { locale: "de" } }));
  for (const query of [
    {},
    { "with-popular": "1" },
    { "with-popular": "true", count: "true" },
    { count: "0" },
    { count: "1" },
  ] as const)
    await act(`currencies with ${JSON.stringify(query)}`, async () => {
      const { status, meta, data } = await visitor.call(calls.listCurrencies, { query });
      return { status, body: { meta, first: data[0], count: data.length } };
    });
  await act("the converter", async () => {
    const { status, data } = await visitor.call(calls.getConverterCurrencies, { query: { locale: "fr" } });
    const codes = data.popular.map(({ code }) => code);
    return {
      status,
      body: { fastSearch: data.fastSearch, codes, first: data.currencies[0], count: data.currencies.length },
    };
  });
  await act("what is worth what", async () => ({
    status: 200,
    body: await app.db.tx(async (tx) => {
      const rate = await getTradableRate(tx, "ETH", "USD");
      recordRateUses(tx, [
        { subject: "trade:a", rate },
        { subject: "trade:b", rate: { ...rate, state: "recorded" } },
      ]);
      recordRateUses(tx, [{ subject: "trade:a", rate: { ...rate, rate: decimal("5") } }]);
      return [await usdCentsNow(tx, "ETH", 1n), await usdCentsNow(tx, "BTC", 12_345n), unitsWorth(1n, "ETH", rate)].map(
        String,
      );
    }),
  }));
});

test("the job asks the sources where rates are live, and plays the recording where not", async () => {
  const { fetch } = globalThis;
  const asked: string[] = [];
  const job = (name: string, liveRates: boolean) =>
    act(name, async () => {
      Object.assign(app.config, { liveRates });
      await app.runJob("refresh-rates");
      return { status: 200, body: asked.length };
    });
  globalThis.fetch = async (url) => {
    asked.push(String(url));
    return new Response("", { status: 503 });
  };
  try {
    await app.moveClock(DAY_MS);
    await job("rates are live, and nobody answers", true);
    await job("rates are recorded", false);
  } finally {
    globalThis.fetch = fetch;
  }
});

test("quotes are combined as they are, at each bound", () => {
  const now = new Date("2026-11-01T12:00:00Z");
  const quote = (price: string, agoMs = 0): Quote => ({
    source: "a",
    base: "BTC",
    quote: "USD",
    price: decimal(price),
    at: new Date(now.getTime() - agoMs),
  });
  const sets: (readonly Quote[])[] = [
    [],
    [quote("100")],
    [quote("100"), quote("101")],
    [quote("98"), quote("100"), quote("102")],
    [quote("97.99"), quote("100"), quote("102.01")],
    [quote("100"), quote("100.03"), quote("110"), quote("120")],
    [quote("100"), quote("100"), quote("110"), quote("110")],
    [quote("100", 60_000), quote("100.5", 59_999), quote("101", 60_001)],
    [quote("100", 5), quote("150", 7)],
    [quote("0"), quote("100"), quote("100.1")],
  ];
  lines.push("# quotes combined");
  for (const set of sets)
    for (const atLeast of [1, 2]) {
      const made = combineQuotes(set, { now, maxAgeMs: 60_000, toleranceBp: 200, atLeast });
      const ages = set.map(({ price, at }) => `${decimalText(price)}@${now.getTime() - at.getTime()}`).join(" ");
      const said =
        made && `${decimalText(made.price)} of ${made.asOf.toISOString()} ${made.isDivergent ? "divergent" : "agreed"}`;
      lines.push(`  ${ages || "none"} of ${atLeast}: ${said ?? "nothing"}`);
    }
});

test("the recording plays these rates", () => {
  const day = (days: number, ms = 0) => new Date(Date.parse("2026-10-01T00:00:00Z") + days * DAY_MS + ms);
  const turns = [...Array(104).keys()]
    .filter((days) => days % 13 === 0 || days > 95)
    .map((days) => day(days, 43_200_000));
  const close = [-1, 0, 1, 599_999, 600_000, 600_001, 3_600_000].map((ms) => day(0, ms));
  lines.push("# the recording");
  for (const at of [...turns, ...close]) {
    const shown = recordedRatesAt(at)
      .filter(({ crypto, fiat }) => ["BTC/USD", "ETH/EUR", "USDT/NGN", "BTC/JPY"].includes(`${crypto}/${fiat}`))
      .map(({ crypto, fiat, rate }) => `${crypto}/${fiat} ${decimalText(rate)}`);
    lines.push(`  ${at.toISOString()} ${shown.join(" ")}`);
  }
  for (const days of [0, 1, 6]) {
    const shown = recordedDays({ crypto: "ETH", fiat: "GBP", days, at: day(0) }).map(
      ({ date, rate }) => `${date} ${decimalText(rate)}`,
    );
    lines.push(`  ${days} days of ether in pounds: ${shown.join(" ")}`);
  }
  holds("rates-story", [...tape.lines, ...lines]);
});

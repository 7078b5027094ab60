// Guards: a rate has its age; no trade starts with an old or doubtful rate; the used rate is stored.
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { decimalText } from "#contract/platform/decimal.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { fetchText } from "../../platform/outside/fetch-text.ts";
import { changeSetting, presetSettings } from "../../reference/settings/index.ts";
import { testDb, testLog } from "../../testing/database.ts";
import { fiatPerUsd, getTradableRate, rateOf } from "./rate-of.ts";
import { playRecordedRates } from "./play-recorded-rates.ts";
import { recordRateUses } from "./record-rate-uses.ts";
import { refreshLiveRates } from "./refresh-live-rates.ts";
import { liveSources } from "./sources.ts";

const { db, dbs, moveClock } = await testDb();
/** As in a demo market, where recorded rates are good enough; null as in a real one. */
const play = (isPlay: true | null) => db.tx((tx) => presetSettings(tx, { "accounts.play_money": isPlay }));
await play(true);

/** One server that answers as the providers do; `prices` is what the exchanges say of bitcoin. */
const prices = { kraken: "60000.1", coinbase: "60010.25", bitstamp: "60005", binance: "59990.5" };
const down = new Set<string>();
/** What a provider says instead of the truth. */
const lies = new Map<string, string>();
let outside: Server;
let hosts: Parameters<typeof liveSources>[0];

function answerOf(path: string): string | undefined {
  const [, provider = "", ...rest] = path.split("/");
  if (down.has(provider)) return undefined;
  const lie = lies.get(provider);
  if (lie !== undefined) return lie;
  const asked = rest.join("/");
  const second = Math.floor(db.marketNow().getTime() / 1000);
  if (provider === "kraken")
    return JSON.stringify({
      error: [],
      result: {
        XXBTZUSD: { a: ["1", "1", "1"], c: [prices.kraken, "0.01"] },
        XETHZUSD: { c: ["2500.5", "1"] },
        USDTZUSD: { c: ["1.0001", "5"] },
      },
    });
  if (provider === "coinbase" && asked.endsWith("currency=USD"))
    return JSON.stringify({
      data: { currency: "USD", rates: { EUR: "0.86", NGN: "1480.5", JPY: "151.2", BTC: "0.00001" } },
    });
  if (provider === "coinbase") {
    const coin = asked.split("=").at(-1) ?? "";
    const usd = { BTC: prices.coinbase, ETH: "2501", USDT: "1" }[coin];
    return JSON.stringify({ data: { currency: coin, rates: { USD: usd, EUR: "1" } } });
  }
  if (provider === "bitstamp") {
    const last = asked.includes("btcusd") ? prices.bitstamp : asked.includes("ethusd") ? "2499" : "0.9999";
    return JSON.stringify({ last, timestamp: String(second), bid: last, ask: last });
  }
  if (provider === "binance")
    return JSON.stringify([
      { symbol: "BTCUSDT", price: prices.binance },
      { symbol: "ETHUSDT", price: "2500.00000000" },
    ]);
  const day = new Date(second * 1000).toISOString().slice(0, 10);
  if (provider === "ecb")
    return `<?xml version="1.0"?><gesmes:Envelope><Cube><Cube time='${day}'><Cube currency='USD' rate='1.16'/><Cube currency='JPY' rate='175.4'/></Cube></Cube></gesmes:Envelope>`;
  return JSON.stringify({
    result: "success",
    time_last_update_unix: second - 3600,
    rates: { USD: 1, EUR: 0.862, NGN: 1482, JPY: 151 },
  });
}

before(async () => {
  outside = createServer((request, response) => {
    const answer = answerOf(request.url ?? "");
    response.statusCode = answer === undefined ? 503 : 200;
    response.end(answer ?? "down");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => outside.once("listening", resolve));
  const host = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  const at = (name: string) => `${host}/${name}`;
  hosts = {
    kraken: at("kraken"),
    coinbase: at("coinbase"),
    bitstamp: at("bitstamp"),
    binance: at("binance"),
    ecb: at("ecb"),
    openRates: at("open"),
  };
});
after(() => new Promise<void>((resolve) => void outside.close(() => resolve())));

const live = () => refreshLiveRates(db, { log: testLog, sources: liveSources(hosts), ask: fetchText });
const refusalOf = (crypto: "BTC" | "USDT", fiat: string) =>
  db
    .tx((tx) => getTradableRate(tx, crypto, fiat))
    .then(
      () => "none",
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    );

test("before the first rate there is none to trade on", async () => {
  assert.equal(await refusalOf("BTC", "USD"), "rates.unknown");
});

test("recorded rates are tradable and marked as recorded, until nobody plays them any more", async () => {
  await db.tx(playRecordedRates);
  const rate = await db.tx((tx) => getTradableRate(tx, "BTC", "NGN"));
  assert.equal(rate.state, "recorded");
  await moveClock(181_000);
  assert.equal((await db.tx((tx) => rateOf(tx, "BTC", "NGN")))?.state, "stale");
  assert.equal(await refusalOf("BTC", "NGN"), "rates.stale");
  await db.tx(playRecordedRates);
  assert.equal(await refusalOf("BTC", "NGN"), "none");
  await moveClock(-181_000);
});

test("live sources make one rate by the middle, and a currency that only the wide lists know has one too", async () => {
  await live();
  const dollar = await db.tx((tx) => getTradableRate(tx, "BTC", "USD"));
  assert.equal(dollar.state, "fresh");
  assert.equal(decimalText(dollar.rate), "60002.55");
  const naira = await db.tx((tx) => getTradableRate(tx, "BTC", "NGN"));
  assert.ok(Math.abs(Number(decimalText(naira.rate)) - 60002.55 * 1481.25) < 10);
  const perUsd = await db.tx((tx) => fiatPerUsd(tx, ["EUR"]));
  assert.match(decimalText(perUsd.get("EUR") ?? { units: 0n, digits: 0 }), /^0\.86/);
});

test("an exchange that lies and one that is down do not stop the market", async () => {
  prices.kraken = "90000";
  down.add("binance");
  await live();
  const rate = await db.tx((tx) => getTradableRate(tx, "BTC", "USD"));
  assert.equal(decimalText(rate.rate), "60007.625");
  prices.kraken = "60000.1";
  down.clear();
});

test("an exchange that answers nonsense counts as one that is silent, whatever the nonsense is", async () => {
  await live();
  const honest = decimalText((await db.tx((tx) => getTradableRate(tx, "BTC", "USD"))).rate);
  const price = (text: string) => ({
    kraken: `{"error":[],"result":{"XXBTZUSD":{"c":[${text},"1"]}}}`,
    coinbase: `{"data":{"currency":"BTC","rates":{"USD":${text}}}}`,
    bitstamp: `{"last":${text},"timestamp":"1"}`,
    binance: `[{"symbol":"BTCUSDT","price":${text}}]`,
  });
  const wrong = ['"0"', '"-60000"', '"NaN"', '"1e400"', '"60.000,00"', "null", "true", '["60000"]', '""', '"Infinity"'];
  for (const provider of ["kraken", "coinbase", "bitstamp", "binance"] as const) {
    const whole = [
      "",
      "{}",
      "[]",
      "null",
      "<html>Maintenance</html>",
      '{"error":["EService:Unavailable"]}',
      "{".repeat(500),
    ];
    for (const lie of [...whole, ...wrong.map((text) => price(text)[provider])]) {
      lies.set(provider, lie);
      await live();
      const rate = await db.tx((tx) => getTradableRate(tx, "BTC", "USD"));
      const off = Math.abs(Number(decimalText(rate.rate)) / Number(honest) - 1);
      assert.ok(off < 0.001, `${provider} ${lie}: ${decimalText(rate.rate)}`);
    }
    lies.clear();
  }
  for (const lie of [
    "",
    "<Cube",
    "<?xml version='1.0'?><Cube><Cube time='2020-01-01'><Cube currency='USD' rate='9'/></Cube></Cube>",
  ]) {
    lies.set("ecb", lie);
    await live();
    const euro = await db.tx((tx) => fiatPerUsd(tx, ["EUR"]));
    assert.match(decimalText(euro.get("EUR") ?? { units: 0n, digits: 0 }), /^0\.86/, lie);
  }
  lies.clear();
});

test("sources that disagree without a majority stop new trades", async () => {
  prices.kraken = "66000";
  prices.coinbase = "63000";
  prices.bitstamp = "60000";
  prices.binance = "57000";
  await live();
  assert.equal(await refusalOf("BTC", "USD"), "rates.divergent");
  assert.equal(await refusalOf("USDT", "USD"), "none");
  Object.assign(prices, { kraken: "60000.1", coinbase: "60010.25", bitstamp: "60005", binance: "59990.5" });
});

test("when every source is silent the rate keeps its value and grows old", async () => {
  await live();
  for (const name of ["kraken", "coinbase", "bitstamp", "binance", "ecb", "open"]) down.add(name);
  assert.equal(await live(), 0);
  assert.equal(await refusalOf("BTC", "USD"), "none");
  await moveClock(200_000);
  assert.equal(await refusalOf("BTC", "USD"), "rates.stale");
  down.clear();
});

test("a recording is no rate to decide by where the money is real, whatever asks for it", async () => {
  await db.tx(playRecordedRates);
  await play(null);
  assert.equal(await refusalOf("BTC", "USD"), "rates.stale");
  assert.equal((await db.read((tx) => rateOf(tx, "BTC", "USD")))?.state, "stale");
  await live();
  assert.equal(await refusalOf("BTC", "USD"), "none");
  await db.tx(playRecordedRates);
  assert.equal(await refusalOf("BTC", "USD"), "rates.stale");
  await play(true);
  assert.equal(await refusalOf("BTC", "USD"), "none");
});

test("staff may change the age limit, and it counts from the next tick", async () => {
  await db.tx((tx) => changeSetting(tx, { name: "rates.max_age_sec", value: 30, changedBy: null }));
  await db.tx(playRecordedRates);
  await moveClock(31_000);
  assert.equal(await refusalOf("BTC", "USD"), "rates.stale");
  await assert.rejects(
    db.tx((tx) => changeSetting(tx, { name: "rates.max_age_sec", value: "soon", changedBy: null })),
    (error) => error instanceof Refusal && error.code === "settings.value",
  );
});

test("the rate that a trade used is kept once, and cannot be changed", async () => {
  await db.tx(playRecordedRates);
  const rate = await db.tx((tx) => getTradableRate(tx, "BTC", "USD"));
  await db.tx(async (tx) => recordRateUses(tx, [{ subject: "trade:a", rate }]));
  await db.tx(async (tx) =>
    recordRateUses(tx, [{ subject: "trade:a", rate: { ...rate, rate: { units: 1n, digits: 0 } } }]),
  );
  const uses = await db.read((tx) => tx.rows<{ rate: string }>`select rate from rate_uses where subject = 'trade:a'`);
  assert.deepEqual(uses, [{ rate: decimalText(rate.rate) }]);
  for (const login of Object.values(dbs))
    await assert.rejects(
      login.tx((tx) => tx.rows`update rate_uses set rate = 1`),
      { code: "42501" },
    );
});

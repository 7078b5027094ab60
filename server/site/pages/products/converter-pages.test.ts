// Guards: the converter opens for the pairs there are and no others, with the best prices first; the table finds and orders currencies.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeApp } from "../../../app.ts";
import type { ConverterProps, CurrenciesProps } from "#contract/site/pages.ts";
import { aMarket, testApp } from "../../../testing/index.ts";
import { readPlainPage, writePlainWeb } from "../../../testing/plain-web.ts";

const world = await testApp();
const folder = mkdtempSync(join(tmpdir(), "parley-converter-"));
const app = await makeApp({ ...world.ports, distDir: writePlainWeb(folder) });
after(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open<Props>(url: string): Promise<{ status: number; to: unknown; props: Props }> {
  const answer = await app.fastify.inject({ url });
  const isPage = answer.statusCode === 200;
  return {
    status: answer.statusCode,
    to: answer.headers.location,
    props: isPage ? readPlainPage(answer.body).props : {},
  };
}

test("a pair that is there has its price and its offers, the best price first", async () => {
  for (const margin of ["5", "1"]) await aMarket(world, { margin });
  const { status, props } = await open<ConverterProps>("/calculator/btc-to-usd");
  assert.equal(status, 200);
  assert.deepEqual([props.crypto, props.fiat, props.isCurrencyChanged], ["BTC", "USD", false]);
  assert.ok(Number(props.rate?.price) > 0);
  const prices = props.buy.map((offer) => Number(offer.fiatPricePerCrypto));
  assert.ok(prices.length >= 2);
  assert.deepEqual(
    prices,
    [...prices].sort((a, b) => a - b),
  );
  assert.equal((await open<ConverterProps>("/calculator/btc-to-usd?currencyChanged=1")).props.isCurrencyChanged, true);
});

test("the chart of each range ends today with the price of the page, and the table's as well", async () => {
  for (const range of ["day", "week", "month", "year"]) {
    const { chart, rate } = (await open<ConverterProps>(`/calculator/btc-to-eur?range=${range}`)).props;
    const today = world.db.marketNow().toISOString().slice(0, 10);
    assert.deepEqual(chart.points.at(-1), { date: today, rate: rate?.price }, range);
    assert.equal(new Set(chart.points.map(({ date }) => date)).size, chart.points.length, range);
    assert.ok(chart.points.length > 1, range);
  }
  const { lines } = (await open<CurrenciesProps>("/currencies?q=eur")).props;
  assert.equal(lines[0]?.days.at(-1)?.rate, lines[0]?.perBtc);
});

test("what is no pair is not there, and no pair leads to bitcoin in dollars", async () => {
  for (const path of ["btc-to-zzz", "doge-to-usd", "usd", "BTC-to-USD"])
    assert.equal((await open(`/calculator/${path}`)).status, 404, path);
  const { status, to } = await open("/calculator");
  assert.deepEqual([status, to], [303, "/calculator/btc-to-usd"]);
});

test("the table finds a currency by name or code, and is in the order that was asked for", async () => {
  const codes = async (query: string) =>
    (await open<CurrenciesProps>(`/currencies?${query}`)).props.lines.map(({ code }) => code);
  assert.deepEqual(await codes("q=naira"), ["NGN"]);
  assert.deepEqual(await codes("q=kes"), ["KES"]);
  assert.deepEqual(await codes("q=nothing"), []);
  const { lines } = (await open<CurrenciesProps>("/currencies?sort=rate")).props;
  assert.ok(lines.length > 100);
  const rates = lines.map(({ perUsd }) => Number(perUsd));
  assert.deepEqual(
    rates,
    [...rates].sort((a, b) => b - a),
  );
  assert.equal(lines.find(({ code }) => code === "USD")?.perUsd, "1");
  assert.ok(lines.every(({ days }) => days.length > 0));
});

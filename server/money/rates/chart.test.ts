// Guards: each range of a chart reaches back as far as its name says, days without data are missing and never interpolated.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decimal } from "#contract/platform/decimal.ts";
import { getRateChart } from "#contract/money/rates.ts";
import { testApp } from "../../testing/index.ts";
import { recordedDays } from "./recorded.ts";

const app = await testApp();
const visitor = app.client();
const DAY_MS = 86_400_000;

const RANGES = [
  ["day", 1],
  ["24h", 1],
  ["week", 7],
  ["7d", 7],
  ["month", 31],
  ["1m", 31],
  ["year", 365],
] as const;

type Range = (typeof RANGES)[number][0];

async function chartOf(range: Range | undefined, currency = "EUR") {
  const { status, data, code } = await visitor.call(getRateChart, { query: { ...(range ? { range } : {}), currency } });
  assert.equal(status, 200, code);
  return data;
}

const dayBefore = (days: number) => new Date(app.db.marketNow().getTime() - days * DAY_MS).toISOString().slice(0, 10);

/** Keeps a price for each of these days before today, as the market does while it runs on live rates. */
async function keepDays(fiat: string, daysAgo: readonly number[]): Promise<void> {
  for (const days of daysAgo)
    await app.owner.query("insert into rate_days values ('BTC', $1, $2, $3)", [fiat, dayBefore(days), 50_000 + days]);
}

test("each range reaches back as many days as its name says, and both spellings are one", async () => {
  await keepDays(
    "EUR",
    Array.from({ length: 400 }, (_, days) => days),
  );
  for (const [range, days] of RANGES) {
    const { chart, source } = await chartOf(range);
    assert.equal(source, "live");
    assert.equal(chart.length, days + 1, range);
    assert.equal(chart[0]?.date, dayBefore(days), range);
    assert.deepEqual(chart.at(-1), { date: dayBefore(0), rate: "50000" }, range);
  }
  assert.deepEqual((await chartOf(undefined)).chart, (await chartOf("month")).chart, "without a range it is a month");
});

test("the ranges of a recording end yesterday", async () => {
  for (const [range, days] of RANGES) {
    const { chart, source } = await chartOf(range, "GBP");
    assert.equal(source, "recorded");
    const [first, last] = [chart[0]?.date ?? "", chart.at(-1)?.date ?? ""];
    assert.equal(last, dayBefore(1));
    const reach = (Date.parse(last) - Date.parse(first)) / DAY_MS;
    assert.ok(reach <= days && reach > days - 15, `${range} reaches back ${reach} days`);
    assert.deepEqual(
      chart.map(({ rate }) => decimal(rate)),
      recordedDays({ crypto: "BTC", fiat: "GBP", days, at: app.db.marketNow() }).map(({ rate }) => rate),
    );
  }
});

test("days that nobody kept are missing from the chart", async () => {
  await keepDays("CHF", [20, 19, 12, 11, 10, 5, 4, 0]);
  const month = await chartOf("month", "CHF");
  assert.deepEqual(
    month.chart.map(({ date }) => date),
    [20, 19, 12, 11, 10, 5, 4, 0].map(dayBefore),
  );
  assert.equal((await chartOf("week", "CHF")).chart.length, 3);
});

test("a range in which nothing was kept is empty, and is not filled from a recording", async () => {
  await keepDays("SEK", [60, 59, 58, 57, 56, 55, 54]);
  for (const range of ["day", "24h", "week", "7d", "month", "1m"] as const) {
    const { source, chart } = await chartOf(range, "SEK");
    assert.deepEqual({ source, chart }, { source: "live", chart: [] }, range);
  }
  assert.equal((await chartOf("year", "SEK")).chart.length, 7);
});

test("a range that does not exist is refused, and the answer names the field", async () => {
  for (const range of ["fortnight", "", "MONTH", "30d"]) {
    const { status, code, body } = await visitor.call(getRateChart, { query: { range: range as "day" } });
    assert.deepEqual([status, code], [422, "ERROR_INPUT_VALIDATION"], range);
    assert.match(JSON.stringify(body), /range/);
  }
});

// Guards: the played rates are the same for every process, move without jumps, and stay near the recording.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decimalText, times, compareDecimals, decimal } from "#contract/platform/decimal.ts";
import { FIATS } from "../../reference/catalog/index.ts";
import { RECORDED_FIATS, recordedDays, recordedRatesAt } from "./recorded.ts";

const at = new Date("2026-11-21T12:34:56.789Z");

function bitcoin(when: Date) {
  const rate = recordedRatesAt(when).find(({ crypto, fiat }) => crypto === "BTC" && fiat === "USD");
  assert.ok(rate);
  return rate.rate;
}

test("every currency of the catalog has a recorded rate for every coin", () => {
  assert.deepEqual([...RECORDED_FIATS].sort(), FIATS.map(({ code }) => code).sort());
  const rates = recordedRatesAt(at);
  assert.equal(rates.length, FIATS.length * 3);
  for (const { rate } of rates) assert.ok(rate.units > 0n);
});

test("the same instant gives the same rates", () => {
  assert.deepEqual(recordedRatesAt(at), recordedRatesAt(new Date(at)));
});

test("a minute moves bitcoin by less than a tenth of a percent, whenever one looks", () => {
  for (let index = 0; index < 300; index++) {
    const from = new Date(at.getTime() + index * 5_000_011_000);
    const price = bitcoin(from);
    const next = bitcoin(new Date(from.getTime() + 60_000));
    assert.ok(compareDecimals(next, times(price, decimal("0.999"))) > 0, `${from.toISOString()} ${decimalText(price)}`);
    assert.ok(compareDecimals(next, times(price, decimal("1.001"))) < 0, `${from.toISOString()} ${decimalText(price)}`);
  }
});

test("within an hour the price moves", () => {
  assert.notDeepEqual(bitcoin(at), bitcoin(new Date(at.getTime() + 3_600_000)));
});

test("the chart ends yesterday, with every day of the last weeks once, and leads to the rate of today", () => {
  for (let passed = 0; passed < 210; passed += 7) {
    const now = new Date(Date.UTC(2026, 10, 27 + passed, 0, 30));
    const chart = recordedDays({ crypto: "BTC", fiat: "USD", days: 4000, at: now });
    const dates = chart.map(({ date }) => date);
    assert.equal(dates.at(-1), new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10));
    assert.deepEqual(dates, [...new Set(dates)].sort(), "a day twice, or out of order");
    assert.ok(chart.length > 40);
    // What was played at the beginning of a day is what the chart shows of it, but for the movement within the day.
    for (const { date, rate } of chart.slice(-3)) {
      const then = bitcoin(new Date(date));
      assert.ok(compareDecimals(then, times(rate, decimal("0.998"))) > 0, date);
      assert.ok(compareDecimals(then, times(rate, decimal("1.002"))) < 0, date);
    }
  }
});

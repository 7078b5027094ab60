// Guards: a chart is one line through all days, each at the place of its date, between round prices and evenly spaced dates.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dateMarks, priceAxis } from "./chart-axis.ts";
import { changeOf, chartLines } from "./chart-lines.ts";

const SIZE = { width: 100, height: 48 };
const day = (date: string, rate = "10") => ({ date, rate });

test("days are one line, over the end of a month and over days without a price as well", () => {
  const drawn = chartLines([day("2026-09-29"), day("2026-09-30", "20"), day("2026-10-01", "15")], SIZE);
  assert.deepEqual(drawn, { line: "M0.0,44.0L50.0,4.0L100.0,24.0", dot: "", isUp: true });
  const missing = chartLines([day("2026-09-01"), day("2026-09-02"), day("2026-09-11")], SIZE);
  assert.equal(missing?.line, "M0.0,24.0L10.0,24.0L100.0,24.0");
});

test("one day is a dot in the middle, and no day is no chart", () => {
  assert.deepEqual(chartLines([day("2026-09-01")], SIZE), { line: "", dot: "M50.0,24.0h0", isUp: true });
  assert.equal(chartLines([], SIZE), null);
});

test("the prices at the edges are round, and all days lie between them", () => {
  const axis = priceAxis([day("2026-09-01", "61234.5"), day("2026-09-02", "63871"), day("2026-09-03", "62000")]);
  assert.deepEqual(axis.marks, [64000, 63000, 62000, 61000]);
  assert.deepEqual([axis.low, axis.high, axis.digits], [61000, 64000, 0]);
  const small = priceAxis([day("2026-09-01", "0.991"), day("2026-09-02", "1.004")]);
  assert.ok(small.low <= 0.991 && small.high >= 1.004 && small.digits > 0, JSON.stringify(small));
  const still = priceAxis([day("2026-09-01", "1"), day("2026-09-02", "1")]);
  assert.ok(still.low <= 1 && still.high >= 1 && still.marks.length > 1, JSON.stringify(still));
});

test("dates of the axis are the first day, the last, and days between them", () => {
  assert.deepEqual(dateMarks([day("2026-09-01"), day("2026-09-04"), day("2026-10-01")], 4), [
    "2026-09-01",
    "2026-09-11",
    "2026-09-21",
    "2026-10-01",
  ]);
  assert.deepEqual(dateMarks([day("2026-09-01"), day("2026-09-02")], 4), ["2026-09-01", "2026-09-02"]);
});

test("the change is from the first day to the last, in percent", () => {
  const of = (...rates: string[]) => changeOf(rates.map((rate) => day("2026-09-01", rate)));
  assert.equal(of("100", "250", "103.26"), "3.3");
  assert.equal(of("100", "96"), "-4.0");
  assert.equal(of("100000", "99999"), "0.0");
  assert.equal(of("100"), null);
});

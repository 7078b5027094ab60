// Guards: a chart joins days that follow each other and nothing else, and a day is at the place of its date.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chartLines, hasGaps } from "./chart-lines.ts";

const SIZE = { width: 100, height: 48 };
const day = (date: string, rate = "10") => ({ date, rate });

test("days in a row are one line, over the end of a month as well", () => {
  const drawn = chartLines([day("2026-09-29"), day("2026-09-30", "20"), day("2026-10-01", "15")], SIZE);
  assert.deepEqual(drawn, { line: "M0.0,44.0L50.0,4.0L100.0,24.0", dots: "", isUp: true });
});

test("no line leads over days that are missing; a day alone is a dot at its date", () => {
  const drawn = chartLines([day("2026-09-01"), day("2026-09-02"), day("2026-09-07"), day("2026-09-11")], SIZE);
  assert.equal(drawn?.line, "M0.0,24.0L10.0,24.0");
  assert.equal(drawn.dots, "M60.0,24.0h0M100.0,24.0h0");
});

test("one day is a dot in the middle, and no day is no chart", () => {
  assert.deepEqual(chartLines([day("2026-09-01")], SIZE), { line: "", dots: "M50.0,24.0h0", isUp: true });
  assert.equal(chartLines([], SIZE), null);
});

test("days are missing when two neighbors of the list are not neighbors of the calendar", () => {
  assert.equal(hasGaps([day("2026-02-28"), day("2026-03-01")]), false);
  assert.equal(hasGaps([day("2026-02-27"), day("2026-03-01")]), true);
  assert.equal(hasGaps([]), false);
});

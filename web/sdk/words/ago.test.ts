// Guards: the texts of "last seen" and of durations, at each boundary between them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { agoText, durationText, seenLevel, seenText } from "./ago.ts";
import type { Translate, Values } from "./t.ts";

const t = ((key: string, values?: Values) => [key.replace("shell.", ""), values?.count].join(" ").trim()) as Translate;
const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

test("seen within half an hour is green, within three hours amber, later gray", () => {
  const levels = [0, 30 * MINUTE, 30 * MINUTE + 1, 3 * HOUR, 3 * HOUR + 1].map(seenLevel);
  assert.deepEqual(levels, ["success", "success", "warning", "warning", "default"]);
});

test("the words of a while change at the full minute, hour, day and week", () => {
  const cases: [number, string][] = [
    [-5 * SECOND, "seen.now"],
    [MINUTE - 1, "seen.now"],
    [MINUTE, "seen.minutes 1"],
    [2 * MINUTE - 1, "seen.minutes 1"],
    [HOUR - 1, "seen.minutes 59"],
    [HOUR, "seen.hours 1"],
    [DAY - 1, "seen.hours 23"],
    [DAY, "seen.days 1"],
    [7 * DAY - 1, "seen.days 6"],
    [7 * DAY, "seen.weeks 1"],
    [15 * DAY, "seen.weeks 2"],
    [700 * DAY, "seen.weeks 100"],
  ];
  assert.deepEqual(
    cases.map(([ageMs]) => agoText(t, ageMs)),
    cases.map(([, text]) => text),
  );
});

test("a user is online under a minute, and after twelve weeks as the server says it", () => {
  const ages = [0, MINUTE - 1, MINUTE, 84 * DAY - 1, 84 * DAY];
  assert.deepEqual(
    ages.map((ageMs) => seenText(t, ageMs)),
    ["seen.online", "seen.online", "seen.minutes 1", "seen.weeks 11", "seen.online"],
  );
});

test("a length of time is rounded in the unit that people would use", () => {
  const cases: [number, string][] = [
    [0, "duration.seconds 0"],
    [59.4, "duration.seconds 59"],
    [60, "duration.minutes 1"],
    [89, "duration.minutes 1"],
    [90, "duration.minutes 2"],
    [5399, "duration.minutes 90"],
    [5400, "duration.hours 2"],
    [2 * 86_400 - 1, "duration.hours 48"],
    [2 * 86_400, "duration.days 2"],
    [3.5 * 86_400, "duration.days 4"],
  ];
  assert.deepEqual(
    cases.map(([seconds]) => durationText(t, seconds)),
    cases.map(([, text]) => text),
  );
});

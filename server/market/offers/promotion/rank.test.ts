// Guards: what places an offer higher, and by how much; when an owner's hours are open, to the second.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DutyHours } from "#contract/market/offers/offer-fields.ts";
import { isTimezone } from "../../../people/accounts/index.ts";
import { availableInSec, dutyHoursFault } from "../switching/duty-hours.ts";
import { type RankFacts, rankOf } from "./rank.ts";

const NEW: RankFacts = {
  side: "sell",
  marginBp: 0,
  weightPartners: 0,
  weightPositive: 0,
  weightNegative: 0,
  releaseSec: null,
  isOnline: false,
  badge: "no_badge",
  tier: "no_badge",
  isPromoted: false,
};

test("each fact about an offer is worth what it is worth", () => {
  const cases: [Partial<RankFacts>, number][] = [
    [{}, 360],
    [{ weightPartners: 28 }, 362],
    [{ weightPartners: 1000 }, 400],
    [{ weightPartners: 3000 }, 440],
    [{ weightPartners: 4657 }, 460],
    [{ weightPartners: 5_000_000 }, 460],
    [{ weightPositive: 28 }, 361],
    [{ weightPositive: 1000 }, 380],
    [{ weightPositive: 97_000 }, 438],
    [{ weightNegative: 1000 }, 320],
    [{ weightNegative: 100 }, 355],
    [{ weightPositive: 5000, weightNegative: 5000 }, 329],
    [{ releaseSec: 0 }, 420],
    [{ releaseSec: 59 }, 420],
    [{ releaseSec: 60 }, 419],
    [{ releaseSec: 3599 }, 361],
    [{ releaseSec: 3600 }, 360],
    [{ releaseSec: 7200 }, 360],
    [{ isOnline: true }, 510],
    [{ marginBp: 100 }, 350],
    [{ marginBp: -100 }, 370],
    [{ marginBp: 2000 }, 160],
    [{ marginBp: 2100 }, 160],
    [{ marginBp: -200 }, 380],
    [{ marginBp: -1100 }, 380],
    [{ side: "buy", marginBp: 100 }, 370],
    [{ side: "buy", marginBp: -100 }, 350],
    [{ badge: "power_trader" }, 780],
    [{ badge: "expert_trader" }, 820],
    [{ badge: "operator" }, 400],
    [{ badge: "ambassador" }, 380],
    [{ badge: "vendor" }, 360],
    [{ badge: "operator", tier: "expert_trader" }, 820],
    [{ badge: "operator", tier: "no_badge" }, 400],
  ];
  for (const [changes, rank] of cases) assert.equal(rankOf({ ...NEW, ...changes }), rank, JSON.stringify(changes));
});

const hours = (day: number, start_time: string, end_time: string, active = true) => ({
  day,
  start_time,
  end_time,
  active,
});

test("the wait for an owner's hours is exact to the second, in their own time zone", () => {
  const monday: DutyHours = [hours(1, "09:30", "17:00")];
  const wait = (at: string, open: DutyHours = monday, timezone = "UTC") =>
    availableInSec(open, { timezone, now: new Date(at) });
  assert.equal(wait("2026-10-05T09:29:59Z"), 1);
  assert.equal(wait("2026-10-05T09:30:00Z"), 0);
  assert.equal(wait("2026-10-05T16:59:59Z"), 0);
  assert.equal(wait("2026-10-05T17:00:00Z"), 7 * 86_400 - 7.5 * 3600);
  assert.equal(wait("2026-10-04T09:30:00Z"), 86_400);
  assert.equal(wait("2026-10-05T00:00:00Z"), 9.5 * 3600);
  assert.equal(wait("2026-10-05T07:30:00Z", monday, "Europe/Berlin"), 0);
  assert.equal(wait("2026-10-05T07:29:59Z", monday, "Europe/Berlin"), 1);
  assert.equal(wait("2026-10-05T15:00:00Z", [...monday, hours(2, "00:00", "24:00")], "Europe/Berlin"), 7 * 3600);
  assert.equal(wait("2026-10-06T23:59:59Z", [...monday, hours(2, "00:00", "24:00")]), 0);
  assert.equal(wait("2026-10-07T00:00:00Z", [hours(7, "23:00", "24:00")]), 4 * 86_400 + 23 * 3600);
  assert.equal(wait("2026-10-07T00:00:00Z", [hours(3, "00:00", "01:00", false)]), 0, "hours that are off say nothing");
  assert.equal(wait("2026-10-07T12:00:00Z", []), 0);
});

test("hours go on past midnight, also from the last day of the week into the first", () => {
  const wait = (at: string, open: DutyHours) => availableInSec(open, { timezone: "UTC", now: new Date(at) });
  const nights = [hours(1, "22:00", "06:00"), hours(7, "22:00", "06:00")];
  assert.equal(wait("2026-10-05T21:59:59Z", nights), 1);
  assert.equal(wait("2026-10-05T22:00:00Z", nights), 0);
  assert.equal(wait("2026-10-06T05:59:59Z", nights), 0);
  assert.equal(wait("2026-10-06T06:00:00Z", nights), 5 * 86_400 + 16 * 3600);
  assert.equal(wait("2026-10-05T05:59:59Z", nights), 0, "Monday morning belongs to Sunday night");
  assert.equal(wait("2026-10-05T23:59:59Z", [hours(1, "18:00", "00:00")]), 0);
  const lunch = [hours(1, "08:00", "12:00"), hours(1, "14:00", "18:00")];
  assert.equal(wait("2026-10-05T11:59:59Z", lunch), 0);
  assert.equal(wait("2026-10-05T12:00:00Z", lunch), 2 * 3600);
  assert.equal(wait("2026-10-05T14:00:00Z", lunch), 0);
});

test("a wait over a change of the clocks is as long as it really is", () => {
  const wait = (at: string, open: DutyHours, timezone = "Europe/Berlin") =>
    availableInSec(open, { timezone, now: new Date(at) });
  const sunday = [hours(7, "09:00", "17:00")];
  assert.equal(wait("2026-03-28T20:00:00Z", sunday), 11 * 3600, "21:00 to 09:00 with an hour less");
  assert.equal(wait("2026-10-24T19:00:00Z", sunday), 13 * 3600, "21:00 to 09:00 with an hour more");
  assert.equal(wait("2026-03-29T00:30:00Z", [hours(7, "02:30", "04:00")]), 1800, "02:30 does not exist that day");
  assert.equal(wait("2026-10-24T23:30:00Z", [hours(7, "02:30", "04:00")]), 3600, "02:30 is twice; the first counts");
  const night = [hours(6, "22:00", "06:00")];
  assert.equal(wait("2026-03-29T03:59:59Z", night), 0);
  assert.equal(wait("2026-03-29T04:00:00Z", night), 6 * 86_400 + 16 * 3600);
  assert.equal(wait("2026-10-31T20:00:00Z", [hours(7, "09:00", "17:00")], "America/New_York"), 18 * 3600);
  assert.equal(wait("2026-10-03T15:00:00Z", [hours(7, "02:15", "05:00")], "Australia/Lord_Howe"), 1800);
});

test("hours have a length and do not overlap, and a day has two at most", () => {
  assert.equal(dutyHoursFault([]), false);
  assert.equal(dutyHoursFault([hours(1, "09:00", "09:01"), hours(2, "09:00", "24:00")]), false);
  assert.equal(dutyHoursFault([hours(1, "09:00", "09:00")]), true);
  assert.equal(dutyHoursFault([hours(1, "22:00", "06:00")]), false);
  assert.equal(dutyHoursFault([hours(1, "09:00", "10:00"), hours(1, "11:00", "12:00")]), false);
  assert.equal(dutyHoursFault([hours(1, "09:00", "10:00"), hours(1, "10:00", "12:00")]), false);
  assert.equal(dutyHoursFault([hours(1, "09:00", "11:00"), hours(1, "10:59", "12:00")]), true);
  assert.equal(dutyHoursFault([hours(1, "22:00", "06:00"), hours(2, "05:00", "09:00")]), true);
  assert.equal(dutyHoursFault([hours(7, "22:00", "06:00"), hours(1, "05:00", "09:00")]), true);
  assert.equal(dutyHoursFault([hours(7, "22:00", "06:00"), hours(1, "06:00", "09:00")]), false);
  assert.equal(dutyHoursFault([1, 3, 5].map((at) => hours(1, `0${at}:00`, `0${at + 1}:00`))), true);
});

test("a time zone is one that exists", () => {
  assert.equal(isTimezone("Europe/Berlin"), true);
  assert.equal(isTimezone("Mars/Olympus"), false);
  assert.equal(isTimezone(""), false);
});

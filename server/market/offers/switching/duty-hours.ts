/** When an owner is there: daily hours in their own time zone. Hours that end before they begin go on past midnight. Pure. */
import type { DutyHours } from "#contract/market/offers/offer-fields.ts";

const DAY_SEC = 86_400;
const WEEK_SEC = 7 * DAY_SEC;
const MOST_A_DAY = 2;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Seconds until the hours open; 0 when they are open, or when none are set. */
export function availableInSec(hours: DutyHours, { timezone, now }: { timezone: string; now: Date }): number {
  const open = spansOf(hours.filter(({ active }) => active));
  if (open.length === 0) return 0;
  const wallMs = wallClockMs(timezone, now);
  const at = secondOfWeek(wallMs);
  const waits = open.map(({ from, length }) => {
    const since = (at - from + WEEK_SEC) % WEEK_SEC;
    return since < length ? 0 : WEEK_SEC - since;
  });
  const wait = Math.min(...waits);
  if (wait === 0) return 0;
  // Clocks may change before then: the wait is between two instants, not between two readings of a clock.
  return Math.max(1, (instantOf(timezone, wallMs + wait * 1000) - Math.floor(now.getTime() / 1000) * 1000) / 1000);
}

/** Whether the hours are invalid: no length, a third interval in a day, or two at the same time. */
export function dutyHoursFault(hours: DutyHours): boolean {
  const countOf = (day: number) => hours.filter((one) => one.day === day).length;
  if (hours.some(({ day, start_time, end_time }) => start_time === end_time || countOf(day) > MOST_A_DAY)) return true;
  const spans = spansOf(hours);
  return spans.some((one, place) =>
    spans.some((other, at) => at !== place && (other.from - one.from + WEEK_SEC) % WEEK_SEC < one.length),
  );
}

/** In seconds since Monday midnight. */
function spansOf(hours: DutyHours): { from: number; length: number }[] {
  return hours.map(({ day, start_time, end_time }) => ({
    from: (day - 1) * DAY_SEC + secondOfDay(start_time),
    length: (secondOfDay(end_time) - secondOfDay(start_time) + DAY_SEC) % DAY_SEC || DAY_SEC,
  }));
}

function secondOfDay(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return hour * 3600 + minute * 60;
}

/** Seconds since Monday midnight. The first of January 1970 was a Thursday. */
function secondOfWeek(wallMs: number): number {
  return (Math.floor(wallMs / 1000) + 3 * DAY_SEC) % WEEK_SEC;
}

/** The date and time on a wall clock of that zone, to the second, written as if it were of UTC. */
function wallClockMs(timezone: string, at: Date): number {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone: timezone,
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
      hourCycle: "h23",
    });
    formats.set(timezone, format);
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

/** When the clock shows this: the first time where it does twice, and when it jumps where it never does. */
function instantOf(timezone: string, wallMs: number): number {
  const offsetAt = (ms: number) => wallClockMs(timezone, new Date(ms)) - ms;
  const before = offsetAt(wallMs - DAY_SEC * 1000);
  const after = offsetAt(wallMs + DAY_SEC * 1000);
  const first = wallMs - before;
  if (before === after || offsetAt(first) === before) return first;
  const second = wallMs - after;
  return offsetAt(second) === after ? second : jumpBetween(second, first, offsetAt);
}

/** The minute at which the offset changes. */
function jumpBetween(fromMs: number, toMs: number, offsetAt: (ms: number) => number): number {
  let [low, high] = [fromMs, toMs];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offsetAt(middle) === offsetAt(fromMs)) low = middle;
    else high = middle;
  }
  return high;
}

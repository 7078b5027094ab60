/** When an owner is there: daily hours in their own time zone. Pure. */

const DAY_SEC = 86_400;
const WEEK_SEC = 7 * DAY_SEC;

const formats = new Map<string, Intl.DateTimeFormat>();

export function isTimezoneName(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone.length > 0;
  } catch {
    // The constructor throws for a name that it does not know; that is the answer.
    return false;
  }
}

/** Seconds until the hours open; 0 when they are open, or when none are set. */
export function availableInSec(hours: DutyHours, { timezone, now }: { timezone: string; now: Date }): number {
  const open = hours.filter(({ active }) => active);
  if (open.length === 0) return 0;
  const at = secondOfWeek(timezone, now);
  const waits = open.map(({ day, start_time, end_time }) => {
    const from = (day - 1) * DAY_SEC + secondOfDay(start_time);
    const length = secondOfDay(end_time) - secondOfDay(start_time);
    const since = (at - from + WEEK_SEC) % WEEK_SEC;
    return since < length ? 0 : WEEK_SEC - since;
  });
  return Math.min(...waits);
}

/** What is wrong with the hours: a day twice, or closing not after opening. */
export function dutyHoursFault(hours: DutyHours): boolean {
  const days = new Set(hours.map(({ day }) => day));
  return (
    days.size < hours.length ||
    hours.some(({ start_time, end_time }) => secondOfDay(end_time) <= secondOfDay(start_time))
  );
}

function secondOfDay(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return hour * 3600 + minute * 60;
}

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Seconds since Monday midnight on a wall clock of that zone. */
function secondOfWeek(timezone: string, now: Date): number {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone: timezone,
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
    formats.set(timezone, format);
  }
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name) ?? 0);
  return (
    DAYS.indexOf(parts.get("weekday") ?? "Mon") * DAY_SEC + part("hour") * 3600 + part("minute") * 60 + part("second")
  );
}
import type { DutyHours } from "#contract/offer-fields.ts";

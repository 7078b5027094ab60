/** When a user was last seen, in words, with the thresholds of the server's lastSeenOf. */
import type { Translate } from "./t.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

export type SeenLevel = "success" | "warning" | "default";

/** success within 30 minutes, warning within 3 hours, otherwise default. */
export function seenLevel(ageMs: number): SeenLevel {
  if (ageMs <= 30 * MINUTE * 1000) return "success";
  return ageMs <= 3 * HOUR * 1000 ? "warning" : "default";
}

/** "Online" under a minute and, odd as it is, again from 12 weeks on: the server's own text says the same. */
export function seenText(t: Translate, ageMs: number): string {
  const sec = Math.max(0, Math.floor(ageMs / 1000));
  if (sec < MINUTE || sec >= 12 * WEEK) return t("shell.seen.online");
  return agoText(t, ageMs);
}

export function agoText(t: Translate, ageMs: number): string {
  const sec = Math.max(0, Math.floor(ageMs / 1000));
  if (sec < MINUTE) return t("shell.seen.now");
  if (sec < HOUR) return t("shell.seen.minutes", { count: Math.floor(sec / MINUTE) });
  if (sec < DAY) return t("shell.seen.hours", { count: Math.floor(sec / HOUR) });
  if (sec < WEEK) return t("shell.seen.days", { count: Math.floor(sec / DAY) });
  return t("shell.seen.weeks", { count: Math.floor(sec / WEEK) });
}

/** A length of time: "45 min", "3 h", "2 days". */
export function durationText(t: Translate, seconds: number): string {
  if (seconds < 60) return t("shell.duration.seconds", { count: Math.round(seconds) });
  if (seconds < 90 * MINUTE) return t("shell.duration.minutes", { count: Math.round(seconds / MINUTE) });
  if (seconds < 2 * DAY) return t("shell.duration.hours", { count: Math.round(seconds / HOUR) });
  return t("shell.duration.days", { count: Math.round(seconds / DAY) });
}

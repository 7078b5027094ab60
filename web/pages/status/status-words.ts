/** Times, shares and tones of the status page. */
import { type Locale, numeralLocale } from "#contract/platform/locales.ts";
import type { PartState } from "#contract/site/status-names.ts";
import type { Tone } from "#ui/badge.tsx";

export const STATE_TONES: Record<PartState, Tone> = {
  operational: "good",
  degraded: "warn",
  unknown: "neutral",
  partial: "warn",
  major: "bad",
};

/** In universal time: everybody reads the same page. */
export const instantText = (locale: Locale, at: string) =>
  new Intl.DateTimeFormat(numeralLocale(locale), { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(
    Date.parse(at),
  );

export const dayText = (locale: Locale, day: string) =>
  new Intl.DateTimeFormat(numeralLocale(locale), { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(day));

/** Without its year. */
export const shortDay = (locale: Locale, day: string) =>
  new Intl.DateTimeFormat(numeralLocale(locale), { day: "numeric", month: "short", timeZone: "UTC" }).format(
    Date.parse(day),
  );

export const percentText = (locale: Locale, bp: number) =>
  new Intl.NumberFormat(numeralLocale(locale), { style: "percent", maximumFractionDigits: 2 }).format(bp / 10_000);

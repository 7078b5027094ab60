/** A day of a chart in words: "Nov 3", or "Nov 2026" where years pass. */
import type { Locale } from "#contract/platform/page.ts";
import { numeralLocale } from "#contract/platform/locales.ts";

/** `date` is YYYY-MM-DD, of no time zone. */
export function dayText(locale: Locale, date: string, scale: "day" | "month" | "full" = "day"): string {
  const parts = {
    day: { day: "numeric", month: "short" },
    month: { month: "short", year: "numeric" },
    full: { day: "numeric", month: "short", year: "numeric" },
  } as const;
  return new Intl.DateTimeFormat(numeralLocale(locale), { ...parts[scale], timeZone: "UTC" }).format(Date.parse(date));
}

/** A moment as one text for server and browser: in UTC, which both know. */
import type { Locale } from "#contract/platform/page.ts";
import { numeralLocale } from "#contract/platform/locales.ts";

export function instantText(locale: Locale, instant: string): string {
  const format = new Intl.DateTimeFormat(numeralLocale(locale), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return `${format.format(Date.parse(instant))} UTC`;
}

/** A time as the statistics say it: in seconds, or in minutes from a minute on. */
import { numeralLocale } from "#contract/platform/locales.ts";
import type { PageSetting } from "#sdk/screen.ts";

export function secondsText(seconds: number, { t, locale }: PageSetting): string {
  if (seconds < 60) return t("statistics.seconds", { count: seconds });
  const minutes = new Intl.NumberFormat(numeralLocale(locale), { maximumFractionDigits: 1 });
  return t("statistics.minutes", { count: minutes.format(seconds / 60) });
}

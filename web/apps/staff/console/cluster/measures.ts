/** Lags and sizes in words. */
import { numeralLocale, type Locale } from "#contract/platform/locales.ts";
import { durationText } from "#sdk/words/ago.ts";
import type { Translate } from "#sdk/words/t.ts";
import { countText } from "#sdk/words/money.ts";

const LONG_MS = 10_000;

export function lagText(t: Translate, locale: Locale, ms: number): string {
  return ms < LONG_MS ? t("clusterstaff.ms", { count: countText(locale, ms) }) : durationText(t, ms / 1000);
}

const SIZES = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

export function bytesText(locale: Locale, bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log10(bytes) / 3));
  const unit = SIZES[step] ?? "byte";
  return new Intl.NumberFormat(numeralLocale(locale), { style: "unit", unit, maximumFractionDigits: 1 }).format(
    bytes / 1000 ** step,
  );
}

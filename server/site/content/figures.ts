/** Figures as a reader of a language sees them. */
import { type Locale, numeralLocale } from "#contract/platform/locales.ts";

/** The last word of a setting's name is its unit; an amount of each day ends with "usd_day". */
const TIMES = { sec: "second", minutes: "minute", hours: "hour", days: "day", months: "month", years: "year" } as const;

/** "30 minutes" of 30 and disputes.first_look_minutes. */
export function settingText(name: string, value: number, locale: Locale): string {
  const written = (options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(numeralLocale(locale), options).format(value);
  const unit = name.replace(/_day$/, "").split("_").at(-1) ?? "";
  if (unit in TIMES) {
    const timed = { style: "unit", unit: TIMES[unit as keyof typeof TIMES] } as const;
    // The long form has one character too many, and none has the space that our texts have after a number.
    if (locale === "zh-Hans") return written({ ...timed, unitDisplay: "short" }).replace(/\p{Script=Han}/u, " $&");
    return written({ ...timed, unitDisplay: "long" });
  }
  if (unit === "usd") return written({ style: "currency", currency: "USD", maximumFractionDigits: 0 });
  return unit === "bp" ? percentText(value, locale) : written();
}

export function percentText(basisPoints: number, locale: Locale): string {
  return `${new Intl.NumberFormat(numeralLocale(locale)).format(basisPoints / 100)}%`;
}

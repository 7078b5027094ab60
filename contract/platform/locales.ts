/** The languages of the pages. */

export type Locale = "en" | "ar" | "es";
export const LOCALES: readonly Locale[] = ["en", "ar", "es"];
export const DEFAULT_LOCALE: Locale = "en";

/** Amounts and counts are written in Latin digits everywhere: a price must look the same on both sides of a trade. */
export function numeralLocale(locale: Locale): string {
  return locale === "ar" ? "ar-u-nu-latn" : locale;
}

export type Direction = "ltr" | "rtl";
export function directionOf(locale: Locale): Direction {
  return locale === "ar" ? "rtl" : "ltr";
}

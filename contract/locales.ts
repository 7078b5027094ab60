/** The languages of the pages. */

export type Locale = "en" | "ar" | "es";
export const LOCALES: readonly Locale[] = ["en", "ar", "es"];
export const DEFAULT_LOCALE: Locale = "en";

export type Direction = "ltr" | "rtl";
export function directionOf(locale: Locale): Direction {
  return locale === "ar" ? "rtl" : "ltr";
}

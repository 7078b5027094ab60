/** The languages of the pages. A new one is an entry here and a file in each folder of web/i18n. */

export type Direction = "ltr" | "rtl";

/** `numerals`: amounts and counts have Latin digits everywhere, so that a price looks the same on both sides of a trade. */
const LANGUAGES = {
  en: { name: "English", direction: "ltr", numerals: "en", comma: ", " },
  ar: { name: "العربية", direction: "rtl", numerals: "ar-u-nu-latn", comma: "، " },
  es: { name: "Español", direction: "ltr", numerals: "es", comma: ", " },
} as const satisfies Record<string, { name: string; direction: Direction; numerals: string; comma: string }>;

export type Locale = keyof typeof LANGUAGES;
export const LOCALES = Object.keys(LANGUAGES) as readonly Locale[] as readonly [Locale, ...Locale[]];
export const DEFAULT_LOCALE: Locale = "en";

/** The default where a language is not one of ours. */
export const localeOf = (code: string | null | undefined): Locale =>
  LOCALES.find((known) => known === code) ?? DEFAULT_LOCALE;

/** The name of the language in the language itself. */
export const languageName = (locale: Locale): string => LANGUAGES[locale].name;
export const directionOf = (locale: Locale): Direction => LANGUAGES[locale].direction;
export const numeralLocale = (locale: Locale): string => LANGUAGES[locale].numerals;
/** Between the parts of an address and of a short list. */
export const commaOf = (locale: Locale): string => LANGUAGES[locale].comma;

/** A value for each language. */
export function inEachLocale<T>(make: (locale: Locale) => T): Readonly<Record<Locale, T>> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, make(locale)])) as Record<Locale, T>;
}

/** The languages of the pages. */

export type Direction = "ltr" | "rtl";

/**
 * The default first. A new one is an entry here and in language-names.ts, and a file in each folder of web/i18n. Every page loads this
 * file, so that it says only what differs from most languages.
 */
export const LOCALES = ["en", "ar", "es", "fr", "pt-BR", "ru", "hi", "vi", "zh-Hans"] as const;

export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE = "en" satisfies Locale;

const primaryOf = (code: string): string => code.split("-", 1)[0] ?? code;

/** In any case and from any region: "PT", "pt-PT" and "pt-BR" are Brazilian Portuguese, "zh-CN" and "zh-TW" simplified Chinese. */
export function findLocale(code: string): Locale | undefined {
  const asked = code.toLowerCase();
  return (
    LOCALES.find((known) => known.toLowerCase() === asked) ??
    LOCALES.find((known) => primaryOf(known) === primaryOf(asked))
  );
}

/** The default where a language is not one of ours. */
export const localeOf = (code: string | null | undefined): Locale => findLocale(code ?? "") ?? DEFAULT_LOCALE;

export const directionOf = (locale: Locale): Direction => (locale === "ar" ? "rtl" : "ltr");

/** Amounts and counts have Latin digits everywhere, so that a price looks the same on both sides of a trade. */
export const numeralLocale = (locale: Locale): string =>
  locale === "ar" || locale === "hi" ? `${locale}-u-nu-latn` : locale;

/** Between the parts of an address and of a short list. */
export const commaOf = (locale: Locale): string => (locale === "ar" ? "، " : locale === "zh-Hans" ? "，" : ", ");

/** A value for each language. */
export function inEachLocale<T>(make: (locale: Locale) => T): Readonly<Record<Locale, T>> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, make(locale)])) as Record<Locale, T>;
}

/** Addresses in a language. The default locale has no prefix. */
import { DEFAULT_LOCALE, findLocale, LOCALES, type Locale } from "./locales.ts";

/** The same path in a language: "/about" is "/es/about" in Spanish. */
export function localized(locale: Locale, path: string): string {
  if (locale === DEFAULT_LOCALE) return path;
  return path === "/" ? `/${locale}` : `/${locale}${path}`;
}

/** Where the path names one of our languages in another way: "/PT-br/about" and "/pt/about" are "/pt-BR/about", "/en/about" is "/about". */
export function withKnownLocale(path: string): string | undefined {
  const [, first = ""] = path.split(/[/?]/, 2);
  const locale = /^[A-Za-z]{2}(-[A-Za-z]{2,8})?$/.test(first) ? findLocale(first) : undefined;
  if (locale === undefined || (locale === first && locale !== DEFAULT_LOCALE)) return undefined;
  return localized(locale, `/${path.slice(first.length + 1).replace(/^[/\\\s]+/, "")}`);
}

/** Splits a path into its language and the rest: "/ar/about" is Arabic and "/about". The rest begins with one slash. */
export function splitLocale(path: string): { locale: Locale; rest: string } {
  const [, first = ""] = path.split("/", 2);
  const locale = LOCALES.find((one) => one === first && one !== DEFAULT_LOCALE);
  const rest = locale ? path.slice(first.length + 1) || "/" : path;
  // The path after a language may look like a host: "/ar//host" is not "//host" in another language.
  return { locale: locale ?? DEFAULT_LOCALE, rest: rest.replace(/^[/\\\s]+/, "/") };
}

/** The name of each language in the language itself. */
import type { Locale } from "./locales.ts";

const NAMES: Readonly<Record<Locale, string>> = {
  en: "English",
  ar: "العربية",
  es: "Español",
  fr: "Français",
  "pt-BR": "Português (Brasil)",
  ru: "Русский",
  hi: "हिन्दी",
  vi: "Tiếng Việt",
  "zh-Hans": "简体中文",
};

export const languageName = (locale: Locale): string => NAMES[locale];

import { BRAND } from "#contract/platform/brand.ts";
import type { Locale } from "#contract/platform/locales.ts";
import type { Words } from "./read-lessons.ts";

/** English where a language is missing. */
export function textIn(words: Words, locale: Locale): string {
  return withBrand(words[locale] ?? words.en ?? "");
}

export const withBrand = (text: string) => text.replaceAll("{{brand}}", BRAND);

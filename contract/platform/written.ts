/** What staff write for everybody: in English, and in the other languages in which somebody wrote it. */
import { DEFAULT_LOCALE, type Locale } from "./locales.ts";

export type Written = { readonly [L in Locale as L extends typeof DEFAULT_LOCALE ? L : never]: string } & {
  readonly [L in Exclude<Locale, typeof DEFAULT_LOCALE>]?: string | undefined;
};

/** The words for a reader, and their language: English where theirs has none. */
export function wordsFor(text: Written, reader: Locale): { readonly words: string; readonly lang: Locale } {
  const own = text[reader];
  return own === undefined ? { words: text[DEFAULT_LOCALE], lang: DEFAULT_LOCALE } : { words: own, lang: reader };
}

/** Pairs of a language and its words, as the functions of the database take them. */
export const pairsOf = (text: Written): string[] =>
  Object.entries(text).flatMap(([locale, words]) => (words === undefined ? [] : [locale, words]));

/** Whether a translation of a text is offered to its reader, and from which language first. */
import { guessLanguage, wordsOf } from "#contract/reach/translations/guess-language.ts";
import { type Pair, pairsInto, primaryOf } from "#contract/reach/translations/pairs.ts";
import type { Locale } from "#contract/platform/locales.ts";

/** Of a text with so many words in the reader's own language some would be known. */
const ENOUGH_WORDS = 4;

export type Offered = {
  /** The languages that the reader may say the text is in. */
  readonly pairs: readonly Pair[];
  /** The probable one; without it the reader chooses. */
  readonly first: Pair | undefined;
  /** The text says so, and not only that there is no other. */
  readonly isGuessed: boolean;
};

/** Undefined where the text is probably in the reader's language, in one without a translation, or says too little. */
export function offeredFor(text: string, { installed, locale }: { installed: readonly Pair[]; locale: Locale }) {
  const pairs = pairsInto(installed, locale);
  const language = guessLanguage(text);
  const [only, ...others] = pairs;
  const first = language
    ? pairs.find(({ from }) => primaryOf(from) === language)
    : others.length === 0
      ? only
      : undefined;
  const isOffered = language ? first !== undefined : only !== undefined && wordsOf(text).length >= ENOUGH_WORDS;
  return isOffered ? ({ pairs, first, isGuessed: language !== undefined } satisfies Offered) : undefined;
}

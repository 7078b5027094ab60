/** The letters of a text as a reader counts them. Icons need nothing else of the rules for texts. */

let segmenter: Intl.Segmenter | undefined;

/** Characters that a reader sees as one: a letter with its marks, a flag, a family. */
export function* letters(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

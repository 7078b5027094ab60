/** What staff wrote, in the reader's language or, where nobody wrote it in that, in English and marked as such. */
import { directionOf, type Locale } from "#contract/platform/locales.ts";
import { type Written, wordsFor } from "#contract/platform/written.ts";

type Props = { readonly text: Written; readonly locale: Locale; readonly className?: string };

export function WrittenText({ text, locale, className }: Props) {
  const { words, lang } = wordsFor(text, locale);
  return (
    <p lang={lang} dir={directionOf(lang)} className={className}>
      {words}
    </p>
  );
}

/** Refusals in the reader's language; fetched with the first refusal, because most users never see one. */
import { DEFAULT_LOCALE, type Locale } from "#contract/platform/locales.ts";

type Texts = { [key: string]: string | Texts };

export function refusalTexts(locale: Locale): (code: string) => Promise<string | undefined> {
  let loading: Promise<Texts> | undefined;
  return async (code) => {
    if (locale === DEFAULT_LOCALE) return undefined;
    loading ??= fetch(`/shell/refusals/${locale}.json`)
      .then((answer) => (answer.ok ? (answer.json() as Promise<Texts>) : {}))
      // Then the server's English words have to do.
      .catch(() => ({}));
    let place: string | Texts | undefined = await loading;
    for (const part of code.split(".")) place = typeof place === "object" ? place[part] : undefined;
    return typeof place === "string" ? place : undefined;
  };
}

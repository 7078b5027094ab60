/**
 * One line for a visitor whose browser prefers another of our languages, in that language. The server draws one page for all, so that the
 * browser decides. The line lies over the page: nothing moves.
 */
import { findLocale, directionOf, type Locale } from "#contract/platform/locales.ts";
import type { PageKit } from "#sdk/page-kit.ts";
import type { Messages, Translate } from "#sdk/words/t.ts";
import { LANGUAGE_CHOSEN } from "#sdk/state/language-chosen.ts";

const WORDS = import.meta.glob<Messages>("../../i18n/suggestion/*.json", { import: "default" });

/** Not for who has an account, which has a language, nor where the page does not exist in the language, nor again once it was closed. */
export async function suggestLanguage({
  locale,
  session,
  t,
}: Pick<PageKit, "locale" | "session" | "t">): Promise<void> {
  if (session.get() || localStorage.getItem(LANGUAGE_CHOSEN) !== null) return;
  const wished = wishedLocale(navigator.languages);
  if (!wished || wished === locale) return;
  const href = document.querySelector(`link[rel="alternate"][hreflang="${wished}"]`)?.getAttribute("href");
  const load = WORDS[`../../i18n/suggestion/${wished}.json`];
  if (!href || !load) return;
  // Ours under another name, as on the machine of a developer, stays on this one.
  const { pathname, search } = new URL(href, location.origin);
  t.add("suggestion", await load());
  document.body.append(lineOf(wished, t, pathname + (search || location.search)));
}

/** The first that we have. */
function wishedLocale(languages: readonly string[]): Locale | undefined {
  for (const language of languages) {
    const found = findLocale(language);
    if (found) return found;
  }
  return undefined;
}

function lineOf(locale: Locale, t: Translate, href: string): HTMLElement {
  const line = document.createElement("aside");
  line.id = "language-suggestion";
  line.lang = locale;
  line.dir = directionOf(locale);
  line.setAttribute("aria-label", t("suggestion.go"));
  line.className =
    "fixed inset-x-2 bottom-16 z-30 mx-auto flex max-w-max items-center gap-1 rounded-lg border border-line bg-raised ps-4 pe-1 text-sm text-ink shadow-card lg:bottom-3";
  const link = document.createElement("a");
  link.href = href;
  link.className = "flex min-h-11 items-center font-medium text-brand hover:underline";
  link.textContent = t("suggestion.go");
  link.addEventListener("click", () => localStorage.setItem(LANGUAGE_CHOSEN, locale));
  const close = document.createElement("button");
  close.type = "button";
  close.className = "flex size-11 items-center justify-center rounded-lg text-lg text-muted hover:text-ink";
  close.textContent = "×";
  close.setAttribute("aria-label", t("suggestion.close"));
  close.addEventListener("click", () => {
    localStorage.setItem(LANGUAGE_CHOSEN, "");
    line.remove();
    document.querySelector<HTMLElement>("#content")?.focus();
  });
  line.append(link, close);
  return line;
}

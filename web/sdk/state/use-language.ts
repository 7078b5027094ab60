/** The language of a link: it is the account's too from then on, for mails, notifications and programs. */
import type { MouseEvent } from "react";
import type { Locale } from "#contract/platform/locales.ts";
import { usePage, useSession } from "../page-kit.ts";
import { LANGUAGE_CHOSEN } from "./language-chosen.ts";
import { leave } from "./leave.ts";

/** For the click on a link to the same page in that language. Without an answer the page changes all the same. */
export function useLanguage(): (event: MouseEvent<HTMLAnchorElement>, locale: Locale) => void {
  const session = useSession();
  const change = useLanguageChange();
  return (event, locale) => {
    localStorage.setItem(LANGUAGE_CHOSEN, locale);
    if (!session || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void change(locale, event.currentTarget.href);
  };
}

/** Of the signed-in user. Settles when the reader comes back to this page. */
export function useLanguageChange(): (locale: Locale, href: string) => Promise<void> {
  const page = usePage();
  return async (locale, href) => {
    const { saveSettings } = await import("#contract/people/accounts.ts");
    await page.call(saveSettings, { body: { locale } }).catch(() => undefined);
    await leave(href);
  };
}

/** The language of a link: it is the account's too from then on, for mails, notifications and programs. */
import type { MouseEvent } from "react";
import type { Locale } from "#contract/platform/locales.ts";
import { usePage, useSession } from "../page-kit.ts";
import { leave } from "./leave.ts";

/** For the click on a link to the same page in that language. Without an answer the page changes all the same. */
export function useLanguage(): (event: MouseEvent<HTMLAnchorElement>, locale: Locale) => void {
  const page = usePage();
  const session = useSession();
  return (event, locale) => {
    if (!session || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    void import("#contract/people/accounts.ts")
      .then(({ saveSettings }) => page.call(saveSettings, { body: { locale } }))
      .catch(() => undefined)
      .then(() => leave(href));
  };
}

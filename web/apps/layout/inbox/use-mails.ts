/** The newest mails, asked for again every few seconds while somebody looks. */
import { useEffect, useState } from "react";
import type { InboxMail } from "#contract/inbox.ts";
import type { InboxPageProps } from "#contract/page-props.ts";
import { usePage } from "#sdk/page-kit.ts";

const EVERY_MS = 4000;

export function useMails({ mails: first, to }: InboxPageProps): readonly InboxMail[] {
  const page = usePage();
  const [mails, setMails] = useState<readonly InboxMail[]>(first);
  useEffect(() => {
    const look = async () => {
      if (document.hidden) return;
      const { listInboxMails } = await import("#contract/inbox.ts");
      const { data } = await page.call(listInboxMails, { query: {} });
      setMails((known) => {
        const ids = new Set(known.map(({ id }) => id));
        const fresh = data.filter((mail) => !ids.has(mail.id) && mail.to.includes(to));
        return fresh.length > 0 ? [...fresh, ...known] : known;
      });
    };
    const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS);
    return () => clearInterval(timer);
  }, [page, to]);
  return mails;
}

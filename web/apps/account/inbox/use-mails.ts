/** The newest mails, asked for again every few seconds while the page is visible: no channel carries them. */
import type { InboxMail } from "#contract/demo/inbox.ts";
import type { InboxPageProps } from "#contract/demo/pages.ts";
import { usePage } from "#sdk/page-kit.ts";
import { knownQuery, usePageQuery } from "#sdk/calls/queries.ts";

const EVERY_MS = 4000;

export function useMails({ mails: first, to }: InboxPageProps): readonly InboxMail[] {
  const page = usePage();
  const queryKey = ["mails", to] as const;
  const { data = first } = usePageQuery<readonly InboxMail[]>({
    queryKey,
    initialData: first,
    refetchInterval: EVERY_MS,
    queryFn: async () => {
      const { listInboxMails } = await import("#contract/demo/inbox.ts");
      const { data: newest } = await page.call(listInboxMails, { query: {} });
      const known = knownQuery<readonly InboxMail[]>(page, queryKey) ?? first;
      const ids = new Set(known.map(({ id }) => id));
      const fresh = newest.filter((mail) => !ids.has(mail.id) && mail.to.includes(to));
      return fresh.length > 0 ? [...fresh, ...known] : known;
    },
  });
  return data;
}

/** The page of the local inbox, there where its endpoint is. */
import type { PageContext, PageRoute, Shown } from "../platform/http/page-route.ts";
import { listInboxMails } from "./inbox.ts";

/** Of one address when the whole of it is asked for, else of every address that has the asked part in it. */
async function loadInbox({ tx, query }: PageContext): Promise<Shown> {
  const to = (query.to ?? "").trim().toLowerCase().slice(0, 254);
  const newest = await listInboxMails(tx, { to: undefined });
  const exact = to === "" ? [] : await listInboxMails(tx, { to });
  const mails = exact.length > 0 ? exact : newest.filter((mail) => mail.to.includes(to));
  return { page: "inbox", props: { mails, to, addresses: [...new Set(newest.map((mail) => mail.to))] } };
}

export const pages: readonly PageRoute[] = [
  { path: "/demo/inbox", policy: { auth: "public", rate: "read", openWhen: "isDemo" }, load: loadInbox },
];

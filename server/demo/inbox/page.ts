/** The pages of the local inbox and of the demo's authenticator, there where their endpoints are; and that of the parts of screens. */
import { PATHS } from "#contract/platform/paths.ts";
import type { PageContext, PageRoute, Shown } from "../../platform/http/pages/page-route.ts";
import { listDemoCodes } from "../authenticator.ts";
import { listInboxMails } from "./inbox.ts";

/** Of one address when the whole of it is asked for, else of every address that has the asked part in it. */
async function loadInbox({ tx, query }: PageContext): Promise<Shown> {
  const to = (query.to ?? "").trim().toLowerCase().slice(0, 254);
  const newest = await listInboxMails(tx, { to: undefined });
  const exact = to === "" ? [] : await listInboxMails(tx, { to });
  const mails = exact.length > 0 ? exact : newest.filter((mail) => mail.to.includes(to));
  return { page: "inbox", props: { mails, to, addresses: [...new Set(newest.map((mail) => mail.to))] } };
}

async function loadCodes({ tx }: PageContext): Promise<Shown> {
  return { page: "demo-codes", props: { codes: await listDemoCodes(tx) } };
}

const OPEN = { auth: "public", rateLimit: "read", openWhen: "isDemo" } as const;

export const pages: readonly PageRoute[] = [
  { path: PATHS.demoInbox, policy: OPEN, load: loadInbox },
  { path: PATHS.demoCodes, policy: OPEN, load: loadCodes },
  { path: PATHS.demoParts, policy: OPEN, load: async () => ({ page: "parts", props: {} }) },
];

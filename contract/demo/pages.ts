/** The pages of demo: the props of their screens, which travel in the document, and their addresses. */
import { definePage } from "../define-page.ts";
import type { DemoCode } from "./demo-codes.ts";
import type { InboxMail } from "./inbox.ts";

export type InboxPageProps = { mails: InboxMail[]; to: string; addresses: string[] };

/** `to` is what was searched for; `addresses` are all that have mails, the newest first. */
export type DemoCodesPageProps = { codes: DemoCode[] };

export const DEMO_PAGES = {
  inbox: definePage<InboxPageProps>()({ demoInbox: "/demo/inbox" }),
  /** Every part of the screens in its states, for developers and operators. */
  parts: definePage<Record<string, never>>()({ demoParts: "/demo/parts" }),
  "demo-codes": definePage<DemoCodesPageProps>()({ demoCodes: "/demo/authenticator" }),
};

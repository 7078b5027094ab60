/** The pages of reach: the props of their screens, which travel in the document, and their addresses. */
import { definePage } from "../platform/define-page.ts";
import type { Area } from "./notification-channels.ts";

/** Null for a link that we did not write. */
export type StopEmailsProps = { token: string; area: Area | null };

export const REACH_PAGES = {
  "stop-emails": definePage<StopEmailsProps>()({ stopEmails: "/unsubscribe" }),
};

/** The local inbox: mails that this machine kept instead of sending, so that codes can be read without a provider. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { instant, text } from "./wire.ts";

export const inboxMail = z.strictObject({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  at: instant,
});
export type InboxMail = z.infer<typeof inboxMail>;

export const listInboxMails = endpoint({
  name: "listInboxMails",
  method: "GET",
  path: "/demo/inbox/messages",
  summary: "The newest 50 mails of the local inbox, of one address or of all; in the demo market only",
  query: z.strictObject({ to: z.optional(text({ max: 254 })) }),
  reply: z.array(inboxMail),
  refusals: ["request.not_found"],
});

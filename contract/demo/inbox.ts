/** The local inbox: mails, texts and calls that this machine kept instead of sending, so that codes can be read without a provider. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { instant, text } from "../platform/wire.ts";

export const inboxMail = z.strictObject({
  id: z.string(),
  channel: z.enum(["email", "sms", "call"]),
  /** An address, or a telephone number. */
  to: z.string(),
  /** Empty but for emails. */
  subject: z.string(),
  text: z.string(),
  at: instant,
});
export type InboxMail = z.infer<typeof inboxMail>;

export const listInboxMails = endpoint({
  name: "listInboxMails",
  method: "GET",
  path: "/demo/inbox/messages",
  summary:
    "The newest 50 messages of the local inbox: emails, texts and calls, of one address or of all; in the demo market only",
  query: z.strictObject({ to: z.optional(text({ max: 254 })) }),
  reply: z.array(inboxMail),
  refusals: ["request.not_found"],
});

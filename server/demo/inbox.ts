/** What the local mail server kept, for the page that shows it. */
import type { InboxMail } from "#contract/inbox.ts";
import { Refusal } from "#contract/refusals.ts";
import type { Tx } from "../platform/db.ts";
import { inboxMails, isInboxOpen } from "../platform/nodes/inbox.ts";

/** Newest first, at most 50. Refuses request.not_found where mails go to a real mail server. */
export async function listInboxMails(tx: Tx, { to }: { to: string | undefined }): Promise<InboxMail[]> {
  if (!isInboxOpen()) throw new Refusal("request.not_found");
  const mails = await inboxMails(tx, { to });
  return mails.map((mail) => ({
    id: String(mail.id),
    to: mail.to_address,
    subject: mail.subject,
    text: mail.body_text,
    at: mail.at.toISOString(),
  }));
}

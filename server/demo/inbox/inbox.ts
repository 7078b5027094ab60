/** Mails and texts of the local mail server and outbox, for the page that shows them. */
import type { InboxMail } from "#contract/demo/inbox.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { inboxMails } from "./rows.ts";

/** Of one address or of all; newest first, at most 50. */
export async function listInboxMails(tx: ReadTx, { to }: { to: string | undefined }): Promise<InboxMail[]> {
  const mails = await inboxMails(tx, to);
  return mails.map((mail) => ({
    id: mail.id,
    channel: mail.channel,
    to: mail.to_address,
    subject: mail.subject,
    text: mail.body_text,
    at: mail.at.toISOString(),
  }));
}

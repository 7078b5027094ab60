/** What the local mail server kept, for the page that shows it. */
import type { InboxMail } from "#contract/inbox.ts";
import type { ReadTx } from "../platform/db.ts";

type MailRow = { id: bigint; to_address: string; subject: string; body_text: string; at: Date };

/** Of one address or of all; newest first, at most 50. */
export async function listInboxMails(tx: ReadTx, { to }: { to: string | undefined }): Promise<InboxMail[]> {
  const mails = await tx.rows<MailRow>`
    select id, to_address, subject, body_text, at
    from inbox_mails
    where ${to ?? null}::text is null or to_address = lower(${to ?? null})
    order by id desc
    limit 50`;
  return mails.map((mail) => ({
    id: String(mail.id),
    to: mail.to_address,
    subject: mail.subject,
    text: mail.body_text,
    at: mail.at.toISOString(),
  }));
}

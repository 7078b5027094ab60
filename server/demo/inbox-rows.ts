/** The SQL of the mailbox. */
import type { ReadTx } from "../platform/db.ts";

/** Of one address or of all; newest first, at most 50. */
export async function inboxMails(tx: ReadTx, to: string | undefined): Promise<MailRow[]> {
  return tx.rows<MailRow>`
    select id, to_address, subject, body_text, at
    from inbox_mails
    where ${to ?? null}::text is null or to_address = lower(${to ?? null})
    order by id desc
    limit 50`;
}

type MailRow = { id: bigint; to_address: string; subject: string; body_text: string; at: Date };

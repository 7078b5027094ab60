/** The SQL of the mailbox, and of texts beside it. */
import type { InboxMail } from "#contract/demo/inbox.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";

/** Of one address or of all; newest first, at most 50. */
export async function inboxMails(tx: ReadTx, to: string | undefined): Promise<MailRow[]> {
  return tx.rows<MailRow>`
    select id, channel, to_address, subject, body_text, at
    from (
      (select inbox_mails.id::text, 'email' as channel, inbox_mails.to_address, inbox_mails.subject, inbox_mails.body_text,
         inbox_mails.at
       from inbox_mails
       where ${to ?? null}::text is null or to_address = lower(${to ?? null})
       order by inbox_mails.id desc
       limit 50)
      union all
      (select 'text-' || inbox_texts.id, inbox_texts.channel, inbox_texts.to_number, '', inbox_texts.body_text, inbox_texts.at
       from inbox_texts
       where ${to ?? null}::text is null or to_number = ${to ?? null}
       order by inbox_texts.id desc
       limit 50)
    ) as message
    order by at desc, length(id) desc, id desc
    limit 50`;
}

type MailRow = {
  id: string;
  channel: InboxMail["channel"];
  to_address: string;
  subject: string;
  body_text: string;
  at: Date;
};

/** The SQL of the delivery status of notifications. */
import type { Channel } from "#contract/reach/notification-channels.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";

export type NoticeRow = {
  id: bigint;
  kind: string;
  details: Record<string, string>;
  at: Date;
  in_app: boolean;
  page_had_at: Date | null;
  read_at: Date | null;
  has_mail: boolean;
  mail_sent_at: Date | null;
  mail_attempts: number | null;
};

/** A user's newest, each with its email, if one was queued. */
export async function newestNotices(tx: ReadTx, userId: bigint, limit: number): Promise<NoticeRow[]> {
  return tx.rows<NoticeRow>`
    select notice.id, kind, details, at, in_app, page_had_at, read_at, mails.dedupe_key is not null as has_mail,
      mails.sent_at as mail_sent_at, mails.attempts as mail_attempts
    from (
      select id, kind, details, at, in_app, page_had_at, read_at, mail_key
      from notifications
      where user_id = ${userId}
      order by id desc
      limit ${limit}
    ) as notice
    left join mails on mails.dedupe_key = notice.mail_key
    order by notice.id desc`;
}

export type SendRow = {
  notification_id: bigint;
  channel: Channel;
  sent_at: Date | null;
  delivered_at: Date | null;
  opened_at: Date | null;
  failed_at: Date | null;
};

export async function sendsOf(tx: ReadTx, notifications: readonly bigint[]): Promise<SendRow[]> {
  return tx.rows<SendRow>`
    select notification_id, channel, sent_at, delivered_at, opened_at, failed_at
    from notification_sends
    where notification_id = any(${notifications}::bigint[])
    order by id`;
}

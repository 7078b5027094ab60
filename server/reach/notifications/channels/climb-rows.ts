/** The SQL of unread notifications, and of emails that a user stopped. */
import type { Area, Channel } from "#contract/reach/notification-channels.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import type { NotificationKind } from "../../../platform/notification-kinds.ts";

export type Climbing = {
  id: bigint;
  user_id: bigint;
  kind: NotificationKind;
  subject: string;
  details: Record<string, string>;
  link: string;
  at: Date;
  mail_key: string;
  /** Opened somewhere, or its reader was here since. */
  is_seen: boolean;
  /** By which it went out already. */
  used: Channel[];
  /** By which it could. */
  open: Channel[];
};

/** Takes due ones: each is checked once, until it is scheduled again. */
export async function takeClimbing(tx: Tx, limit: number): Promise<Climbing[]> {
  return tx.rows<Climbing>`
    with due as (
      select id
      from notifications
      where climb_at <= ${tx.now}
      order by climb_at
      limit ${limit}
      for update skip locked
    ), taken as (
      update notifications
      set climb_at = null
      from due
      where notifications.id = due.id
      returning notifications.id, user_id, kind, subject, details, link, at, mail_key, in_app, read_at
    )
    select taken.id, user_id, kind, subject, details, link, at, mail_key,
      (in_app and read_at is not null) or users.last_seen_at > at or exists (
        select
        from notification_sends send
        where send.notification_id = taken.id and send.opened_at is not null
      ) as is_seen,
      array(
        select distinct send.channel
        from notification_sends send
        where send.notification_id = taken.id
      ) || array(select 'email' from mails where dedupe_key = mail_key) as used,
      array(
        select 'app'
        from push_devices device
        join sessions on sessions.id = device.session_id and sessions.ended_at is null
        where device.user_id = taken.user_id
        limit 1
      ) || array(
        select 'telegram'
        from telegram_chats chat
        where chat.user_id = taken.user_id
      ) || array(
        select 'email'
        where users.email_confirmed_at is not null
          and not exists (select from email_stops stop where stop.user_id = taken.user_id and stop.area = 'trades')
      ) as open
    from taken
    join users on users.id = taken.user_id
    order by taken.id`;
}

/** They are looked at once more after that time. */
export async function climbLater(
  tx: Tx,
  { ids, afterSec }: { ids: readonly bigint[]; afterSec: number },
): Promise<void> {
  await tx.rows`
    update notifications
    set climb_at = ${tx.now}::timestamptz + make_interval(secs => ${afterSec})
    where id = any(${ids}::bigint[])`;
}

export async function stopArea(tx: Tx, { userId, area }: { userId: bigint; area: Area }): Promise<void> {
  await tx.rows`
    insert into email_stops (user_id, area, stopped_at)
    values (${userId}, ${area}, ${tx.now})
    on conflict do nothing`;
}

/** A user wants emails of these areas again. */
export async function unstopAreas(
  tx: Tx,
  { userId, areas }: { userId: bigint; areas: readonly Area[] },
): Promise<void> {
  await tx.rows`
    delete from email_stops
    where user_id = ${userId} and area = any(${areas}::text[])`;
}

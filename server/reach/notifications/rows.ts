/** The SQL of notifications. */
import { json, type ReadTx, type Tx } from "../../platform/postgres/db.ts";
import type { NotificationKind } from "../../platform/notification-kinds.ts";

/** Counting stops here: years of unread notifications must not be counted for each page. */
export const MOST_UNREAD = 1000;

/** At most a thousand. */
export async function unreadOf(tx: ReadTx, userId: bigint): Promise<number> {
  const [row] = await tx.rows<{ unread: number }>`
    select count(*)::int as unread
    from (
      select
      from notifications
      where user_id = ${userId} and read_at is null
      limit ${MOST_UNREAD}
    ) as unread`;
  return row?.unread ?? 0;
}

export async function markAllRead(tx: Tx, userId: bigint): Promise<void> {
  await tx.rows`
    update notifications
    set read_at = ${tx.now}
    where user_id = ${userId} and read_at is null`;
}

/** Of the named ones, those of the user. */
export async function markOpened(tx: Tx, userId: bigint, ids: readonly bigint[]): Promise<void> {
  await tx.rows`
    update notifications
    set read_at = ${tx.now}
    where user_id = ${userId} and id = any (${ids}) and read_at is null`;
}

/** Of the named ones, those of the user, which a page shows. The first time counts. */
export async function markReceived(tx: Tx, userId: bigint, ids: readonly bigint[]): Promise<void> {
  await tx.rows`
    update notifications
    set page_had_at = ${tx.now}
    where user_id = ${userId} and id = any (${ids}) and in_app and page_had_at is null`;
}

export async function markRead(tx: Tx, id: bigint): Promise<void> {
  await tx.rows`
    update notifications
    set read_at = ${tx.now}
    where id = ${id} and read_at is null`;
}

/** Notifications of this kind about these subjects count as read, and go out by no further channel. */
export async function markSubjectsRead(
  tx: Tx,
  kind: NotificationKind,
  named: readonly { readonly userId: bigint; readonly subject: string }[],
): Promise<void> {
  if (named.length === 0) return;
  await tx.rows`
    update notifications known
    set read_at = coalesce(known.read_at, ${tx.now}), climb_at = null
    from unnest(
      ${named.map(({ userId }) => userId)}::bigint[], ${named.map(({ subject }) => subject)}::text[]
    ) as named (user_id, subject)
    where known.user_id = named.user_id and known.subject = named.subject and known.kind = ${kind}
      and (known.read_at is null or known.climb_at is not null)`;
}

/** A user's notifications, newest first. */
export async function notificationsOf(
  tx: ReadTx,
  { userId, limit, offset }: { userId: bigint; limit: number; offset: number },
): Promise<NotificationRow[]> {
  return tx.rows<NotificationRow>`
    select id, kind, subject, details, link, at, read_at
    from notifications
    where user_id = ${userId} and in_app
    order by id desc
    limit ${limit} offset ${offset}`;
}

export type NotificationRow = {
  id: bigint;
  kind: string;
  subject: string;
  details: Record<string, string>;
  link: string;
  at: Date;
  read_at: Date | null;
};

/** Returns the ids of the new rows, in the order given. */
export async function insertNotifications(tx: Tx, added: readonly NewNotification[]): Promise<bigint[]> {
  const rows = await tx.rows<{ id: bigint }>`
    insert into notifications (user_id, kind, subject, details, link, at, in_app, read_at, mail_key, climb_at)
    select user_id, kind, subject, details::jsonb, link, at, in_app, case when not in_app then at end, mail_key,
      ${tx.now}::timestamptz + make_interval(secs => climbs_after)
    from unnest(
      ${added.map(({ userId }) => userId)}::bigint[], ${added.map(({ kind }) => kind)}::text[],
      ${added.map(({ subject }) => subject)}::text[], ${added.map(({ details }) => json(details))}::text[],
      ${added.map(({ link }) => link)}::text[], ${added.map(({ at }) => at)}::timestamptz[],
      ${added.map(({ inApp }) => inApp)}::boolean[], ${added.map(({ mailKey }) => mailKey)}::text[],
      ${added.map(({ climbsAfterSec }) => climbsAfterSec)}::int[]
    ) with ordinality as added (user_id, kind, subject, details, link, at, in_app, mail_key, climbs_after, place)
    order by place
    returning id`;
  return rows.map(({ id }) => id);
}

export type NewNotification = {
  readonly userId: bigint;
  readonly kind: string;
  readonly subject: string;
  readonly details: Record<string, string>;
  readonly link: string;
  readonly at: Date;
  /** A notification that its reader does not want in the page counts as read there. */
  readonly inApp: boolean;
  readonly mailKey: string;
  /** Null for a notification without a next channel. */
  readonly climbsAfterSec: number | null;
};

/** The SQL of notifications. */
import { json, type ReadTx, type Tx } from "../../platform/db.ts";

export async function unreadOf(tx: ReadTx, userId: bigint): Promise<number> {
  const [row] = await tx.rows<{ unread: number }>`
    select count(*)::int as unread
    from notifications
    where user_id = ${userId} and read_at is null`;
  return row?.unread ?? 0;
}

export async function markAllRead(tx: Tx, userId: bigint): Promise<void> {
  await tx.rows`
    update notifications
    set read_at = ${tx.now}
    where user_id = ${userId} and read_at is null`;
}

/** A user's notifications, newest first. */
export async function notificationsOf(
  tx: ReadTx,
  { userId, limit, offset }: { userId: bigint; limit: number; offset: number },
): Promise<NotificationRow[]> {
  return tx.rows<NotificationRow>`
    select id, kind, subject, details, link, at, read_at
    from notifications
    where user_id = ${userId}
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

/** Returns the id of the new row. */
export async function insertNotification(
  tx: Tx,
  { userId, kind, subject, details, link, at }: NewNotification,
): Promise<{ id: bigint } | undefined> {
  const [row] = await tx.rows<{ id: bigint }>`
    insert into notifications (user_id, kind, subject, details, link, at)
    values (${userId}, ${kind}, ${subject}, ${json(details)}::jsonb, ${link}, ${at})
    returning id`;
  return row;
}

export type NewNotification = {
  readonly userId: bigint;
  readonly kind: string;
  readonly subject: string;
  readonly details: Record<string, string>;
  readonly link: string;
  readonly at: Date;
};

/** A user's notices. */
import type { Notification } from "#contract/notifications.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";

const PER_PAGE = 50;

export async function listNotifications(tx: ReadTx, { userId, page }: { userId: bigint; page: number }) {
  const rows = await tx.rows<{
    id: bigint;
    kind: string;
    subject: string;
    details: Record<string, string>;
    link: string;
    at: Date;
    read_at: Date | null;
  }>`
    select id, kind, subject, details, link, at, read_at
    from notifications
    where user_id = ${userId}
    order by id desc
    limit ${PER_PAGE + 1} offset ${(page - 1) * PER_PAGE}`;
  const data = rows.slice(0, PER_PAGE).map(
    (row): Notification => ({
      ...row,
      id: String(row.id),
      at: row.at.toISOString(),
      readAt: row.read_at?.toISOString() ?? null,
    }),
  );
  return {
    data: data.map(({ id, kind, subject, details, link, at, readAt }) => ({
      id,
      kind,
      subject,
      details,
      link,
      at,
      readAt,
    })),
    meta: { unread: await unreadOf(tx, userId), hasMore: rows.length > PER_PAGE },
  };
}

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

/** A user's notices. */
import type { Notification } from "#contract/reach/notifications.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { notificationsOf, unreadOf } from "./rows.ts";

const PER_PAGE = 50;

export async function listNotifications(tx: ReadTx, { userId, page }: { userId: bigint; page: number }) {
  const rows = await notificationsOf(tx, { userId, limit: PER_PAGE + 1, offset: (page - 1) * PER_PAGE });
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

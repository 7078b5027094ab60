/** Notifications, each to one person: kept for the page, pushed to their live channel, and emailed where a mail is given. */
import type { Tx } from "../../platform/db.ts";
import type { LivePost } from "../../platform/live.ts";
import { type Mail, queueMails } from "../../platform/mail.ts";
import { findUsersById, openPersonal } from "../../people/accounts/index.ts";
import { insertNotifications } from "./rows.ts";

export type NotificationToSend = {
  readonly userId: bigint;
  readonly kind: string;
  readonly subject: string;
  readonly details: Record<string, string>;
  readonly link: string;
  readonly at: Date;
  /** The sentence and the facts; greeting, link and warning are added. */
  readonly mail?: Pick<Mail, "subject" | "dedupeKey"> & { readonly sentence: string; readonly facts: string };
};

/** In the order given. Nothing happens for who does not exist. */
export async function sendNotifications(tx: Tx, wanted: readonly NotificationToSend[]): Promise<LivePost[]> {
  if (wanted.length === 0) return [];
  const users = await findUsersById(
    tx,
    wanted.map(({ userId }) => userId),
  );
  const sent = wanted.flatMap((notice) => {
    const user = users.get(notice.userId);
    return user ? [{ notice, user }] : [];
  });
  const ids = await insertNotifications(
    tx,
    sent.map(({ notice }) => notice),
  );
  const mails = sent.flatMap(({ notice: { mail, link }, user }): Mail[] => {
    // An address that is not confirmed may be a stranger's.
    if (!mail || !user.email_confirmed_at) return [];
    return [
      {
        to: openPersonal(user).email,
        subject: mail.subject,
        text: `Hello ${user.username},\n\n${mail.sentence}\n\n${mail.facts}\nView details: {origin}${link}\n\nParley never asks for your password or a code by email or chat.\n`,
        dedupeKey: mail.dedupeKey,
      },
    ];
  });
  await queueMails(tx, mails);
  return [
    {
      channels: sent.map(({ user }) => `user:${user.external_id}`),
      bodies: async () =>
        sent.map(({ notice: { kind, subject, details, link, at } }, index) => ({
          type: "notification",
          notification: { id: String(ids[index]), kind, subject, details, link, at: at.toISOString(), readAt: null },
        })),
    },
  ];
}

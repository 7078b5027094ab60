/** One notification to one person: kept for the page, pushed to their live channel, and emailed where a mail is given. */
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/db.ts";
import { pushLive } from "../../platform/live.ts";
import { type Mail, queueMail } from "../../platform/mail.ts";
import { findUserById, openPersonal } from "../../people/accounts/index.ts";
import { insertNotification } from "./rows.ts";

export type NotificationToSend = {
  readonly userId: bigint;
  readonly kind: string;
  readonly subject: string;
  readonly details: Record<string, string>;
  readonly link: string;
  /** The sentence and the facts; greeting, link and warning are added. */
  readonly mail?: Pick<Mail, "subject" | "dedupeKey"> & { readonly sentence: string; readonly facts: string };
};

export async function sendNotification(tx: Tx, event: StoredEvent, notice: NotificationToSend): Promise<void> {
  const { userId, kind, subject, details, link, mail } = notice;
  const user = await findUserById(tx, userId);
  if (!user) return;
  const made = await insertNotification(tx, { ...notice, at: event.at });
  await pushLive(tx, `user:${user.external_id}`, {
    type: "notification",
    notification: { id: String(made?.id), kind, subject, details, link, at: event.at.toISOString(), readAt: null },
  });
  // An address that is not confirmed may be a stranger's.
  if (!mail || !user.email_confirmed_at) return;
  const { email } = openPersonal(user);
  await queueMail(tx, {
    to: email,
    subject: mail.subject,
    text: `Hello ${user.username},\n\n${mail.sentence}\n\n${mail.facts}\nView details: {origin}${link}\n\nParley never asks for your password or a code by email or chat.\n`,
    dedupeKey: mail.dedupeKey,
  });
}

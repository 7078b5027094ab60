/** One notice to one user: kept for the page, pushed to his live channel, and mailed where a mail is given. */
import type { StoredEvent } from "../../platform/app-ports.ts";
import { json, type Tx } from "../../platform/db.ts";
import { pushLive } from "../../platform/live.ts";
import { queueMail } from "../../platform/mail.ts";
import { findUserById, openPersonal } from "../../people/accounts/index.ts";

export type NoticeToSend = {
  readonly userId: bigint;
  readonly kind: string;
  readonly subject: string;
  readonly details: Record<string, string>;
  readonly link: string;
  /** The sentence and the facts; greeting, link and warning are added. */
  readonly mail?: { readonly subject: string; readonly sentence: string; readonly facts: string };
};

export async function sendNotice(tx: Tx, event: StoredEvent, notice: NoticeToSend): Promise<void> {
  const { userId, kind, subject, details, link, mail } = notice;
  const user = await findUserById(tx, userId);
  if (!user) return;
  const [made] = await tx.rows<{ id: bigint }>`
    insert into notifications (user_id, kind, subject, details, link, at)
    values (${userId}, ${kind}, ${subject}, ${json(details)}::jsonb, ${link}, ${event.at})
    returning id`;
  await pushLive(tx, `user:${user.external_id}`, {
    type: "notification",
    notification: { id: String(made?.id), kind, subject, details, link, at: event.at.toISOString(), readAt: null },
  });
  if (!mail) return;
  const { email } = openPersonal(user);
  // Robots read no mail: their addresses end in a name that can never exist.
  if (email.endsWith(".invalid")) return;
  await queueMail(tx, {
    to: email,
    subject: mail.subject,
    text: `Hello ${user.username},\n\n${mail.sentence}\n\n${mail.facts}\nOpen it: {origin}${link}\n\nParley never asks for your password or a code by mail or chat.\n`,
    dedupeKey: `event:${event.id}:${userId}`,
  });
}

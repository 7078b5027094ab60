/** Emails to guests: each has a link to the ticket, of which the database has the digest only, and nothing of what was written. */
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { LivePost } from "../../platform/events/live.ts";
import { ids } from "../../platform/ids.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { textOf } from "../../platform/texts.ts";
import { insertLink } from "./person/guest-rows.ts";
import { hashOfToken, openEmail } from "./sealed-ticket.ts";
import { ticketByNumber } from "./ticket-rows.ts";

/** With the mark that the event was delivered: each once, however often a process dies between the answer and the email. */
export async function writeToGuests(tx: Tx, events: readonly StoredEvent<"support.changed">[]): Promise<LivePost[]> {
  for (const { subject: number, payload } of events) await writeTo(tx, number, payload.what);
  return [];
}

async function writeTo(tx: Tx, number: string, what: "opened" | "answered" | "solved"): Promise<void> {
  const ticket = await ticketByNumber(tx, number);
  if (!ticket?.email_sealed) return;
  const token = ids.secret();
  await insertLink(tx, { tokenHash: hashOfToken(token), ticketId: ticket.id });
  const { lang } = ticket;
  // In the fragment, which no server receives: the link is in no log.
  const link = `{origin}/support/guest#${token}`;
  const text = textOf(`emails.support.${what}.text`, lang, { number });
  await queueMail(tx, {
    to: openEmail(ticket.email_sealed, number),
    subject: textOf(`emails.support.${what}.subject`, lang, { number }),
    text: `${text}\n${link}\n\n${textOf("emails.ignore", lang)}\n`,
    lang,
    // Nobody who queues emails can take this one away by its key.
    dedupeKey: `support-link:${ids.secret()}`,
  });
}

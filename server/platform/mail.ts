/** Outgoing mail: queued in the transaction that wants it, sent afterwards, tried again when the server is away. */
import { createTransport } from "nodemailer";
import type { AppPorts, Job } from "./app-ports.ts";
import type { Config } from "./config.ts";
import type { Tx } from "./db.ts";

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** One mail per reason, whatever retries arrive. */
  readonly dedupeKey: string;
};

/** A name that no mail can ever reach (RFC 2606, section 2). */
const UNREACHABLE = ".invalid";

/** Does nothing for an address that cannot exist, and for a reason that was queued before. */
export async function queueMail(tx: Tx, mail: Mail): Promise<void> {
  if (mail.to.endsWith(UNREACHABLE)) return;
  await tx.rows`
    insert into mails (dedupe_key, to_address, subject, body_text, created_at, next_at)
    values (${mail.dedupeKey}, ${mail.to}, ${oneLine(mail.subject)}, ${mail.text}, ${tx.now}, ${tx.now})
    on conflict (dedupe_key) do nothing`;
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}

const MOST_ATTEMPTS = 10;

type QueuedMail = { id: bigint; to_address: string; subject: string; body_text: string; attempts: number };

/** Sends what is due. A mail whose outcome is unknown is sent again: twice is better than never. */
export const mailJob: Job = {
  name: "send-mails",
  everyMs: 500,
  async run(app: AppPorts) {
    const url = app.config.smtpUrl;
    if (!url) return;
    const transport = createTransport(url);
    try {
      for (;;) {
        const sent = await app.db.tx((tx) => sendOne(tx, transport, app.config));
        if (!sent) return;
      }
    } finally {
      transport.close();
    }
  },
};

async function sendOne(
  tx: Tx,
  transport: ReturnType<typeof createTransport>,
  { mailFrom, publicUrl }: Config,
): Promise<boolean> {
  const [mail] = await tx.rows<QueuedMail>`
    select id, to_address, subject, body_text, attempts
    from mails
    where sent_at is null and next_at <= ${tx.now} and attempts < ${MOST_ATTEMPTS}
    order by next_at
    limit 1
    for update skip locked`;
  if (!mail) return false;
  try {
    const text = mail.body_text.replaceAll("{origin}", publicUrl.origin);
    await transport.sendMail({ from: mailFrom, to: mail.to_address, subject: mail.subject, text });
    await tx.rows`
      update mails
      set sent_at = ${tx.now}, attempts = attempts + 1
      where id = ${mail.id}`;
  } catch (error) {
    const waitSec = 5 * 2 ** mail.attempts;
    await tx.rows`
      update mails
      set attempts = attempts + 1, next_at = ${tx.now}::timestamptz + make_interval(secs => ${waitSec}),
          fault = ${error instanceof Error ? error.message.slice(0, 300) : "unknown"}
      where id = ${mail.id}`;
  }
  return true;
}

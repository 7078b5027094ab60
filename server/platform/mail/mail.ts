/** Outgoing mail: queued in the transaction that wants it, sent afterwards, tried again when the server is away. */
import { createTransport } from "nodemailer";
import type { AppPorts, Job } from "../app-ports.ts";
import type { Config } from "../settings/config.ts";
import { type ReadTx, type Tx, sql } from "../postgres/db.ts";
import type { Locale } from "#contract/platform/locales.ts";
import { localized } from "#contract/platform/localized.ts";
import { mailHtml } from "./mail-html.ts";
import { stopLink } from "./stop-link.ts";
import { mustEncrypt } from "../settings/unencrypted.ts";

export type Mail = {
  readonly to: string;
  readonly subject: string;
  /**
   * Paragraphs with an empty line between them; {origin} is replaced by the market's address, {stop} by the link of
   * `unsubscribe`.
   */
  readonly text: string;
  /** The reader's; English where it is not known. */
  readonly lang?: Locale;
  /** What stop-link.ts signs: a mail program stops such emails with one press (RFC 8058). None for what cannot be stopped. */
  readonly unsubscribe?: string | undefined;
  /** One mail per reason, whatever retries arrive. */
  readonly dedupeKey: string;
};

/** A name that no mail can ever reach (RFC 2606, section 2). */
const UNREACHABLE = ".invalid";

/** Does nothing for an address that cannot exist, and for a reason that was queued before. */
export async function queueMail(tx: Tx, mail: Mail): Promise<void> {
  await queueMails(tx, [mail]);
}

/** The same for many, in the order given. */
export async function queueMails(tx: Tx, mails: readonly Mail[]): Promise<void> {
  const sendable = mails.filter(({ to }) => !to.endsWith(UNREACHABLE));
  if (sendable.length === 0) return;
  await tx.rows`
    insert into mails (dedupe_key, to_address, subject, body_text, lang, unsubscribe, created_at, next_at)
    select dedupe_key, to_address, subject, body_text, lang, unsubscribe, ${tx.now}, ${tx.now}
    from unnest(
      ${sendable.map(({ dedupeKey }) => dedupeKey)}::text[], ${sendable.map(({ to }) => to)}::text[],
      ${sendable.map(({ subject }) => oneLine(subject))}::text[], ${sendable.map(({ text }) => text)}::text[],
      ${sendable.map(({ lang = "en" }) => lang)}::text[], ${sendable.map(({ unsubscribe = null }) => unsubscribe)}::text[]
    ) with ordinality as mail (dedupe_key, to_address, subject, body_text, lang, unsubscribe, place)
    order by place
    on conflict (dedupe_key) do nothing`;
}

/** The text of the newest to an address, sent or not. The owner of the database reads it, and the role of the web cannot. */
export async function newestMailTo(tx: ReadTx, address: string): Promise<string | undefined> {
  const [mail] = await tx.rows<{ body_text: string }>`
    select body_text
    from mails
    where to_address = ${address}
    order by id desc
    limit 1`;
  return mail?.body_text;
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}

/** A mail that failed so often is given up. */
export const MOST_ATTEMPTS = 10;

/** How long the oldest one waits that is still tried; 0 where none does. */
export async function oldestUnsentSec(tx: ReadTx): Promise<number> {
  const [row] = await tx.rows<{ seconds: number }>`
    select coalesce(extract(epoch from ${tx.now}::timestamptz - min(created_at)), 0)::float8 as seconds
    from mails
    where sent_at is null and attempts < ${MOST_ATTEMPTS}`;
  return Math.max(0, row?.seconds ?? 0);
}

/** Emails that wait to be sent, and those that were given up. */
export async function countUnsentMails(tx: ReadTx): Promise<{ waiting: number; given_up: number }> {
  const [row] = await tx.rows<{ waiting: number; given_up: number }>`
    select count(*) filter (where attempts < ${MOST_ATTEMPTS})::int as waiting,
      count(*) filter (where attempts >= ${MOST_ATTEMPTS})::int as given_up
    from mails
    where sent_at is null`;
  return row ?? { waiting: 0, given_up: 0 };
}

const KEEP_SENT_HOURS = 24;

/** The key of a sent or abandoned email stays, so that it is not sent twice; its text and address are erased. */
export async function emptySentMails(tx: Tx): Promise<void> {
  await tx.rows`
    update mails
    set to_address = '', subject = '', body_text = '', unsubscribe = null
    where (sent_at < ${tx.now}::timestamptz - make_interval(hours => ${KEEP_SENT_HOURS})
        or sent_at is null and attempts >= ${MOST_ATTEMPTS}
          and next_at < ${tx.now}::timestamptz - make_interval(hours => ${KEEP_SENT_HOURS}))
      and to_address <> ''`;
}

type QueuedMail = {
  id: bigint;
  to_address: string;
  subject: string;
  body_text: string;
  lang: Locale;
  unsubscribe: string | null;
  attempts: number;
  due_at: Date;
};

/** Sends due emails. One with an unknown outcome is sent again: twice is better than never. */
export const mailJob = {
  name: "send-mails",
  everyMs: 500,
  due: sql`exists (
    select from mails
    where sent_at is null and next_at <= (select market_now()) and attempts < ${MOST_ATTEMPTS})`,
  async run(app: AppPorts) {
    const url = app.config.smtpUrl;
    if (!url) return;
    const transport = createTransport({ url, ...PATIENCE, ...(mustEncrypt(url) ? { requireTLS: true } : {}) });
    try {
      for (;;) {
        const mail = await app.db.tx(takeNext);
        if (!mail) return;
        const failed = await send(transport, mail, app.config);
        await app.db.tx((tx) => recordOutcome(tx, mail, failed));
      }
    } finally {
      transport.close();
    }
  },
} satisfies Job;

/** An email is reserved for this time while it is sent; if the process dies, it waits this long. */
const UNDER_WAY_SEC = 180;
/** Shorter together than a mail may be under way. */
const PATIENCE = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000, dnsTimeout: 10_000 };

async function takeNext(tx: Tx): Promise<QueuedMail | undefined> {
  const [mail] = await tx.rows<QueuedMail>`
    update mails
    set next_at = ${tx.now}::timestamptz + make_interval(secs => ${UNDER_WAY_SEC})
    from (
      select id, next_at as due_at
      from mails
      where sent_at is null and next_at <= ${tx.now} and attempts < ${MOST_ATTEMPTS}
      order by next_at
      limit 1
      for update skip locked
    ) as due
    where mails.id = due.id
    returning mails.id, to_address, subject, body_text, lang, unsubscribe, attempts, due_at`;
  return mail;
}

/** refused: for good. later: not now, or the server was not reached. unknown: it gave no answer. */
type Failed = { readonly fault: string; readonly answer: "refused" | "later" | "unknown" };

/** On no connection of the database: a mail server may take its time. Returns what went wrong. */
async function send(
  transport: ReturnType<typeof createTransport>,
  mail: QueuedMail,
  { mailFrom, publicUrl }: Config,
): Promise<Failed | undefined> {
  try {
    const { origin } = publicUrl;
    const stop = mail.unsubscribe === null ? undefined : stopLink(mail.unsubscribe);
    const text = mail.body_text
      .replaceAll("{stop}", stop === undefined ? "" : origin + localized(mail.lang, stop))
      .replaceAll("{origin}", origin);
    await transport.sendMail({
      from: mailFrom,
      to: mail.to_address,
      subject: mail.subject,
      text,
      html: mailHtml({ text, lang: mail.lang, origin }),
      headers: { "Content-Language": mail.lang, ...(stop ? stopHeaders(origin + stop) : {}) },
    });
    return undefined;
  } catch (error) {
    return { fault: error instanceof Error ? error.message.slice(0, 300) : "unknown", answer: answerIn(error) };
  }
}

/** The server's answer, as the transport reports it. */
function answerIn(error: unknown): Failed["answer"] {
  const { responseCode, command } = error as { readonly responseCode?: number; readonly command?: string };
  if (responseCode !== undefined) return responseCode >= 500 ? "refused" : "later";
  return command === "CONN" ? "later" : "unknown";
}

/** RFC 8058: the program posts `List-Unsubscribe=One-Click` to the address, with no cookie and no question. */
function stopHeaders(address: string): Record<string, string> {
  return { "List-Unsubscribe": `<${address}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** What may have got there stays so. */
async function recordOutcome(tx: Tx, mail: QueuedMail, failed: Failed | undefined): Promise<void> {
  if (failed === undefined) {
    await tx.rows`
      update mails
      set sent_at = ${tx.now}, attempts = attempts + 1, next_at = ${mail.due_at}
      where id = ${mail.id}`;
    return;
  }
  const waitSec = 5 * 2 ** mail.attempts;
  await tx.rows`
    update mails
    set attempts = attempts + 1, next_at = ${tx.now}::timestamptz + make_interval(secs => ${waitSec}), fault = ${failed.fault},
        answer = case when answer = 'unknown' then answer else ${failed.answer} end
    where id = ${mail.id}`;
}

/** Emails of workers to the new mailbox and to the former one. Only workers see the links; the database has digests of them. */
import type { Locale } from "#contract/platform/locales.ts";
import type { Namespaces } from "#i18n/namespaces.ts";
import { isOfPictures } from "#contract/compliance/recovery/names.ts";
import type { AppPorts, StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { textOf } from "../../platform/texts.ts";
import { ids } from "../../platform/ids.ts";
import type { LivePost } from "../../platform/events/live.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { emailMark, findUserById, letterTo, languageOf, supportLine } from "../../people/accounts/index.ts";
import { dueCases, findForMail, type MailRow, noteLink, openCase } from "./rows.ts";
import { hashOfToken, openMailbox, openOfAccount, sealForAccount } from "./sealed-case.ts";

export async function tellRecovery(tx: Tx, events: readonly StoredEvent<"recovery.changed">[]): Promise<LivePost[]> {
  for (const { subject } of events) {
    const row = await findForMail(tx, subject);
    if (row) await tell(tx, row);
  }
  return [];
}

async function tell(tx: Tx, row: MailRow): Promise<void> {
  const { reference, status, lang } = row;
  if (status === "submitted") return row.has_confirm_link ? undefined : sendConfirmLink(tx, row);
  if (status === "approved") {
    if (!row.has_stop_link) await sendStopLink(tx, row);
    const until = instantOf((await findForMail(tx, reference))?.waits_until ?? null);
    return toAsker(tx, { row, text: "approved", values: { until } });
  }
  if (status === "rejected") {
    const why = row.reason && isOfPictures(row.reason) ? row.reason : "other";
    return toAsker(tx, { row, text: "rejected", values: { why: textOf(`emails.recovery.reasons.${why}`, lang) } });
  }
  if (status === "stopped") return toAsker(tx, { row, text: "stopped", last: supportLine(lang) });
  if (status === "expired") return toAsker(tx, { row, text: "expired" });
  if (status === "done" && row.old_email_sealed) {
    const user = row.user_id === null ? undefined : await findUserById(tx, row.user_id);
    if (!user) return;
    const lang = languageOf(user);
    // To the address that was taken away: without a name or a phrase, because another person may read it now.
    await queueMail(tx, {
      to: openOfAccount(row.old_email_sealed, user.external_id),
      subject: textOf("emails.recovery.handedOver.subject", lang),
      text: `${textOf("emails.recovery.handedOver.text", lang)}\n\n${supportLine(lang)}\n`,
      lang,
      // Nobody who writes emails, and keys of them, keeps this one back.
      dedupeKey: `recovery-handed-over:${ids.secret()}`,
    });
  }
}

const instantOf = (at: Date | null) => (at ? `${at.toISOString().slice(0, 16).replace("T", " ")} UTC` : "");

/** An email of web/i18n/emails. */
type Text = Exclude<keyof Namespaces["emails"]["recovery"], "reasons">;
type ToAsker = {
  readonly row: Pick<MailRow, "reference" | "status" | "email_sealed" | "lang">;
  readonly text: Text;
  readonly values?: Readonly<Record<string, string>>;
  /** The last line, in place of the advice to ignore the email. */
  readonly last?: string;
  /** The page, and the token that opens it. */
  readonly link?: { readonly page: string; readonly token: string };
};

/** The address is unconfirmed or a thief's: no name and no phrase. */
async function toAsker(tx: Tx, { row, text, values = {}, last, link }: ToAsker): Promise<void> {
  const lang: Locale = row.lang;
  const to = openMailbox(row.email_sealed, row.reference);
  // Erased with the account that was named.
  if (to === "") return;
  await queueMail(tx, {
    to,
    subject: textOf(`emails.recovery.${text}.subject`, lang),
    text: `${textOf(`emails.recovery.${text}.text`, lang, values)}${link ? `\n{origin}${link.page}${link.token}` : ""}\n\n${last ?? textOf("emails.ignore", lang)}\n`,
    lang,
    // The key of a link is random: the web queues emails as well, and one with the same key would suppress it. Each is made
    // once.
    dedupeKey: link ? `recovery-link:${ids.secret()}` : `recovery-${row.status}:${row.reference}`,
  });
}

/** The secret is in the URL fragment, which no server receives, so the link is in no log. */
async function sendConfirmLink(tx: Tx, row: MailRow): Promise<void> {
  const token = ids.secret();
  if (!(await noteLink(tx, { reference: row.reference, kind: "confirm", tokenHash: hashOfToken(token) }))) return;
  await toAsker(tx, { row, text: "confirm", link: { page: "/recover-account#confirm.", token } });
}

/**
 * To the account as it is, with its phrase: its reader can stop it with one press. The wait counts from now where workers were
 * away.
 */
async function sendStopLink(tx: Tx, { reference, user_id: userId }: MailRow): Promise<void> {
  const user = userId === null ? undefined : await findUserById(tx, userId);
  const token = ids.secret();
  if (!(await noteLink(tx, { reference, kind: "stop", tokenHash: hashOfToken(token) }))) return;
  // An address that nobody has confirmed may be a stranger's.
  if (!user?.email_confirmed_at) return;
  const lang = languageOf(user);
  const until = instantOf((await findForMail(tx, reference))?.waits_until ?? null);
  await queueMail(
    tx,
    letterTo(user, {
      subject: textOf("emails.recovery.stop.subject", lang),
      paragraphs: [`${textOf("emails.recovery.stop.text", lang, { until })}\n{origin}/stop-recovery#${token}`],
      dedupeKey: `recovery-stop:${ids.secret()}`,
    }),
  );
}

/** Each in a transaction of its own: the link and its email, or neither. One that fails keeps none back. */
export async function openDue({ db, log }: Pick<AppPorts, "db" | "log">): Promise<void> {
  for (const reference of await db.read(dueCases)) {
    try {
      await db.tx((tx) => sendLink(tx, reference));
    } catch (err) {
      log.error({ err, reference }, "the link of a recovery was not sent");
    }
  }
}

async function sendLink(tx: Tx, reference: string): Promise<void> {
  const row = await findForMail(tx, reference);
  const user = row?.user_id == null ? undefined : await findUserById(tx, row.user_id);
  if (!row || !user) return;
  const [token, email] = [ids.secret(), openMailbox(row.email_sealed, reference)];
  const isOpen = await openCase(tx, {
    reference,
    tokenHash: hashOfToken(token),
    emailSealed: sealForAccount(email, user.external_id),
    emailIndex: emailMark(email),
  });
  if (isOpen)
    await toAsker(tx, {
      row: { ...row, status: "ready" },
      text: "ready",
      link: { page: "/recovered-account#", token },
    });
}

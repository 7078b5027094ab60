/**
 * The code of six digits that confirms an email: hashed, ten minutes, five tries in all sessions together. It confirms the
 * address that it was sent to and no other; each verb here locks the user's row first, so that the address stays as it is read.
 */
import { createHash } from "node:crypto";
import type { Locale } from "#contract/platform/locales.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import { noteCaller } from "../../../platform/postgres/caller-rows.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { textOf } from "../../../platform/texts.ts";
import type { Caller } from "../../../platform/http/policy.ts";
import { ids } from "../../../platform/ids.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import {
  confirmEmail,
  emailMark,
  isEmailOfOther,
  languageOf,
  lockUser,
  openPersonal,
  replaceEmail,
  type UserRow,
} from "../../accounts/index.ts";
import { countStrangersMail } from "../attempts/attempts.ts";
import { countWrongTry, insertCode, lastSentAt, lockNewestCode, spendCode } from "./email-code-rows.ts";

const VALID_MINUTES = 10;
const TRIES = 5;
export const RESEND_AFTER_SEC = 60;

function hashOf(code: string, { userId, email }: { userId: bigint; email: string }): Buffer {
  return createHash("sha256")
    .update(`confirm-email:${userId}:${emailMark(email).toString("hex")}:${code}`)
    .digest();
}

/** Locks the user's row. */
async function lockUnconfirmed(tx: Tx, userId: bigint): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  if (!user) throw new Refusal("auth.required");
  if (user.email_confirmed_at) throw new Refusal("auth.email_already_confirmed");
  return user;
}

/** The address may be a stranger's: no name and no phrase, which the sender could have chosen. */
function codeMail(code: string, lang: Locale) {
  const values = { code, minutes: VALID_MINUTES };
  return {
    subject: textOf("emails.code.subject", lang, values),
    text: `${textOf("emails.code.valid", lang, values)}\n\n${textOf("emails.code.warning", lang)}\n`,
  };
}

function knownMail(lang: Locale) {
  return {
    subject: textOf("emails.known.subject", lang),
    text: `${textOf("emails.known.text", lang, { link: "{origin}/login" })}\n\n${textOf("emails.ignore", lang)}\n`,
  };
}

/** Until another code may be asked for; 0 for now. */
export async function emailCodeWaitSec(tx: ReadTx, userId: bigint): Promise<number> {
  const last = await lastSentAt(tx, userId);
  return last ? Math.max(0, Math.ceil((last.getTime() - tx.now.getTime()) / 1000) + RESEND_AFTER_SEC) : 0;
}

type Asking = { readonly userId: bigint; readonly caller: Caller };

/**
 * The address may be a stranger's: nothing of the mail is of the sender's choice, and the number is bounded. Refuses
 * auth.throttled within a minute of the last one too, auth.email_already_confirmed. Returns where it went.
 */
export async function sendEmailCode(tx: Tx, { userId, caller }: Asking): Promise<string> {
  const user = await lockUnconfirmed(tx, userId);
  const waitSec = await emailCodeWaitSec(tx, userId);
  if (waitSec > 0) throw new Refusal("auth.throttled", { retryAfterSec: waitSec });
  const { email } = openPersonal(user);
  await countStrangersMail(tx, { to: email, ip: caller.ip });
  const code = ids.digits(6);

  const made = await insertCode(tx, {
    userId,
    codeHash: hashOf(code, { userId, email }),
    validMinutes: VALID_MINUTES,
    tries: TRIES,
  });
  // The answer is the same: only the mailbox learns that the address has an account.
  const lang = languageOf(user);
  const mail = (await isEmailOfOther(tx, userId)) ? knownMail(lang) : codeMail(code, lang);
  await queueMail(tx, { to: email, ...mail, lang, dedupeKey: `email-code:${made}` });
  return email;
}

/**
 * Confirms the email, or returns the refusal auth.code_wrong or auth.code_expired: returned, not thrown, because the
 * failed attempt that it counted must be committed. Refuses auth.email_already_confirmed.
 */
export async function tryEmailCode(
  tx: Tx,
  { userId, code }: { userId: bigint; code: string },
): Promise<Refusal | undefined> {
  const { email } = openPersonal(await lockUnconfirmed(tx, userId));
  const row = await lockNewestCode(tx, userId);
  const now = await tx.readClock();
  if (!row || row.expires_at <= now || row.tries_left <= 0) return fieldRefusal("auth.code_expired", "code");
  if (!hashOf(code, { userId, email }).equals(row.code_hash)) {
    await countWrongTry(tx, row.id);
    return fieldRefusal("auth.code_wrong", "code", { triesLeft: row.tries_left - 1 });
  }

  await spendCode(tx, row.id, now);
  if (!(await confirmEmail(tx, userId))) return fieldRefusal("auth.email_taken", "code");
  tx.emit({ type: "account.email_confirmed", subject: String(userId), payload: {} });
  return undefined;
}

/** Corrects a mistyped address before it is confirmed. Refuses what sendEmailCode refuses. */
export async function changeUnconfirmedEmail(
  tx: Tx,
  { userId, email, caller }: Asking & { readonly email: string },
): Promise<string> {
  const user = await lockUnconfirmed(tx, userId);
  await noteCaller(tx, caller);
  await replaceEmail(tx, user, email);
  return sendEmailCode(tx, { userId, caller });
}

/**
 * Somebody who is signed out writes to support: a code goes to the email, and opens a ticket for it. The email may be a stranger's:
 * nothing of the sender's choice is in the mail, nothing is kept of it, and there is no ticket until the mailbox has answered.
 */
import { createHash } from "node:crypto";
import type { BodyOf, ReplyOf } from "#contract/platform/endpoint.ts";
import type { Locale } from "#contract/platform/locales.ts";
import { fieldRefusal, type Refusal } from "#contract/platform/errors/refusals.ts";
import type * as calls from "#contract/reach/support/support.ts";
import type { Caller } from "../../../platform/http/policy.ts";
import { ids } from "../../../platform/ids.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { textOf } from "../../../platform/texts.ts";
import { countStrangersMail } from "../../../people/auth/index.ts";
import { emailMark } from "../../../people/accounts/index.ts";
import { hashOfToken } from "../sealed-ticket.ts";
import { countWrongCode, insertCode, insertLink, lockCode, spendCode } from "./guest-rows.ts";
import { openForGuest } from "./open-ticket.ts";
import { viewThread } from "./view-ticket.ts";

const VALID_MINUTES = 15;
const TRIES = 5;

type AskedCode = { readonly body: BodyOf<typeof calls.sendGuestCode>; readonly caller: Caller };

/** The same for every email, whether it has an account or not. Refuses auth.throttled. */
export async function sendCode(
  tx: Tx,
  { body: { email, locale }, caller }: AskedCode,
): Promise<ReplyOf<typeof calls.sendGuestCode>> {
  await countStrangersMail(tx, { to: email, ip: caller.ip });
  const [secret, code] = [ids.secret(), ids.digits(6)];
  const secretHash = hashOfToken(secret);
  await insertCode(tx, {
    secretHash,
    codeHash: hashOfCode(code, { secretHash, email }),
    minutes: VALID_MINUTES,
    tries: TRIES,
  });
  await queueMail(tx, { to: email, ...codeMail(code, locale), lang: locale, dedupeKey: `support-code:${secretHash}` });
  return { secret, validMinutes: VALID_MINUTES };
}

/** Of the code and of the email that it went to: with another email it is a wrong one. */
function hashOfCode(code: string, { secretHash, email }: { secretHash: string; email: string }): Buffer {
  return createHash("sha256")
    .update(`support:${secretHash}:${emailMark(email).toString("hex")}:${code}`)
    .digest();
}

function codeMail(code: string, lang: Locale) {
  const values = { code, minutes: VALID_MINUTES };
  return {
    subject: textOf("emails.support.code.subject", lang, values),
    text: `${textOf("emails.support.code.text", lang, values)}\n\n${textOf("emails.ignore", lang)}\n`,
  };
}

type Opened = { readonly body: BodyOf<typeof calls.openGuestTicket>; readonly caller: Caller };

/**
 * The ticket with a token that opens it, or the refusal auth.code_wrong or auth.code_expired: returned, because the failed try must be
 * committed. Refuses auth.throttled.
 */
export async function openByCode(
  tx: Tx,
  { body: { secret, code, email, topic, text, locale }, caller }: Opened,
): Promise<ReplyOf<typeof calls.openGuestTicket> | Refusal> {
  const secretHash = hashOfToken(secret);
  const row = await lockCode(tx, secretHash);
  const now = await tx.readClock();
  if (!row || row.expires_at <= now || row.tries_left <= 0) return fieldRefusal("auth.code_expired", "code");
  if (!hashOfCode(code, { secretHash, email }).equals(row.code_hash)) {
    await countWrongCode(tx, secretHash);
    return fieldRefusal("auth.code_wrong", "code", { triesLeft: row.tries_left - 1 });
  }

  await spendCode(tx, secretHash);
  const ticket = await openForGuest(tx, { email, lang: locale, caller, topic, text });
  const token = ids.secret();
  await insertLink(tx, { tokenHash: hashOfToken(token), ticketId: ticket.id });
  tx.emit({ type: "support.changed", subject: ticket.number, payload: { what: "opened" } });
  return { token, ticket: await viewThread(tx, ticket) };
}

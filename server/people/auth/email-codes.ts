/** The code of six digits that confirms an e-mail: hashed, ten minutes, five tries in all sessions together. */
import { createHash } from "node:crypto";
import { fieldRefusal, Refusal } from "#contract/refusals.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { ids } from "../../platform/ids.ts";
import { queueMail } from "../../platform/mail.ts";
import { confirmEmail, findUserById, openPersonal, replaceEmail, type UserRow } from "../accounts/index.ts";

const VALID_MINUTES = 10;
const TRIES = 5;
export const RESEND_AFTER_SEC = 60;

function hashOf(code: string, userId: bigint): Buffer {
  return createHash("sha256").update(`${userId}:${code}`).digest();
}

async function unconfirmed(tx: ReadTx, userId: bigint): Promise<UserRow> {
  const user = await findUserById(tx, userId);
  if (!user) throw new Refusal("auth.required");
  if (user.email_confirmed_at) throw new Refusal("auth.email_already_confirmed");
  return user;
}

/** Refuses auth.throttled within a minute of the last one, auth.email_already_confirmed. Returns where it went. */
export async function sendEmailCode(tx: Tx, { userId }: { userId: bigint }): Promise<string> {
  const user = await unconfirmed(tx, userId);
  const [last] = await tx.rows<{ created_at: Date }>`
    select created_at
    from email_codes
    where user_id = ${userId}
    order by id desc
    limit 1`;
  const waitMs = last ? last.created_at.getTime() + RESEND_AFTER_SEC * 1000 - tx.now.getTime() : 0;
  if (waitMs > 0) throw new Refusal("auth.throttled", { retryAfterSec: Math.ceil(waitMs / 1000) });
  const code = ids.digits(6);

  const [made] = await tx.rows<{ id: bigint }>`
    insert into email_codes (user_id, purpose, code_hash, created_at, expires_at, tries_left)
    values (${userId}, 'confirm_email', ${hashOf(code, userId)}, ${tx.now},
            ${tx.now}::timestamptz + make_interval(mins => ${VALID_MINUTES}), ${TRIES})
    returning id`;
  const { email, firstName } = openPersonal(user);
  await queueMail(tx, {
    to: email,
    subject: `${code} is your Parley code`,
    text: `Hello ${firstName},\n\nYour code is ${code}. It is valid for ${VALID_MINUTES} minutes.\n\nParley staff will never ask you for it. If you did not create an account, ignore this email.\n`,
    dedupeKey: `email-code:${made?.id}`,
  });
  return email;
}

/**
 * Confirms the e-mail, or answers the refusal auth.code_wrong or auth.code_expired: answered, not thrown, because the
 * wrong try that it counted must be committed. Refuses auth.email_already_confirmed.
 */
export async function tryEmailCode(
  tx: Tx,
  { userId, code }: { userId: bigint; code: string },
): Promise<Refusal | undefined> {
  await unconfirmed(tx, userId);
  const [row] = await tx.rows<{ id: bigint; code_hash: Uint8Array; expires_at: Date; tries_left: number }>`
    select id, code_hash, expires_at, tries_left
    from email_codes
    where user_id = ${userId} and spent_at is null
    order by id desc
    limit 1
    for update`;
  const now = await tx.readClock();
  if (!row || row.expires_at <= now || row.tries_left <= 0) return fieldRefusal("auth.code_expired", "code");
  if (!hashOf(code, userId).equals(row.code_hash)) {
    await tx.rows`
      update email_codes
      set tries_left = tries_left - 1
      where id = ${row.id}`;
    return fieldRefusal("auth.code_wrong", "code", { triesLeft: row.tries_left - 1 });
  }

  await tx.rows`
    update email_codes
    set spent_at = ${now}
    where id = ${row.id}`;
  await confirmEmail(tx, userId);
  tx.emit({ type: "account.email_confirmed", subject: String(userId), payload: {} });
  return undefined;
}

/** Corrects a mistyped address before it is confirmed. Refuses auth.email_taken and what sendEmailCode refuses. */
export async function changeUnconfirmedEmail(
  tx: Tx,
  { userId, email }: { userId: bigint; email: string },
): Promise<string> {
  const user = await unconfirmed(tx, userId);
  if (!(await replaceEmail(tx, user, email))) throw fieldRefusal("auth.email_taken", "email");
  return sendEmailCode(tx, { userId });
}

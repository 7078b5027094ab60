/**
 * A user who forgot the password gets a link by email. The call writes the same for every address and looks nothing up, so
 * neither its answer nor its time reveals which addresses have an account; a worker does the rest, and the web never sees a
 * link.
 */
import { createHash } from "node:crypto";
import type { StoredEvent } from "../../../platform/app-ports.ts";
import { calledFrom, noteCaller } from "../../../platform/postgres/caller-rows.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { textOf } from "../../../platform/texts.ts";
import type { Caller } from "../../../platform/http/policy.ts";
import { ids } from "../../../platform/ids.ts";
import type { LivePost } from "../../../platform/events/live.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import {
  emailMark,
  findUserByEmailMark,
  findUserById,
  languageOf,
  letterTo,
  openPersonal,
} from "../../accounts/index.ts";
import { countResetMail } from "../attempts/attempts.ts";
import { beginReset } from "./rows.ts";

/** As begin_password_reset() has it. */
export const RESET_MINUTES = 30;

/** Refuses auth.throttled. */
export async function forgetPassword(tx: Tx, { email, caller }: { email: string; caller: Caller }): Promise<void> {
  await countResetMail(tx, { to: email, ip: caller.ip });
  const subject = emailMark(email).toString("base64url");
  tx.emit({ type: "account.password_forgotten", subject, payload: calledFrom(caller) });
}

/**
 * The secret is in the URL fragment, which no server receives, so the link is in no log. To the address as the account has it,
 * and only where it was confirmed.
 */
export async function sendResetLinks(
  tx: Tx,
  events: readonly StoredEvent<"account.password_forgotten">[],
): Promise<LivePost[]> {
  for (const { subject, payload } of events) {
    await noteCaller(tx, payload);
    const userId = await findUserByEmailMark(tx, Buffer.from(subject, "base64url"));
    if (userId !== undefined) await sendLink(tx, userId, subject);
  }
  await noteCaller(tx, undefined);
  return [];
}

/** The address is read after beginReset has locked the row: a change of email is over by then, or ends this link. */
async function sendLink(tx: Tx, userId: bigint, asked: string): Promise<void> {
  const token = ids.secret();
  const tokenHash = hashOfToken(token);
  if (!(await beginReset(tx, { userId, tokenHash }))) return;
  const user = await findUserById(tx, userId);
  if (!user?.email_confirmed_at || emailMark(openPersonal(user).email).toString("base64url") !== asked) return;
  const lang = languageOf(user);
  await queueMail(
    tx,
    letterTo(user, {
      subject: textOf("emails.reset.subject", lang),
      paragraphs: [
        `${textOf("emails.reset.text", lang, { minutes: RESET_MINUTES })}\n{origin}/reset-password#${token}`,
        textOf("emails.ignore", lang),
      ],
      // Nobody can take this reason away by queueing another email under it.
      dedupeKey: `password-reset:${tokenHash}`,
    }),
  );
}

export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
